// Decides which wishes become standing rules: what was said once and meant to last, and what was wished again and again.
import { createGiveWay } from "../base/give-way.ts";
import type { LearnOnce } from "../domain/account-settings.ts";
import type { IntentShares, IntentThresholds } from "../domain/intent.ts";
import type { Seq } from "../domain/packet.ts";
import type { ClassifierThresholds, MessageShares } from "../domain/ports/message-classifier.ts";
import { type About, isPlainOrder, isSaidForGood, type WishKind } from "../domain/wish.ts";
import { endsOnly, stopsOnly } from "./change-signs.ts";
import { type ClassifiedSentence, complains, lastingShare } from "./classify-message.ts";
import type { EndedRules } from "./ended-rules.ts";
import type { Wish } from "./find-wishes.ts";
import { isOfManner, mannerRule } from "./manner-rules.ts";
import { ruleOf } from "./rule-of-wishes.ts";
import { RULES_OF_PASS_MAX, type TaughtRule, TaughtRules } from "./taught-rules.ts";
import { wordKind } from "./word-rules.ts";

export interface DecidedWishes {
  /** In the order of the packets that taught them; a later one of the same kind or topic has taken the place of an earlier one. */
  readonly rules: readonly TaughtRule[];
  /** Those, and what later wishes of the pass have ended. */
  readonly stood: readonly TaughtRule[];
  /** Sentences that end a rule, and after which packet: rules said later stand. As many as rules, at most. */
  readonly ended: readonly Wish[];
}

export interface WishOptions {
  readonly learnOnce: LearnOnce;
  /** The watermark: wishes of packets above it are new. */
  readonly after: Seq;
  /** Shares from which a sentence counts as said for good; null: the model has no head for intents. */
  readonly thresholds: IntentThresholds | null;
  /** null: the model has no classifier of messages. */
  readonly classifier: ClassifierThresholds | null;
  /** Most of what is said is talk, as between friends. */
  readonly isTalk: boolean;
  /** What the live lessons are about: who says otherwise speaks of what is to last too. */
  readonly standing: readonly About[];
  /** Wishes that change what a live lesson says, by their meaning, and whether they put something in its place. */
  readonly changing: Pick<ReadonlyMap<Wish, Change>, "has" | "get">;
  /** What sentences take back, of the rules of the pass and of the live ones: they are none themselves. */
  readonly takenBack: ReadonlyMap<Wish, Pick<EndedRules, "taught">>;
}

/** What ends no rule is an order where the head for intents is as sure of it. */
const STOP_SHARE = 0.9;
/** From which a message is somebody else's words: a text, a role, what others want. */
const QUOTED_SHARE = 0.5;
/** From which a sentence whose words say that it stands is an order. */
const SOME_SHARE = 0.5;
/** How much the head for intents counts beside the classifier. */
const HEAD_PART = 0.5;
/** And how much words that say that it is to last do: "always", "from now on". */
const LASTING_WORDS = 0.7;
/** Of a few words little can be told, as of a reaction to an answer: an input of so many counts as the classifier says. */
const USUAL_WORDS = 10;
const WORDS_LEAST = 3;
const WORDS_MOST = 40;
/** From which a message that takes the place of a rule is one itself. */
const INSTEAD_SHARE = 0.2;
/** Friends tell each other of their lives and likes: there a wish must be so much surer. */
const TALK_PART = 2;
/** No share is surer than that. */
const SHARE_LEAST = 1e-4;

export interface Change {
  /** Nothing stands in its place; null: words must tell. */
  readonly onlyEnds: boolean | null;
}

