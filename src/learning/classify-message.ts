// What the classifier of messages says of an input, of its sentences, and of how it stands to a rule.
import { withoutListMarks } from "../base/list-marks.ts";
import { RecentMap } from "../base/recent-map.ts";
import type { LearnOnce } from "../domain/account-settings.ts";
import { type IntentShares, LIKELY } from "../domain/intent.ts";
import {
  INTENT_OF,
  MESSAGE_INTENTS,
  type MessageClassifier,
  type MessageShares,
  type RelationShares,
} from "../domain/ports/message-classifier.ts";
import { FROM_NOW_ON_CUE, type WishSentence } from "../domain/wish.ts";
import { namesTheSame } from "./change-signs.ts";

export interface ClassifiedSentence {
  readonly input: string;
  /** Of the whole input. */
  readonly message: MessageShares;
  /** Of the sentence alone. */
  readonly own: MessageShares;
  /** Where its input is meant for good, it is part of what is meant: not news or a question beside it. */
  readonly tells: boolean;
  /** What the input changes is looked for with it: it tells, or is the first of an input of which only the whole does. */
  readonly carries: boolean;
}

// Bounds without a source were chosen on the seen parts of bench:learning.

/** An input that is less likely meant for good, or to end something, is not looked at sentence by sentence. */
const LOOK_SHARE = 0.2;
/** "3x + 5 = 20" has none. */
const WORD = /\p{L}{3}/u;
/** From which the words of a rule may be one by themselves. */
const ALONE_SHARE = 0.1;
/** Messages, and pairs of a message and a rule, that a pass remembers the answers to, the last ones. */
const ANSWERS_KNOWN = 500;
/** Where no sentence says it by itself, an input of so few words is one: "marks. off. please". */
const ONE_WORDS_MAX = 12;
/** One of several sentences must be as likely meant for good, or to end something: else the whole was misread. */
const FOUND_SHARE = 0.2;
/** One that is as likely a question, a reaction or news does not. */
const BESIDE_SHARE = 0.6;
/** "It's Kit" corrects what was said. A bare fact beside an order, "Stage 3", only looks so to the classifier. */
const CORRECTS = /^(?:no|nope|not|it['’]?s|that['’]?s|i(?:['’]?m| am| said| meant)|actually|sorry|wrong)\b/i;

export async function classifySentences(
  classifier: MessageClassifier,
  written: string,
  sentences: readonly Pick<WishSentence, "masked" | "isLasting" | "isListed" | "cue">[],
): Promise<readonly ClassifiedSentence[]> {
  // Marks of a list look like somebody else's text.
  const input = withoutListMarks(written);
  const message = await classifier.intentOf(input);
  const isWorded = sentences.some(({ isLasting }) => isLasting);
  const isWhole = sentences.length < 2 || (changingShare(message) < LOOK_SHARE && !isWorded);
  const own: MessageShares[] = [];
  for (const { masked, isListed, cue } of sentences) {
    const read = isWhole ? message : await classifier.intentOf(masked);
    const before = own.at(-1);
    const isJoined = isListed && before !== undefined && lastingShare(before) >= LIKELY;
    own.push(isJoined || cue === FROM_NOW_ON_CUE ? askedForGood(read) : read);
  }
  const isOrdered = own.some(({ order }) => order >= LIKELY);
  const says = own.map((each, at) => {
    return sentences[at]?.isLasting === true || (lastingShare(each) >= LIKELY && !(isOrdered && complains(each)));
  });
  const isSaid = says.includes(true);
  const isBeside = (each: MessageShares, at: number) => {
    const fact = isSaid && !CORRECTS.test(sentences[at]!.masked) ? each.correction : 0;
    return besideShare(each, isSaid) + fact >= BESIDE_SHARE || (isOrdered && complains(each));
  };
  const belongs = own.map((each, at) => says[at] === true || !isBeside(each, at));
  // What is over is said beside what is wanted from now on.
  const isOnlySaidBeside = own.map((each, at) => {
    const isNews = besideShare(each, true) + each.ends >= BESIDE_SHARE;
    return isSaid && says[at] !== true && (isNews || !WORD.test(sentences[at]!.masked));
  });
  const isFound = isSaid || own.some((each) => changingShare(each) >= FOUND_SHARE);
  const isOne = !isSaid && input.split(/\s+/).length <= ONE_WORDS_MAX;
  const most = Math.max(...own.map((each) => lastingShare(each)));
  const looked = own.map((each, at) => {
    return isFound && (isOne || belongs[at]! || (!belongs.includes(true) && lastingShare(each) === most));
  });
  return own.map((each, at) => {
    const carries = looked[at]! || (at === 0 && !looked.includes(true));
    return { input, message, own: each, tells: looked[at]! && !isOnlySaidBeside[at]!, carries };
  });
}

/** What is asked for is so from now on, by what stands beside it. */
function askedForGood(shares: MessageShares): MessageShares {
  return { ...shares, order: shares.order + shares.once, once: 0 };
}

/** Beside an order it says why. */
export function complains({ manner }: MessageShares): boolean {
  return manner >= LIKELY;
}

/** Rather a need or a circumstance than an order. */
export function isNeed({ classified }: { readonly classified: ClassifiedSentence | null }): boolean {
  if (classified === null) return false;
  const { order, manner, preference, household } = classified.own;
  return preference + household > order + manner;
}

/** `isSaid`: another sentence says what is meant for good, so that what is wanted now is something else. */
function besideShare({ question, talk, self, others, once }: MessageShares, isSaid: boolean): number {
  return question + talk + self + others + (isSaid ? once : 0);
}

/** Of what may become a rule: orders alone, or what the user needs and likes too. */
export function lastingShare(shares: MessageShares, learnOnce: LearnOnce = "preferences"): number {
  const orders = shares.order + shares.manner;
  return learnOnce === "preferences" ? orders + shares.preference + shares.household : orders;
}

/** Of what may become a rule, or end one. */
export function changingShare(shares: MessageShares): number {
  return lastingShare(shares) + shares.ends;
}

/** Whether the words of a rule, by themselves, may be meant for good. Where they cannot be read again, they may. */
export async function isUnderstoodAlone(classifier: MessageClassifier, said: string): Promise<boolean> {
  return (await classifier.intentOf(said).then(changingShare, () => 1)) >= ALONE_SHARE;
}

/** How a message stands to a rule in one or two wordings. null: it changes nothing. */
export async function relationTo(
  classifier: MessageClassifier,
  text: string,
  [own, whole]: readonly string[],
): Promise<Pick<RelationShares, "replaces" | "ends"> | null> {
  const byOwn = await relationOf(classifier, text, own!);
  const byWhole = byOwn === null || whole === undefined ? null : await relationOf(classifier, text, whole);
  if (byOwn === null || byWhole === null) return byOwn;
  // What only the whole tells may be about the rest of it: by the geometric mean, both have to tell something.
  const part = Math.sqrt((byOwn.replaces + byOwn.ends) / (byWhole.replaces + byWhole.ends));
  return part < 1 ? { replaces: byWhole.replaces * part, ends: byWhole.ends * part } : byOwn;
}

/** null: who names again what the rule names changes nothing; and a worker that dies twice over a pair leaves the rule as it is. */
async function relationOf(classifier: MessageClassifier, text: string, rule: string): Promise<RelationShares | null> {
  const relation = await classifier.relationOf(text, rule).catch(() => null);
  return relation !== null && relation.replaces >= relation.ends && namesTheSame(text, rule) ? null : relation;
}

/**
 * The same classifier, for one pass. A message is asked about once, though a rule of its words is read again; and so is a pair,
 * though each sentence of a message is held against the rules.
 */
export function rememberAnswers(classifier: MessageClassifier): MessageClassifier {
  const messages = new RecentMap<string, MessageShares>(ANSWERS_KNOWN);
  const pairs = new RecentMap<string, RelationShares>(ANSWERS_KNOWN);
  return {
    thresholds: classifier.thresholds,
    intentOf: (message) => remembered(messages, message, () => classifier.intentOf(message)),
    relationOf: (message, rule) =>
      remembered(pairs, JSON.stringify([message, rule]), () => classifier.relationOf(message, rule)),
  };
}

async function remembered<T>(known: RecentMap<string, T>, key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? (await ask());
  known.set(key, answer);
  return answer;
}

/** As the head for intents would say it. */
export function intentShares(shares: MessageShares): IntentShares {
  const found = { order: 0, preference: 0, once: 0, correction: 0, question: 0, self: 0, others: 0, talk: 0 };
  for (const intent of MESSAGE_INTENTS) found[INTENT_OF[intent]] += shares[intent];
  return found;
}
