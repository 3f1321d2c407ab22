// Cuts a text into words, numbers and marks, each with its place: what the readers of values go over.

export interface Token {
  readonly kind: "word" | "number" | "mark";
  /** As written. */
  readonly text: string;
  /** In lower case, with a plain apostrophe, "isnt" with one too. */
  readonly lower: string;
  /** UTF-16 units from the start of the text. */
  readonly start: number;
  readonly end: number;
  readonly capital: boolean;
}

/** A number with its inner separators and letters that are stuck to it ("7pm", "2.5mg", "3rd"), a word, or one mark. */
const TOKENS = /\d+(?:[.,:/h]\d+)*|\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*|[^\s\p{L}\d]/gu;
const FIRST_DIGIT = /^\d/;
const FIRST_LETTER = /^\p{L}/u;
const UPPER = /^\p{Lu}/u;

/** Typed without their apostrophe: "my son isnt allergic". */
const UNMARKED = /^(is|are|was|were|do|does|did|has|have|had|wo|ca|would|could|should)nt$/;

/** The tokens of one clause or sentence. */
export function cutTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const [written] = match;
    const kind = FIRST_DIGIT.test(written) ? "number" : FIRST_LETTER.test(written) ? "word" : "mark";
    const lower = written.toLowerCase().replaceAll("’", "'").replace(UNMARKED, "$1n't");
    const capital = UPPER.test(written);
    tokens.push({ kind, text: written, lower, start: match.index, end: match.index + written.length, capital });
  }
  return tokens;
}

/** Where the part between marks begins, and where the mark behind it stands, that the tokens from `from` to before `to` are in. */
export function partAround(
  tokens: readonly Token[],
  { from, to }: { readonly from: number; readonly to: number },
  isMark: (token: Token) => boolean,
): { readonly start: number; readonly end: number } {
  const end = tokens.findIndex((token, at) => at >= to && isMark(token));
  return { start: tokens.slice(0, from).findLastIndex(isMark) + 1, end: end < 0 ? tokens.length : end };
}