/** A wish about the answers is likely enough to count as one of several of its kind. */
const VOTE_SHARE = 0.5;
/** Who only reacts to an answer says no more. */
const REACTION_WORDS_MAX = 8;
/** Beside a wish that is meant to last, a sentence that is as likely one belongs to it. */
const BESIDE_SHARE = 0.5;
/** From which a whole input counts as chat, and what an order in one must have. */
const CHAT_SHARE = 0.5;
const ORDER_IN_CHAT_SHARE = 0.95;
/** Of the share that a lasting wish must have, where it changes a live lesson. */
const CHANGE_PART = 0.75;
/** Two sentences that follow upon one another count together from this share on. */
const LIKELY_SHARE = 0.6;
const SENTENCES_OF_RULE_MAX = 3;
/** From which a sentence that asks by its words tells no preference. */
const ASKED_SHARE = 0.2;
/** An order that speaks to nobody must be as likely. */
const UNADDRESSED_SHARE = 0.8;
const UNADDRESSED_PLAIN_SHARE = 0.95;

export async function decideWishes(wishes: readonly Wish[], options: WishOptions): Promise<DecidedWishes> {
  const rules = new TaughtRules();
  const ended: Wish[] = [];
  const standing = standingOf(options.standing);
  let run: Wish[] = [];
  /** Just before, and likely enough to belong to a wish that follows. */
  let leading: Wish | null = null;
  let previous: Wish | null = null;
  /** The last packet that wished something for good. */
  let saidIn: Seq = -1;
  const messages = Map.groupBy(wishes, ({ seq }) => seq);
  const flush = () => {
    if (run.length > 0) rules.take(ruleOf(run, messages.get(run[0]!.seq)!, options.changing));
    run = [];
  };
  const giveWay = createGiveWay();
  for (const wish of wishes) {
    await giveWay();
    const isNew = wish.seq > options.after;
    if (wish.takesBack && isNew) {
      flush();
      ended.push(wish);
      const meant = options.takenBack.get(wish);
      for (const rule of meant?.taught ?? []) rules.drop(rule);
      const isEnd = wish.classified === null && rules.end(wish);
      if (isEnd || meant !== undefined || wish.onlyTakesBack) continue;
    }
    const last: Wish | undefined = run.at(-1);
    const beside = leading?.seq === wish.seq && wish.rule === null ? leading : null;
    const isStrong = isNew && isMeantToLast(wish, { ...options, beside }, standing);
    // What it is for has been said: an order before it.
    if (isStrong && saidIn === wish.seq && saysWhy(wish, run)) continue;
    if (isStrong) saidIn = wish.seq;
    // Sentences that follow upon one another say one thing, unless their words show rules of their own.
    const goesOn = last !== undefined && last.seq === wish.seq && last.rule === null && wish.rule === null;
    const belongs = isNew && wish.rule === null && mayBelong(wish, options);
    if (goesOn && belongs && run.length < SENTENCES_OF_RULE_MAX) run.push(wish);
    else {
      flush();
      if (isStrong) run.push(...(beside === null ? [] : [beside]), wish);
    }
    leading = belongs && run.length === 0 ? wish : null;
    const manner =
      isNew && run.length === 0 && wish.classified === null
        ? mannerRule(wish, previous?.seq === wish.seq ? previous : null)
        : null;
    if (manner !== null && options.learnOnce !== "off") rules.take(manner);
    previous = wish;
  }
  flush();
  const voted = votedRules(wishes, options.after).filter((rule) => !rules.support(rule));
  return { rules: [...rules.all, ...voted], stood: [...rules.stood, ...voted], ended: ended.slice(-RULES_OF_PASS_MAX) };
}

