// Reads a lesson that forbids something, and finds the sentence of an answer that does it.
import { saidInLesson } from "../domain/lesson.ts";
import type { Sentence } from "../domain/sentence.ts";
import { linear } from "../matching/linear-expression.ts";
import type { SentenceReader } from "../statements/sentence-reader.ts";
import { allergyBans, type Ban, banOf } from "./read-bans.ts";
import { withoutAddressee } from "./rule-addressee.ts";

/** How a ban begins, wherever it stands in its sentence; what follows is the forbidden thing. */
const BAN = linear(/\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|avoid|refrain from)\s+/i);
/** Where the forbidden thing ends and its exception, reason or alternative begins. */
const THING_END = /[,;:.!?]|\b(?:unless|except|instead|but|because|since|when|if)\b/i;

/**
 * The stems of each thing that a lesson forbids; none for a lesson that forbids nothing. Where the forbidden thing is
 * itself a negation ("never answer without a source"), words alone cannot show a breach, so it is left out.
 */
export function forbiddenThings(reader: SentenceReader, lesson: string): ReadonlySet<string>[] {
  const things = reader.sentences(lesson).flatMap(({ text }) => thingsIn(reader, text));
  // Each once, however often a lesson says it.
  return [...new Map(things.map((thing) => [[...thing].sort().join(" "), thing])).values()].slice(0, THINGS_MAX);
}

/** No rule that a person would write forbids more. */
const THINGS_MAX = 32;

function thingsIn(reader: SentenceReader, sentence: string): ReadonlySet<string>[] {
  return bannedTexts(sentence).flatMap((text) => {
    const thing = reader.sentences(text)[0];
    return thing !== undefined && !thing.negated && thing.stems.size > 0 ? [thing.stems] : [];
  });
}

/** What a ban under a condition forbids at other times is nothing: "no lists when I ask for a poem". */
const CONDITION = /^,?\s*(?:when(?:ever)?|if|while)\b/i;

/** "No emojis." forbids too, at the start of its sentence. */
const NONE = /^\s*no\s+/i;

function bannedTexts(sentence: string): string[] {
  const texts: string[] = [];
  let rest = withoutAddressee(sentence);
  for (let ban = NONE.exec(rest) ?? BAN.exec(rest); ban !== null; ban = BAN.exec(rest)) {
    rest = rest.slice(ban.index + ban[0].length);
    const end = THING_END.exec(rest)?.index ?? rest.length;
    const thing = rest.slice(0, end);
    rest = rest.slice(end);
    if (!CONDITION.test(rest)) texts.push(thing);
  }
  return texts;
}

/** What a lesson forbids, read as a person would. */
export function bansIn(reader: SentenceReader, lesson: string): Ban[] {
  const texts = reader.sentences(saidInLesson(lesson)).flatMap(({ text }) => bannedTexts(text));
  return [...[...new Set(texts)].slice(0, THINGS_MAX).flatMap((text) => banOf(text) ?? []), ...allergyBans(lesson)];
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
