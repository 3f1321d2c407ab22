// What a user wishes of the assistant, or tells of themselves for good.
import type { IntentThresholds } from "./intent.ts";

export interface WishKind {
  /** What the wish is about: "length", "emojis", "language" … */
  readonly kind: string;
  /** What is wanted of it: "short", "no", "german" … */
  readonly value: string;
}

/** What a wish or a rule is about: two that are about one thing cannot both stand. */
export interface About {
  readonly kinds: readonly WishKind[];
  /** What the rule settles; null where its words do not show it. */
  readonly topic: string | null;
}

/** A part of a sentence that may be an order by itself. */
export interface OrderPart {
  /** With the mark that ends it. */
  readonly text: string;
  /** Without what joins it to the part before it, and without its mark. */
  readonly order: string;
  /** By its words: an order, or beside one; null: they do not tell. */
  readonly is: "order" | "beside" | null;
  /** It begins as an order, and "and" joins it to what stands before it. */
  readonly isAdded: boolean;
}

export interface PartedOrders {
  /** What the orders are for, or why, with what ends it; "" where the sentence does not say it first. */
  readonly lead: string;
  /** 2 to 16. */
  readonly parts: readonly OrderPart[];
  /** They stand below a heading, or apart by semicolons. */
  readonly isList: boolean;
}

/** A sentence of an input, by its words alone. */
export interface WishSentence extends About {
  /** As it was said, in one line. */
  readonly text: string;
  /** The same without the questions in it, where something is said beside them. */
  readonly said: string;
  /** With quotations of several words as the one word QUOTE. */
  readonly masked: string;
  /** The sentence as a standing rule; null where its words alone do not show one. */
  readonly rule: string | null;
  /** It says for which questions or texts: "when I ask about libraries". */
  readonly isConditional: boolean;
  /** It says that it is meant to last. */
  readonly isLasting: boolean;
  /** The second of two orders that one sentence joins. */
  readonly isListed: boolean;
  /** null: it is in one part. */
  readonly parted: PartedOrders | null;
  /** It complains of what was told before: "I keep telling you none". */
  readonly isToldAgain: boolean;
  /** By its words alone it is an order, or a need of the user's own, that stands. */
  readonly stands: "order" | "need" | null;
  /** So plainly that no model has to agree: what is to be remembered, a ban in German, French or Spanish, an allergy told there. */
  readonly isPlain: boolean;
  /** It says nothing beyond its kinds. */
  readonly saysOnlyKinds: boolean;
  /** It asks for one thing: "I require the opening hours of the town hall". */
  readonly isRequest: boolean;
  /** A need is denied: it may end a rule, and is none. */
  readonly deniesNeed: boolean;
  /** It says that it is meant for this once. */
  readonly isOnce: boolean;
  /** It speaks to the assistant, or of what the assistant gives. */
  readonly addresses: boolean;
  /** Which of its words make it a standing order, as far as words do: "order-never"; null: none. */
  readonly cue: string | null;
  /** It only says why: "they make me feel old". */
  readonly explains: boolean;
  /** It tells of an allergy or the like that the user's household must mind. */
  readonly needsOfHousehold: boolean;
  /** It asks for something now, with or without a question mark; "can you …" may be an order, and is none of these. */
  readonly asks: boolean;
  /** It says nothing without the sentence before it: "do that every time". */
  readonly pointsBack: boolean;
  /** It holds what came against what was asked for: "I wanted a number and got a lecture". */
  readonly contrasts: boolean;
  /** It may end a rule that was said before. */
  readonly takesBack: boolean;
  /** All that was wished before, whatever it was about. */
  readonly takesBackAll: boolean;
  /** It says nothing else: where no such rule is, it is none either. */
  readonly onlyTakesBack: boolean;
  /** Of few words that say no more than that something is over; null: of others. */
  readonly plainEnd: PlainEnd | null;
}

/** What is over, or allowed again: "the working", "bullets". */
export interface PlainEnd {
  readonly what: string;
  /** They say that it is a rule. */
  readonly isRule: boolean;
  readonly isAllowed: boolean;
}

export function areAboutTheSame(a: About, b: About): boolean {
  if (a.topic !== null && a.topic === b.topic) return true;
  return a.kinds.some(({ kind }) => b.kinds.some((other) => other.kind === kind));
}

/** Of one kind, with other values. */
export function contradict(a: About, b: About): boolean {
  return a.kinds.some(({ kind, value }) => b.kinds.some((other) => other.kind === kind && other.value !== value));
}

/** Whether a rule of these sentences is about answers in general, such as their language or length. */
export function areGeneral(sentences: readonly WishSentence[]): boolean {
  return sentences.some(({ kinds }) => kinds.length > 0) && !sentences.some(({ isConditional }) => isConditional);
}

/** What of an input is meant to last: the most that one of its sentences says. */
export interface LastingWish {
  readonly kind: "order" | "preference" | "withdrawal";
  /** For people who ask why. */
  readonly cue: string;
}

/** What is known of a sentence by its words: a rule, or what it wants of the answers. */
type Worded = Pick<
  WishSentence,
  "stands" | "isPlain" | "isOnce" | "isLasting" | "rule" | "topic" | "kinds" | "cue" | "addresses"
>;

/** Of a lasting preference of the user's own. */
export const PREFERENCE_CUE = "lasting-preference";
/** Of orders that say from when on they hold. */
export const FROM_NOW_ON_CUE = "order-from-now-on";

/** Of orders to keep in mind what the user tells. */
export const REMEMBER_CUE = "order-remember";

/** "Never use bullet points", "remember that I park on level 3": nobody says that of anything else. */
export function isPlainOrder({ stands, isPlain, isOnce, rule, kinds, cue, addresses }: Worded): boolean {
  if (isOnce) return false;
  if (isPlain && stands === "order") return true;
  return cue !== null && (rule !== null || cue === FROM_NOW_ON_CUE) && addresses && kinds.length > 0;
}

/**
 * Whether a sentence is meant to last. `share`: how likely it is of an intent that can; null where the model has no head for
 * intents, so that words decide alone.
 */
export function isSaidForGood(sentence: Worded, share: number | null, thresholds: IntentThresholds | null): boolean {
  const { isOnce, isLasting, rule, topic } = sentence;
  if (isOnce) return false;
  if (isPlainOrder(sentence)) return true;
  if (share === null || thresholds === null) return isLasting && rule !== null;
  const { plain, lasting, worded } = thresholds;
  // Nothing else reads like a name that is to be used.
  if (topic === "name") return isLasting || share >= worded;
  if (!isLasting) return share >= plain;
  return share >= (rule === null ? lasting : worded);
}
