// Tells whether a sentence is meant to last: by the classifier of messages, and where there is none by the head for intents.
import type { LearnOnce } from "../domain/account-settings.ts";
import { type IntentShares, type IntentThresholds, LIKELY } from "../domain/intent.ts";
import type { Seq } from "../domain/packet.ts";
import type { ClassifierThresholds, MessageShares } from "../domain/ports/message-classifier.ts";
import { type About, FROM_NOW_ON_CUE, isPlainOrder, isSaidForGood } from "../domain/wish.ts";
import { endsOnly, permits, stopsOnly } from "./change-signs.ts";
import { type ClassifiedSentence, isNeed, lastingShare } from "./classify-message.ts";
import type { EndedRules } from "./ended-rules.ts";
import type { Wish } from "./find-wishes.ts";
import { isOfManner } from "./manner-rules.ts";

export interface Change {
  /** Nothing stands in its place; null: words must tell. */
  readonly onlyEnds: boolean | null;
  /** Its words say no more than that: it is no rule itself. */
  readonly isPlain?: boolean;
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
  readonly changing: ReadonlyMap<Wish, Change>;
  /** What sentences take back, of the rules of the pass and of the live ones: they are none themselves. */
  readonly takenBack: ReadonlyMap<Wish, Pick<EndedRules, "taught">>;
}

// Bounds without a source were chosen on the seen parts of bench:learning.

/** "You can swear again from now on" ends something, and orders nothing. */
const ENDS_SHARE = 0.85;
/** What ends no rule is an order where the head for intents is as sure of it. */
const STOP_SHARE = 0.9;
/** How much the head for intents counts beside the classifier. */
const HEAD_PART = 0.5;
/** And how much words that say that it is to last do: "always", "from now on". */
const LASTING_WORDS = 0.7;
/** "Always" and "never" in a sentence that is read as a rule; "I keep telling you" in a complaint of the answer. */
const WORDED_ORDER = 1.4;
/** How much they do that say that it is for now: "today", "hoy". */
const ONCE_WORDS = 1.5;
/**
 * Of a few words little can be told, as of a reaction to an answer: an input of so many counts as the classifier says. Of 366
 * messages it is told at an average precision of .979 whether they teach, without a look at their length of .972.
 */
const USUAL_WORDS = 10;
const WORDS_LEAST = 3;
const WORDS_MOST = 40;
/** From which a message that is a rule by its words, and says nothing else, is one, however short: "no bullet points please". */
const WHOLE_RULE_SHARE = 0.75;
/** From which a message that takes the place of a rule is one itself. */
const INSTEAD_SHARE = 0.2;
/**
 * Friends tell each other of their lives and likes: there a wish must be so much surer. Of six of LoCoMo's dialogues 17 rules
 * are learned, and 39 without this.
 */
const TALK_PART = 2;
/** From which a message is of what the user's household needs. */
const HOUSEHOLD_SHARE = 0.9;
/** No share is surer than that. */
const SHARE_LEAST = 1e-4;
/** What an order in chat must have. */
const ORDER_IN_CHAT_SHARE = 0.95;
/** Of the share that a lasting wish must have, where it changes a live lesson. */
const CHANGE_PART = 0.75;
/** Two sentences that follow upon one another count together from this share on. */
const TOGETHER_SHARE = 0.6;
/** From which a sentence that asks by its words tells no preference. */
const ASKED_SHARE = 0.2;
/** An order that speaks to nobody must be as likely. */
const UNADDRESSED_SHARE = 0.8;
const UNADDRESSED_PLAIN_SHARE = 0.95;

