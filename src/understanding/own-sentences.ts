// Cuts an input into what the user says: no code, nothing pasted, quoted lines left out, quotations masked for reading.
import { withoutListMarks } from "../base/list-marks.ts";
import { linear } from "../matching/linear-expression.ts";
import { withoutPasted } from "./pasted-messages.ts";
import { withoutTexts } from "./work-in-hand.ts";

/** Whoever asks for something lasting does so in a message, not after pages of text. */
const CHARACTERS_MAX = 4_096;
const SENTENCES_MAX = 24;
const SENTENCE_CHARACTERS_MAX = 400;
/** A list is one sentence. */
const LIST_CHARACTERS_MAX = 700;
const LISTS = /;.*;/;
/** Paragraphs longer than this, and those below them, are taken for pasted text. */
const PARAGRAPH_CHARACTERS_MAX = 700;

export interface OwnSentence {
  /** As it was said, in one line. */
  readonly text: string;
  /** The same with quotations of several words as the one word QUOTE: what somebody else is quoted with is not asked for. */
  readonly masked: string;
  /** The second of two orders that one sentence joins. */
  readonly isListed?: boolean;
}

const FENCE = /```[\s\S]*?(?:```|$)/g;
const LINE_END = /[\r\n\v\f\u0085\u2028\u2029]+/;
const QUOTED_LINE = /^\s*>/;
/** What follows on further lines is something to be worked on. */
const ANNOUNCES = /:\s*$|^\s*(?:[-=*_#~]\s*){3,}$/;
const ABBREVIATION = linear(
  /\b(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e|approx|z\.b|bzw|usw|etc|inkl|ca|c|sr|sra|p\.ej)\.$/i,
);
/** Of a name: "M. Okonjo". */
const INITIAL = /(?:^|[\s"“(])(?:[A-Z]\.)?[A-HJ-Z]\.$/;
/** A mark that ends a sentence, with what closes after it; a face does too. */
const SENTENCE_END = linear(
  /[.…!?。！？]+["”’')\]]*(?=\s|$)|(?:[\u{1F600}-\u{1F64F}\u{1F910}-\u{1F92F}\u{1F970}-\u{1F97A}]+|(?<=\s)[:;]-?[)(DPp])(?=\s)/gu,
);
/** What is quoted over several sentences, or over lines, is somebody else's or a text to be worked on. */
const SENTENCES_QUOTED = linear(
  /"[^"]*(?:\p{L}{3}[.!?]|\n)[^"]+"|“[^”]*(?:\p{L}{3}[.!?]|\n)[^”]+”|„[^“”]*(?:\p{L}{3}[.!?]|\n)[^“”]+[“”]/gu,
);
const SEVERAL_WORDS_QUOTED = linear(
  /"[^"\n\s]+(?:\s+[^"\n\s]+){2,}"|“[^”\n\s]+(?:\s+[^”\n\s]+){2,}”|«[^»\n]{8,}»|„[^“”\n\s]+(?:\s+[^“”\n\s]+){2,}[“”]/gu,
);

/** At most 24 of the first 4,096 characters, in order, none longer than 400. */
export function ownSentences(input: string): OwnSentence[] {
  const own = withoutPasted(input.slice(0, CHARACTERS_MAX).replace(FENCE, "\n"));
  const lines = withoutListMarks(withoutTexts(own))
    .replace(SENTENCES_QUOTED, "QUOTE")
    .split(LINE_END)
    .filter((line) => !QUOTED_LINE.test(line));
  const sentences: OwnSentence[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.length > PARAGRAPH_CHARACTERS_MAX && at > 0) break;
    for (const text of sentencesOf(line)) {
      if (text.length <= (LISTS.test(text) ? LIST_CHARACTERS_MAX : SENTENCE_CHARACTERS_MAX)) {
        sentences.push({ text, masked: text.replace(SEVERAL_WORDS_QUOTED, "QUOTE") });
      }
      if (sentences.length === SENTENCES_MAX) return sentences;
    }
    if (ANNOUNCES.test(line)) break;
  }
  return sentences;
}

/** A mark before a small letter ends nothing where it is an ellipsis: "can we just... not do that". */
function sentencesOf(line: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const end of line.matchAll(SENTENCE_END)) {
    const to = end.index + end[0].length;
    const sentence = line.slice(from, to);
    const next = line.slice(to).trimStart().charAt(0);
    const isPause = /^(?:\.\.+|…)/.test(end[0]) && next !== "" && next === next.toLowerCase();
    if (isPause || (end[0] === "." && (ABBREVIATION.test(sentence) || INITIAL.test(sentence)))) continue;
    found.push(sentence);
    from = to;
  }
  found.push(line.slice(from));
  return found
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
