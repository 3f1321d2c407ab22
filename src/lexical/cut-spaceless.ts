// Cuts scripts that put no spaces between words, and Korean, into pairs of letters.

/** Thai, Lao, Burmese, Khmer, kana, ideographs, Hangul. */
const LETTERS =
  "[\\u0e01-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u30ff\\u3130-\\u318f" +
  "\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}]";
const SPACELESS = new RegExp(LETTERS, "u");
const RUNS = new RegExp(`${LETTERS}+`, "gu");
const IDEOGRAPH = /^[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]$/u;

/** Pairs of hiragana that are endings and particles nearly always. */
const ENDINGS: ReadonlySet<string> = new Set(
  `です ます した して てい いる いた った って っけ たっ だっ んだ のは には では とは から まで ので のに こと もの ない なか かっ
  ませ せん でし まし れる られ れた なる なっ にな する され さん とい いう けど たい たら たり れば よう うに ため など ほど くら
  らい だけ しか どこ どの どう いつ なに なん いく くつ あり ある あっ りま しょ ょう とか かな くだ ださ さい その この あの それ
  これ あれ てる てた ても でも とき させ せる ちゃ っと もう`.split(/\s+/),
);

/** Tests a word in lower case and NFKC. */
export function hasSpaceless(text: string): boolean {
  return SPACELESS.test(text);
}

/**
 * Emits the parts of a word that has such letters. Text between runs of them is emitted as it is (`exact` false). Each
 * run gives its pairs, without frequent endings, and its ideographs one by one. On 30 questions over Japanese chats,
 * BM25 finds 95 % of the evidence within five packets with these parts, 85 % with pairs alone, and 90 % with the words
 * of Intl.Segmenter, which would also depend on the machine's ICU. For Thai and Korean, pairs were not measured.
 */
export function cutSpaceless(text: string, emit: (text: string, exact: boolean) => void): void {
  let end = 0;
  for (const match of text.matchAll(RUNS)) {
    if (match.index > end) emit(text.slice(end, match.index), false);
    end = match.index + match[0].length;
    cutRun([...match[0]], emit);
  }
  if (end < text.length) emit(text.slice(end), false);
}

function cutRun(letters: readonly string[], emit: (text: string, exact: boolean) => void): void {
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1];
    if (letters.length === 1 || IDEOGRAPH.test(letter)) emit(letter, true);
    if (next !== undefined && !ENDINGS.has(letter + next)) emit(letter + next, true);
  }
}