/** What live lessons want. */
interface Standing {
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

/** `beside`: the sentence before it, where that may belong to it; null: none. */
export function meantToLast(options: WishOptions): (wish: Wish, beside: Wish | null) => boolean {
  const standing = standingOf(options.standing);
  const ending = [...options.changing].filter(([, { onlyEnds }]) => onlyEnds === true).map(([wish]) => wish);
  const over = new Set([...ending, ...options.takenBack.keys()].map(({ seq }) => seq));
  return (wish, beside) => {
    const { classified, shares } = wish;
    if (options.learnOnce === "off" || options.changing.get(wish)?.isPlain === true) return false;
    // Beside the end of a rule it says why: "I'm home, at the big screen again".
    if (over.has(wish.seq) && !options.changing.has(wish) && wish.stands === null && isNeed(wish)) return false;
    if (classified !== null) return byClassifier(wish, classified, options);
    if (shares === null) return isSaidForGood(wish, null, options.thresholds);
    return byHead(wish, shares, options, { beside, standing });
  };
}

function byClassifier(wish: Wish, { input, message, own, tells }: ClassifiedSentence, options: WishOptions): boolean {
  const { learnOnce, classifier, isTalk } = options;
  if (wish.deniesNeed) return false;
  // Somebody else's words are a text, a role, what others want.
  const isOwn = message.quoted < LIKELY || (wish.stands === "need" && own.quoted < LIKELY);
  if (isPlainOrder(wish)) return isOwn && own.ends < ENDS_SHARE;
  if (wish.isPlain && wish.stands === "need") return isOwn && learnOnce === "preferences";
  if (wish.isRequest || classifier === null) return false;
  const change = options.changing.get(wish);
  if (change !== undefined && permits(wish.masked)) return false;
  if (isOwn && !isTalk && change?.onlyEnds !== true) {
    if (standsAsClassified(wish, own, learnOnce)) return true;
    if (isWholeRule(wish, input) && lastingShare(message, learnOnce) >= WHOLE_RULE_SHARE) return true;
  }
  if (!tells) return false;
  const isAllowed = permits(input);
  const isInstead = change !== undefined && change.onlyEnds !== true && !isAllowed;
  // "Stop apologising", where no rule wants it: an order, and not the end of one.
  const isStop =
    change === undefined &&
    !wish.takesBack &&
    !isAllowed &&
    shareByHead(wish, isTalk, ({ order }) => order) >= STOP_SHARE;
  const onlyAsks = own.question >= ASKED_SHARE && wish.asks && !wish.isLasting && wish.said === wish.text;
  // What somebody likes is told beside a question, not in it.
  const of = onlyAsks ? "orders" : learnOnce;
  // "From now on" is said of the sentence, whatever the message is for besides.
  const said = wish.cue === FROM_NOW_ON_CUE ? lastingShare(own, of) : 0;
  const share = Math.max(lastingShare(message, of), said) + (isStop ? message.ends : 0);
  const sure = likelyLasting(wish, share, options) + lengthPart(input) - (isTalk ? TALK_PART : 0);
  return sure >= logit(isInstead ? INSTEAD_SHARE : classifier.lasting);
}

/** Where words say that it stands, it is enough that the classifier takes it for an order or a need of any kind. */
function standsAsClassified({ stands }: Wish, own: MessageShares, learnOnce: LearnOnce): boolean {
  if (stands === null || (stands === "need" && learnOnce !== "preferences")) return false;
  const told = stands === "need" ? own.self : 0;
  return lastingShare(own, learnOnce) + told + own.correction + own.ends + own.once >= LIKELY;
}

function isWholeRule({ rule, topic, masked, isOnce, asks, takesBack }: Wish, input: string): boolean {
  return rule !== null && topic !== null && masked === input.trim() && !isOnce && !asks && !takesBack;
}

/** As a logit: what the classifier says, and half as much what the head for intents says of the same input. */
function likelyLasting(wish: Wish, share: number, { learnOnce, isTalk }: WishOptions): number {
  const isToldAgain = wish.isToldAgain && share >= LIKELY;
  const words = isWordedOrder(wish) || isToldAgain ? WORDED_ORDER : wish.isLasting ? LASTING_WORDS : 0;
  const told = logit(share) + words - (wish.isOnce && !wish.isLasting ? ONCE_WORDS : 0);
  if (wish.inputShares === null) return told;
  const isPreferred = learnOnce === "preferences";
  // To that head what the user's household needs is news of others.
  const household = wish.classified?.message.household ?? 0;
  const isOfHousehold = isPreferred && !wish.pointsBack && household >= HOUSEHOLD_SHARE;
  const likely = shareByHead(wish, isTalk, ({ order, preference, others, self }) => {
    return order + (isPreferred ? preference : 0) + (isOfHousehold ? others + self : 0);
  });
  return told + HEAD_PART * logit(likely);
}

function isWordedOrder({ isLasting, rule, cue, topic }: Wish): boolean {
  return isLasting && rule !== null && topic !== null && (cue === "order-always" || cue === "order-never");
}

/**
 * Of the whole input, or of the sentence where that says more: beside a question or news a wish is hard to see in the whole. Where
 * most is talk, the whole decides.
 */
function shareByHead({ inputShares, ownShares }: Wish, isTalk: boolean, share: (shares: IntentShares) => number) {
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

function byHead(
  wish: Wish,
  shares: IntentShares,
  { learnOnce, thresholds, changing }: WishOptions,
  { beside, standing }: { readonly beside: Wish | null; readonly standing: Standing },
): boolean {
  if (isPlainOrder(wish)) return true;
  const isAsked = wish.asks && !wish.isLasting;
  const isChanging = changing.has(wish);
  if (isChanging && !isAsked && !wish.isOnce) {
    if (stopsOnly(wish.masked) && shares.order > shares.preference) return false;
    if (!endsOnly(wish.masked)) return shares.question + shares.talk < LIKELY;
  }
  const isChange = isChanging || saysOtherwise(wish, standing);
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

/** About the same thing as a live lesson: another value of its kind, or its very topic. */
function saysOtherwise({ kinds, topic }: Wish, standing: Standing): boolean {
  if (topic !== null && standing.topics.has(topic)) return true;
  return kinds.some(({ kind, value }) => {
    const values = standing.values.get(kind);
    return values !== undefined && (values.size > 1 || !values.has(value));
  });
}

/** "I don't need a list of it. When I moan just let me moan": each is likely, and both together are more so. */
function together(share: number, beside: Wish | null): number {
  if (share < TOGETHER_SHARE || beside === null || beside.shares === null) return share;
  const other = beside.shares.order + beside.shares.preference;
  return other < TOGETHER_SHARE || !beside.masked.includes(" ") ? share : 1 - (1 - share) * (1 - other);
}

/** Most of what is said beside it is of the user or of others, as friends talk: there a like is told in passing. */
export function isChat({ inputShares }: Pick<Wish, "inputShares">): boolean {
  return inputShares !== null && inputShares.self + inputShares.talk + inputShares.others >= LIKELY;
}

function changed({ plain, worded }: IntentThresholds): IntentThresholds {
  return { plain, lasting: worded * CHANGE_PART, worded: worded * CHANGE_PART };
}
