// Reads a lesson that forbids something, and finds the sentence of an answer that does it.

import type { Sentence } from "../domain/text-tools.ts";
import { linear } from "../matching/linear-expression.ts";
import type { SentenceReader } from "./sentence-reader.ts";

/** How a ban begins, wherever it stands in its sentence; what follows is the forbidden thing. */
const BAN = linear(/\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|avoid|refrain from)\s+/i);
/** Where the forbidden thing ends and its exception, reason or alternative begins. */
const THING_END = /[,;:.!?]|\b(?:unless|except|instead|but|because|since|when|if)\b/i;

/**
 * The stems of each thing that a lesson forbids; none for a lesson that forbids nothing. A ban on what itself denies
 * ("never answer without a source") cannot be told by its words, so it is left out.
 */
export function forbiddenThings(reader: SentenceReader, lesson: string): ReadonlySet<string>[] {
  return reader.sentences(lesson).flatMap(({ text }) => thingsIn(reader, text));
}

function thingsIn(reader: SentenceReader, sentence: string): ReadonlySet<string>[] {
  const things: ReadonlySet<string>[] = [];
  let rest = sentence;
  for (let ban = BAN.exec(rest); ban !== null; ban = BAN.exec(rest)) {
    rest = rest.slice(ban.index + ban[0].length);
    const end = THING_END.exec(rest)?.index ?? rest.length;
    const thing = reader.sentences(rest.slice(0, end))[0];
    if (thing !== undefined && !thing.negated && thing.stems.size > 0) things.push(thing.stems);
    rest = rest.slice(end);
  }
  return things;
}

/** An answer's sentences, found by the words in them. */
export interface AnswerWords {
  readonly sentences: readonly Sentence[];
  readonly byStem: ReadonlyMap<string, readonly Sentence[]>;
}

export function wordsOfAnswer(sentences: readonly Sentence[]): AnswerWords {
  const byStem = new Map<string, Sentence[]>();
  for (const sentence of sentences) {
    for (const stem of sentence.stems) {
      const found = byStem.get(stem);
      if (found === undefined) byStem.set(stem, [sentence]);
      else found.push(sentence);
    }
  }
  return { sentences, byStem };
}

/** Whether one sentence says all of the thing's content words, and does not itself deny. */
export function doesThing(answer: AnswerWords, thing: ReadonlySet<string>): boolean {
  // Only the sentences with the rarest of the words need a look.
  let fewest: readonly Sentence[] | null = null;
  for (const stem of thing) {
    const found = answer.byStem.get(stem) ?? [];
    if (fewest === null || found.length < fewest.length) fewest = found;
  }
  return (fewest ?? []).some(({ negated, stems }) => !negated && [...thing].every((stem) => stems.has(stem)));
}
