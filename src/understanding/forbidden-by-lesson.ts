// Reads a lesson that forbids something, and finds the sentence of an answer that does it.
import { wordSet } from "../base/word-set.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Sentence } from "../domain/sentence.ts";
import type { SentenceReader } from "../statements/sentence-reader.ts";
import type { Ban } from "./answer-looks.ts";
import { lackedApplianceBan } from "./appliance-bans.ts";
import { bannedTexts, loosePieces, readable } from "./ban-clauses.ts";
import { allergyBans, dietBans } from "./diet-bans.ts";
import { bansFromAbroad } from "./foreign-bans.ts";
import { renameBan } from "./name-bans.ts";
import { banOf, declaredBan, looseBanOf } from "./read-bans.ts";
import { unitBan } from "./unit-bans.ts";

/**
 * The stems of each thing that a lesson forbids; none for a lesson that forbids nothing. Where the forbidden thing is
 * itself a negation ("never answer without a source"), words alone cannot show a breach, so it is left out.
 */
export function forbiddenThings(reader: SentenceReader, lesson: string): ReadonlySet<string>[] {
  const things = bannedIn(reader, lesson).flatMap((text) => thingsIn(reader, text));
  // Each once, however often a lesson says it.
  return [...new Map(things.map((thing) => [[...thing].sort().join(" "), thing])).values()].slice(0, THINGS_MAX);
}

/** No rule that a person would write forbids more. */
const THINGS_MAX = 32;

/** Alone these verbs forbid nothing that a sentence could show: "don't put any in". */
const SAYS_NOTHING = wordSet("put use give make get go come say tell take let try want need");

function thingsIn(reader: SentenceReader, text: string): ReadonlySet<string>[] {
  const thing = reader.sentences(text)[0];
  if (thing === undefined || thing.negated || thing.stems.size === 0) return [];
  return thing.stems.size === 1 && [...thing.stems].every((stem) => SAYS_NOTHING.has(stem)) ? [] : [thing.stems];
}

function bannedIn(reader: SentenceReader, rule: string): string[] {
  const sentences = reader.sentences(rule);
  return sentences.flatMap(({ text }, at) => bannedTexts(text, sentences[at - 1]?.text ?? ""));
}

/** What a lesson forbids, read as a person would. */
export function bansIn(reader: SentenceReader, lesson: string): Ban[] {
  const said = saidInLesson(lesson);
  const texts = new Set(bannedIn(reader, said));
  const sentences = reader.sentences(said).map(({ text }) => text);
  const pieces = new Set(sentences.flatMap(loosePieces));
  return [
    ...[...texts].slice(0, THINGS_MAX).flatMap((text) => banOf(text) ?? []),
    ...[...pieces].slice(0, THINGS_MAX).flatMap((piece) => looseBanOf(piece) ?? []),
    ...sentences.slice(0, THINGS_MAX).flatMap(bansOfSentence),
    ...sentences.slice(0, THINGS_MAX).flatMap(bansFromAbroad),
    ...allergyBans(lesson),
  ];
}

/** Rules that forbid without a "never": "use metric units", "call me Jo, not Joanna", "I am vegan". */
function bansOfSentence(sentence: string): Ban[] {
  const text = readable(sentence);
  const bans = [unitBan(text), renameBan(text), declaredBan(text), lackedApplianceBan(text)];
  return [...bans.filter((ban) => ban !== null), ...dietBans(text)];
}

/** Stem -> the numbers of the sentences that hold it, ascending. Sentences that deny are left out. */
export type AnswerWords = ReadonlyMap<string, ReadonlySet<number>>;

export function wordsOfAnswer(sentences: readonly Sentence[]): AnswerWords {
  const byStem = new Map<string, Set<number>>();
  for (const [at, { stems, negated }] of sentences.entries()) {
    if (negated) continue;
    for (const stem of stems) {
      const found = byStem.get(stem);
      if (found === undefined) byStem.set(stem, new Set([at]));
      else found.add(at);
    }
  }
  return byStem;
}

/** Whether one sentence says all of the thing's content words, and does not itself deny. */
export function doesThing(answer: AnswerWords, thing: ReadonlySet<string>): boolean {
  const holders: ReadonlySet<number>[] = [];
  for (const stem of thing) {
    const held = answer.get(stem);
    if (held === undefined) return false;
    holders.push(held);
  }
  // Only the sentences with the rarest of the words need a look.
  const [rarest, ...others] = holders.sort((a, b) => a.size - b.size);
  for (const at of rarest ?? []) if (others.every((held) => held.has(at))) return true;
  return false;
}
