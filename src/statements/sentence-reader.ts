// Reads English sentences: their content words by stem, their numbers, and whether they deny something.
import { eng } from "stopword";
import stem from "wink-porter2-stemmer";
import { finish, type Steps } from "../base/steps.ts";
import type { Sentence } from "../domain/sentence.ts";

const NEGATIONS: ReadonlySet<string> = new Set([
  ..."not no never none nobody nothing nowhere neither nor without cannot cant avoid avoids avoided".split(" "),
  ..."refrain refrains refuse refuses refused stop stopped".split(" "),
  ..."dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt wont wouldnt couldnt shouldnt".split(" "),
]);

/** Verbs that carry no content of their own, and short forms, beside the library's list. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...eng,
  ..."i you he she it we they me him her us them my your his its our their mine yours".split(" "),
  ..."am is are was were be been being do does did done have has had will would shall should can could may might must".split(
    " ",
  ),
  ..."i'm you're he's she's it's we're they're i've you've we've they've i'll you'll he'll she'll we'll they'll".split(
    " ",
  ),
  ..."i'd you'd he'd she'd we'd they'd that's there's what's let's please ever any anything at all".split(" "),
]);

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    .split(" ")
    .map((word, value) => [word, String(value)]),
);

/** A number with its inner separators, or a word with its inner apostrophes, hyphens left out. */
const TOKENS = /\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*/gu;

/** A longer run of letters is no English word and is not stemmed: stemming takes time quadratic in the length. */
const STEMMED_CHARACTERS_MAX = 64;

/** The stem of a word in lower case; null: it carries no content of its own. */
export function contentStem(word: string): string | null {
  if (NUMBER_WORDS.has(word) || NEGATIONS.has(word) || word.endsWith("n't") || FUNCTION_WORDS.has(word)) return null;
  return word.length > STEMMED_CHARACTERS_MAX ? word : stem(word);
}

function readSentence(text: string): Sentence {
  const stems = new Set<string>();
  const numbers = new Set<string>();
  let negated = false;
  for (const [token] of text.toLowerCase().matchAll(TOKENS)) {
    const word = token.replaceAll("’", "'");
    const number = NUMBER_WORDS.get(word);
    if (/^\d/.test(word)) numbers.add(word);
    else if (number !== undefined) numbers.add(number);
    else if (NEGATIONS.has(word) || word.endsWith("n't")) negated = true;
    else if (!FUNCTION_WORDS.has(word)) stems.add(word.length > STEMMED_CHARACTERS_MAX ? word : stem(word));
  }
  return { text, stems, numbers, negated };
}

const LINES = /[^\r\n\u2028\u2029]+/g;
/** Whatever may end a sentence within a line, in any script. */
const SENTENCE_MARK = /\p{Sentence_Terminal}|\u0085/u;

export interface SentenceReader {
  /** The sentences of a text in order; a line end ends a sentence too. */
  sentences(text: string): Sentence[];
  /** The first `most` sentences, in slices. */
  read(text: string, most: number): Steps<Sentence[]>;
  /** The same as they are written. */
  split(text: string, most: number): Steps<string[]>;
}

export function createSentenceReader(): SentenceReader {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  function* split(text: string, most: number): Steps<string[]> {
    const found: string[] = [];
    for (const [line] of most > 0 ? text.matchAll(LINES) : []) {
      // Most lines of a list are one sentence, which needs no segmenter.
      const segments = SENTENCE_MARK.test(line) ? segmenter.segment(line) : [{ segment: line }];
      for (const { segment } of segments) {
        const trimmed = segment.trim();
        if (trimmed !== "") found.push(trimmed);
        if (found.length >= most) return found;
        yield;
      }
    }
    return found;
  }
  function* read(text: string, most: number): Steps<Sentence[]> {
    const found: Sentence[] = [];
    for (const sentence of yield* split(text, most)) {
      found.push(readSentence(sentence));
      yield;
    }
    return found;
  }
  return { read, split, sentences: (text) => finish(read(text, Number.POSITIVE_INFINITY)) };
}
