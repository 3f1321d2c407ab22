// Cuts what was said in a turn into sentences: bounded, without code, and with what others said masked.
import { linear } from "../matching/linear-expression.ts";
import { withoutPasted } from "./pasted-messages.ts";

/** Users correct, or say who they are, at the beginning; pasted text comes after it. */
const CHARACTERS_MAX = 4096;
const SENTENCES_MAX = 24;
/** A longer "sentence" is data. The bound also limits what one pattern may cost. */
const SENTENCE_CHARACTERS_MAX = 400;

/** Stands for a quotation of several words; in capitals, so that it is not read as a name. */
const MASK = "QUOTE";

const FENCE = /```[\s\S]*?(?:```|$)/g;
const CODE_LINE = linear(
  /^\s*(?:[>$#|<]|\/\/|\/\*|git |select .* from |import .* from |(?:const|let|var|def|class|return|assert|function|public) \w+.*[=({":]|\w+(?:\.\w+)*\(["'`]|\w+(?:\.\w+)* = |(?:else )?if \(|if .*: *\w+\(|\w*error: )|[)}\]"'];\s*$|=> ?[{(]|\{\s*$/i,
);
const DOUBLE_QUOTED = linear(/"([^"\n]{1,300})"|“([^”\n]{1,300})”|`([^`\n]{1,300})`|«([^»\n]{1,300})»/g);
/** An apostrophe between letters belongs to its word and ends no quotation. */
const SINGLE_QUOTED = linear(/(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,300})'(?![\p{L}\p{N}])/gu);
const SENTENCE_END = linear(/(?<!\b(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e))[.…]+[)\]]*\s+|[!?]+[.!?)\]]*\s+|\n+/giu);
/** A reply that is understood only together with the next sentence. */
const BARE_NO = /^(?:no+|nope|nah)[.!]*$/i;

const MARKS_AT_THE_END = linear(/[.,!?]+$/);

function mask(quotations: readonly (string | undefined)[]): string {
  const inner = quotations.find((text) => text !== undefined) ?? "";
  // A single word in quotation marks is a name or a term, not somebody else's words: call me "Al".
  return /^\s*[^\s]+\s*$/.test(inner) ? inner.trim().replace(MARKS_AT_THE_END, "") : MASK;
}

/**
 * The first 24 sentences within a turn's first 4,096 characters, in order, each cut at 400 characters, with straight
 * apostrophes. Lines of code and lines quoted with ">" are left out; a quotation of several words is the one word
 * QUOTE. A bare "No." is one sentence with what follows it.
 */
export function turnSentences(text: string): string[] {
  const prose = withoutPasted(text.slice(0, CHARACTERS_MAX))
    .replace(/[’‘ʼ]/g, "'")
    .replace(FENCE, "\n")
    .split(/[\r\n\u2028\u2029]+/)
    .filter((line) => !CODE_LINE.test(line.slice(0, SENTENCE_CHARACTERS_MAX)))
    .join("\n")
    .replace(DOUBLE_QUOTED, (_, ...groups) => mask(groups.slice(0, 4)))
    .replace(SINGLE_QUOTED, (_, inner) => mask([inner]))
    .replace(/[ \t\u00a0]+/g, " ");
  const sentences: string[] = [];
  let from = 0;
  for (const end of [...prose.matchAll(SENTENCE_END), null]) {
    const sentence = prose.slice(from, end === null ? undefined : end.index + end[0].length).trim();
    from = end === null ? prose.length : end.index + end[0].length;
    if (sentence === "") continue;
    const previous = sentences.at(-1);
    if (previous !== undefined && BARE_NO.test(previous)) sentences[sentences.length - 1] = `No, ${sentence}`;
    else sentences.push(sentence);
    if (sentences.length > SENTENCES_MAX) break;
  }
  return sentences.slice(0, SENTENCES_MAX).map((sentence) => sentence.slice(0, SENTENCE_CHARACTERS_MAX));
}