interface Standing {
  /** What live lessons want of each kind. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly topics: ReadonlySet<string | null>;
}

function standingOf(standing: readonly About[]): Standing {
  const values = new Map<string, Set<string>>();
  for (const { kind, value } of standing.flatMap(({ kinds }) => kinds)) {
    values.set(kind, (values.get(kind) ?? new Set()).add(value));
  }
  return { values, topics: new Set(standing.map(({ topic }) => topic)) };
}

function isMeantToLast(
  wish: Wish,
  { learnOnce, thresholds, classifier, changing, isTalk, beside }: WishOptions & { readonly beside: Wish | null },
  { values: standing, topics }: Standing,
): boolean {
  if (learnOnce === "off") return false;
  const { shares, kinds, topic, classified } = wish;
  if (classified !== null) return isClassifiedAsLasting(wish, classified, { learnOnce, classifier, changing, isTalk });
  if (shares === null) return isSaidForGood(wish, null, thresholds);
  if (isPlainOrder(wish)) return true;
  const saysOtherwise = kinds.some(({ kind, value }) => {
    const values = standing.get(kind);
    return values !== undefined && (values.size > 1 || !values.has(value));
  });
  const isAsked = wish.asks && !wish.isLasting;
  if (changing.has(wish) && !isAsked && !wish.isOnce) {
    if (stopsOnly(wish.masked) && shares.order > shares.preference) return false;
    if (!endsOnly(wish.masked)) return shares.question + shares.talk < CHAT_SHARE;
  }
  const isChange = saysOtherwise || changing.has(wish) || (topic !== null && topics.has(topic));
  if (!isChange && !wish.needsOfHousehold && isChat(wish)) return shares.order >= ORDER_IN_CHAT_SHARE && wish.addresses;
  const isWorded = wish.isLasting || wish.rule !== null;
  const isAddressed = wish.addresses || shares.order >= (isWorded ? UNADDRESSED_SHARE : UNADDRESSED_PLAIN_SHARE);
  const order = isAddressed && !isAsked ? shares.order : 0;
  const household = wish.needsOfHousehold ? shares.others : 0;
  const onlyAsks = isAsked && wish.said === wish.text;
  const preference = learnOnce === "preferences" && !onlyAsks ? shares.preference + household : 0;
  const lasting = thresholds === null || !isChange ? thresholds : changed(thresholds);
  const share = together(order + preference, beside);
  const isSure =
    isOfManner(wish) && order >= preference && !wish.isOnce && thresholds !== null && share >= thresholds.lasting;
  return isSure || isSaidForGood({ ...wish, isLasting: wish.isLasting || isChange }, share, lasting);
}

function isClassifiedAsLasting(
  wish: Wish,
  { input, message, own, tells }: ClassifiedSentence,
  { learnOnce, classifier, changing, isTalk }: Pick<WishOptions, "learnOnce" | "classifier" | "changing" | "isTalk">,
): boolean {
  if (wish.deniesNeed) return false;
  const isOwn = message.quoted < QUOTED_SHARE;
  if (isPlainOrder(wish)) return isOwn;
  if (wish.isPlain && wish.stands === "need") return isOwn && learnOnce === "preferences";
  if (wish.isRequest || classifier === null) return false;
  const change = changing.get(wish);
  if (isOwn && !isTalk && change?.onlyEnds !== true && standsAsClassified(wish, own, learnOnce)) return true;
  if (!tells) return false;
  const isInstead = change !== undefined && change.onlyEnds !== true;
  // "Stop apologising", where no rule wants it: an order, and not the end of one.
  const isStop = change === undefined && !wish.takesBack && byHead(wish, isTalk, ({ order }) => order) >= STOP_SHARE;
  const onlyAsks = own.question >= ASKED_SHARE && wish.asks && !wish.isLasting && wish.said === wish.text;
  // What somebody likes is told beside a question, not in it.
  const share = lastingShare(message, onlyAsks ? "orders" : learnOnce) + (isStop ? message.ends : 0);
  const sure = likelyLasting(wish, share, { learnOnce, isTalk }) + lengthPart(input) - (isTalk ? TALK_PART : 0);
  return sure >= logit(isInstead ? INSTEAD_SHARE : classifier.lasting);
}

/** Where words say that it stands, it is enough that the classifier takes it for an order or a need of any kind. */
function standsAsClassified({ stands }: Wish, own: MessageShares, learnOnce: LearnOnce): boolean {
  if (stands === null || (stands === "need" && learnOnce !== "preferences")) return false;
  const told = stands === "need" ? own.self : 0;
  return lastingShare(own, learnOnce) + told + own.correction + own.ends + own.once >= SOME_SHARE;
}

/** As a logit: what the classifier says, and half as much what the head for intents says of the same input. */
function likelyLasting(
  wish: Wish,
  share: number,
  { learnOnce, isTalk }: Pick<WishOptions, "learnOnce" | "isTalk">,
): number {
  const byClassifier = logit(share) + (wish.isLasting ? LASTING_WORDS : 0);
  if (wish.inputShares === null) return byClassifier;
  const isPreferred = learnOnce === "preferences";
  const likely = byHead(wish, isTalk, ({ order, preference }) => order + (isPreferred ? preference : 0));
  return byClassifier + HEAD_PART * logit(likely);
}

/**
 * Of the whole input, or of the sentence where that says more: beside a question or news a wish is hard to see in the whole. Where
 * most is talk, the whole decides.
 */
function byHead({ inputShares, ownShares }: Wish, isTalk: boolean, share: (shares: IntentShares) => number): number {
  const asked = isTalk ? [inputShares] : [inputShares, ownShares];
  return Math.max(...asked.map((shares) => (shares === null ? 0 : share(shares))));
}

/** In logits. */
function lengthPart(input: string): number {
  const words = input.split(/\s+/, WORDS_MOST).length;
  return Math.log(Math.max(WORDS_LEAST, words) / USUAL_WORDS);
}

function logit(share: number): number {
  const within = Math.min(1 - SHARE_LEAST, Math.max(SHARE_LEAST, share));
  return Math.log(within / (1 - within));
}

/** "I don't need a list of it. When I moan just let me moan": each is likely, and both together are more so. */
function together(share: number, beside: Wish | null): number {
  if (share < LIKELY_SHARE || beside === null || beside.shares === null) return share;
  const other = beside.shares.order + beside.shares.preference;
  return other < LIKELY_SHARE || !beside.masked.includes(" ") ? share : 1 - (1 - share) * (1 - other);
}

/** Most of what is said beside it is of the user or of others, as friends talk: there a like is told in passing. */
export function isChat({ inputShares }: Pick<Wish, "inputShares">): boolean {
  return inputShares !== null && inputShares.self + inputShares.talk + inputShares.others >= CHAT_SHARE;
}

function changed({ plain, worded }: IntentThresholds): IntentThresholds {
  return { plain, lasting: worded * CHANGE_PART, worded: worded * CHANGE_PART };
}

function mayBelong({ shares, isOnce, asks, classified }: Wish, { learnOnce }: WishOptions): boolean {
  if (classified !== null) return classified.tells;
  if (shares === null || isOnce || asks) return false;
  return shares.order + (learnOnce === "preferences" ? shares.preference : 0) >= BESIDE_SHARE;
}

/** `run`: the sentences of a rule that are not worded yet. */
function saysWhy({ explains, isLasting, kinds, rule, shares, classified }: Wish, run: readonly Wish[]): boolean {
  // "They are ordinary questions", behind the order to leave out praise.
  if (classified !== null) return run.at(-1)?.rule != null && rule === null && complains(classified.own);
  return explains && !isLasting && kinds.length === 0 && rule === null && (shares?.preference ?? 0) < VOTE_SHARE;
}

/** Likely said of the answers; a few words, as in "in cm?", are where they are not about somebody. */
function isVote(masked: string, { order, once, correction, preference, self, others }: IntentShares): boolean {
  if (order + once + correction + preference >= VOTE_SHARE) return true;
  return masked.split(" ").length <= REACTION_WORDS_MAX && self + others < VOTE_SHARE;
}

/** Of one kind and value in two packets that do not follow upon one another, one of them new. */
function votedRules(wishes: readonly Wish[], after: Seq): TaughtRule[] {
  const places = new Map([...new Set(wishes.map(({ seq }) => seq))].map((seq, at) => [seq, at]));
  const votes = new Map<string, { kind: WishKind; seqs: Seq[]; rule: string | null }>();
  for (const wish of wishes) {
    const { seq, masked, kinds, takesBack, rule } = wish;
    // To the classifier "tell me a joke" is a wish for this once, as "shorter please" is.
    const shares = wish.classified === null ? wish.shares : wish.inputShares;
    const isQuoted = wish.classified !== null && wish.classified.message.quoted >= QUOTED_SHARE;
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
