// What was asked for twice: by words that name the same wish, or in other words, as "in cm?" and days later "whats that in metric".
import { createGiveWay } from "../base/give-way.ts";
import { type IntentShares, LIKELY, wantedShare } from "../domain/intent.ts";
import type { Seq } from "../domain/packet.ts";
import type { Scan } from "../domain/ports/learning-store.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import { cosineOf } from "../domain/similarity.ts";
import type { WishKind } from "../domain/wish.ts";
import { isUnderstoodAlone, lastingShare } from "./classify-message.ts";
import type { Wish } from "./find-wishes.ts";
import { isChat } from "./meant-to-last.ts";
import type { TaughtRule } from "./taught-rules.ts";
import { wordKind, wordWish } from "./word-rules.ts";

// All of these were chosen on the seen parts of bench:learning.

/** Who only reacts to an answer says no more. */
const REACTION_WORDS_MAX = 8;
/** From which two messages ask for the same. */
const SAME_SHARE = 0.75;
const QUESTION_WORDS_MAX = 6;
/** Packets before it, the last ones, of which the nearest are held against it. */
const LOOKED_BACK = 200;
const NEAREST = 3;
const COSINE_LEAST = 0.2;
/** Who says more tells a matter, and wants it once. */
const WORDS_MAX = 24;
/** Of one pass. */
const ASKED_MAX = 300;

interface Asked {
  readonly seq: Seq;
  readonly text: string;
  readonly vector: Float32Array;
  readonly wish: Wish;
  /** One of its sentences tells what the whole was taken for. */
  readonly tells: boolean;
}

/** `taught`: packets that teach a rule of their own. Two that follow upon one another are one conversation about one answer. */
export async function repeatedRules(
  classifier: MessageClassifier,
  wishes: readonly Wish[],
  scan: Scan,
  taught: ReadonlySet<Seq>,
): Promise<TaughtRule[]> {
  const asked = messagesOf(wishes, scan);
  const rules: TaughtRule[] = [];
  const told = new Set(taught);
  const giveWay = createGiveWay();
  let left = ASKED_MAX;
  for (const [at, later] of asked.entries()) {
    if (later.seq <= scan.after || told.has(later.seq) || !asksForSomething(later)) continue;
    const before = asked.slice(Math.max(0, at - LOOKED_BACK), Math.max(0, at - 1)).filter(({ seq }) => !told.has(seq));
    for (const earlier of nearestTo(later, before)) {
      await giveWay();
      if (left === 0) return rules;
      left -= 1;
      const { same } = await classifier.relationOf(later.text, earlier.text).catch(() => ({ same: 0 }));
      if (same < SAME_SHARE) continue;
      const rule = await wordBoth(classifier, earlier, later);
      if (rule === null) continue;
      for (const seq of rule.seqs) told.add(seq);
      rules.push(rule);
      break;
    }
  }
  return rules;
}

/** By what one of them wants of the answers, else as the longer one says it; null where that is a question again. */
async function wordBoth(classifier: MessageClassifier, earlier: Asked, later: Asked): Promise<TaughtRule | null> {
  const seqs = [earlier.seq, later.seq];
  for (const { wish } of [later, earlier]) {
    const [kind] = wish.kinds;
    if (kind !== undefined && wish.kinds.length === 1) {
      return { text: wordKind(kind), seqs, kinds: [kind], topic: null, wish: null };
    }
  }
  const { text } = earlier.text.length > later.text.length ? earlier : later;
  if (!(await isUnderstoodAlone(classifier, text))) return null;
  return { text: wordWish({ rule: null, text }, "order"), seqs, kinds: [], topic: null, wish: null };
}

/** In the order in which they were said: what is short, and has an embedding. */
function messagesOf(wishes: readonly Wish[], { alone, fresh }: Scan): Asked[] {
  const vectors = new Map([...alone, ...fresh].map(({ seq, vector }) => [seq, vector]));
  const messages = new Map<Seq, Asked>();
  for (const wish of wishes) {
    const vector = vectors.get(wish.seq) ?? null;
    if (vector === null) continue;
    const before = messages.get(wish.seq);
    const text = [before?.text ?? "", wish.masked].join(" ").trim();
    const tells = before?.tells === true || wish.classified?.tells === true;
    messages.set(wish.seq, { seq: wish.seq, text, vector, wish, tells });
  }
  return [...messages.values()].filter(({ text }) => text.split(/\s+/).length <= WORDS_MAX);
}

/** Of the answer, as "in km?" does: a longer question is about its matter, and talk between friends is full of them. */
function asksForSomething({ text, wish, tells }: Asked): boolean {
  const { classified } = wish;
  if (classified === null || isChat(wish)) return false;
  const { once, question } = classified.message;
  const isShort = text.split(/\s+/).length <= QUESTION_WORDS_MAX;
  return (tells ? lastingShare(classified.message) : 0) + once + (isShort ? question : 0) >= LIKELY;
}

function nearestTo({ vector }: Asked, others: readonly Asked[]): Asked[] {
  return others
    .map((other) => ({ other, cosine: cosineOf(vector, other.vector) }))
    .filter(({ cosine }) => cosine >= COSINE_LEAST)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEAREST)
    .map(({ other }) => other);
}

/** Likely said of the answers; a few words, as in "in cm?", are where they are not about somebody. */
function isVote(masked: string, shares: IntentShares): boolean {
  if (wantedShare(shares) >= LIKELY) return true;
  return masked.split(" ").length <= REACTION_WORDS_MAX && shares.self + shares.others < LIKELY;
}

/** Of one kind and value in two packets that do not follow upon one another, one of them new. */
export function votedRules(wishes: readonly Wish[], after: Seq): TaughtRule[] {
  const places = new Map([...new Set(wishes.map(({ seq }) => seq))].map((seq, at) => [seq, at]));
  const votes = new Map<string, { kind: WishKind; seqs: Seq[]; rule: string | null }>();
  for (const wish of wishes) {
    const { seq, masked, kinds, takesBack, rule } = wish;
    // To the classifier "tell me a joke" is a wish for this once, as "shorter please" is.
    const shares = wish.classified === null ? wish.shares : wish.inputShares;
    const isQuoted = wish.classified !== null && wish.classified.message.quoted >= LIKELY;
    if (takesBack || isQuoted || shares === null || !isVote(masked, shares)) continue;
    for (const kind of kinds) {
      const key = `${kind.kind}\n${kind.value}`;
      // Another value ends the row.
      for (const [other, vote] of votes) if (vote.kind.kind === kind.kind && other !== key) votes.delete(other);
      const vote = votes.get(key) ?? { kind, seqs: [], rule: null };
      const last = vote.seqs.at(-1);
      if (last === undefined || places.get(seq)! > places.get(last)! + 1) vote.seqs.push(seq);
      vote.rule = rule ?? vote.rule;
      votes.set(key, vote);
    }
  }
  return [...votes.values()]
    .filter(({ seqs }) => seqs.length > 1 && seqs.some((seq) => seq > after))
    .map(({ kind, seqs, rule }) => ({ text: rule ?? wordKind(kind), seqs, kinds: [kind], topic: null, wish: null }));
}
