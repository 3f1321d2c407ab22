// Decides which wishes become standing rules: what was said once and meant to last, and what was wished again and again.
import type { LearnOnce } from "../domain/account-settings.ts";
import type { IntentThresholds } from "../domain/intent.ts";
import type { Seq } from "../domain/packet.ts";
import { isSaidForGood, type WishKind } from "../domain/wish.ts";
import type { Wish } from "./find-wishes.ts";
import { type About, areAboutTheSame, contradict } from "./rule-about.ts";
import { wordKind, wordWish } from "./word-rules.ts";

export interface TaughtRule {
  readonly text: string;
  readonly seqs: readonly Seq[];
  readonly kinds: readonly WishKind[];
  /** What the rule settles; null where its words do not show it. */
  readonly topic: string | null;
  /** The sentence that it was said with; null for one that was wished in several. */
  readonly wish: Wish | null;
}

export interface DecidedWishes {
  /** In the order of the packets that taught them; a later one of the same kind or topic has taken the place of an earlier one. */
  readonly rules: readonly TaughtRule[];
  /** Sentences that end a rule, and after which packet: rules said later stand. */
  readonly ended: readonly Wish[];
}

export interface WishOptions {
  readonly learnOnce: LearnOnce;
  /** The watermark: wishes of packets above it are new. */
  readonly after: Seq;
  /** Shares from which a sentence counts as said for good; null: the model has no head for intents. */
  readonly thresholds: IntentThresholds | null;
  /** What the live lessons are about: who says otherwise speaks of what is to last too. */
  readonly standing: readonly About[];
}

/** A wish about the answers is likely enough to count as one of several of its kind. */
const VOTE_SHARE = 0.5;

export function decideWishes(wishes: readonly Wish[], options: WishOptions): DecidedWishes {
  const rules: TaughtRule[] = [];
  const ended: Wish[] = [];
  let run: Wish[] = [];
  const flush = () => {
    if (run.length > 0) take(rules, ruleOf(run));
    run = [];
  };
  for (const wish of wishes) {
    const isNew = wish.seq > options.after;
    if (wish.takesBack && isNew) {
      flush();
      ended.push(wish);
      if (endRules(rules, wish)) continue;
    }
    const last = run.at(-1);
    const isStrong = isNew && isMeantToLast(wish, options);
    // Sentences that follow upon one another say one thing, unless their words show rules of their own.
    const goesOn = last !== undefined && last.seq === wish.seq && last.rule === null && wish.rule === null;
    if (!isStrong || !goesOn) flush();
    if (isStrong) run.push(wish);
  }
  flush();
  for (const rule of votedRules(wishes, options.after)) {
    const isKnown = rules.some(({ kinds }) => kinds.some(({ kind }) => kind === rule.kinds[0]?.kind));
    if (!isKnown) rules.push(rule);
  }
  return { rules, ended };
}

function isMeantToLast(wish: Wish, { learnOnce, thresholds, standing }: WishOptions): boolean {
  if (learnOnce === "off") return false;
  const { shares, kinds } = wish;
  if (shares === null) return isSaidForGood(wish, null, thresholds);
  const order = wish.addresses ? shares.order : 0;
  const preference = learnOnce === "preferences" ? shares.preference : 0;
  const isLasting = wish.isLasting || (kinds.length > 0 && standing.some((other) => contradict(other, wish)));
  return isSaidForGood({ ...wish, isLasting }, order + preference, thresholds);
}

/** Of sentences that follow upon one another. */
function ruleOf(run: readonly Wish[]): TaughtRule {
  const [first] = run as [Wish];
  const text = run.map((wish) => wish.text).join(" ");
  const orders = run.filter(({ shares }) => shares === null || shares.order >= shares.preference);
  return {
    text: wordWish({ rule: first.rule, text }, orders.length > 0 ? "order" : "preference"),
    seqs: [first.seq],
    kinds: run.flatMap(({ kinds }) => kinds),
    topic: first.topic,
    wish: first,
  };
}

/** The same kind or topic said again: the later wording, and the sources of both where they agree. */
function take(rules: TaughtRule[], rule: TaughtRule): void {
  const at = rules.findIndex((other) => areAboutTheSame(other, rule));
  const other = rules[at];
  if (other === undefined) {
    rules.push(rule);
    return;
  }
  rules.splice(at, 1);
  rules.push(contradict(other, rule) ? rule : { ...rule, seqs: [...new Set([...other.seqs, ...rule.seqs])] });
}

/** Whether there was one. */
function endRules(rules: TaughtRule[], wish: Wish): boolean {
  const before = rules.length;
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    if (areAboutTheSame(rules[at]!, wish)) rules.splice(at, 1);
  }
  return rules.length < before;
}

/** Of one kind and value in two packets that do not follow upon one another, one of them new. */
function votedRules(wishes: readonly Wish[], after: Seq): TaughtRule[] {
  const places = new Map([...new Set(wishes.map(({ seq }) => seq))].map((seq, at) => [seq, at]));
  const votes = new Map<string, { kind: WishKind; seqs: Seq[]; rule: string | null }>();
  for (const { seq, kinds, shares, takesBack, rule } of wishes) {
    if (takesBack || shares === null) continue;
    if (shares.order + shares.once + shares.correction + shares.preference < VOTE_SHARE) continue;
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
