// What a sentence of a user is for, as far as it matters for later conversations.
import type { HeadShape, LabelReader } from "./label-reader.ts";

export const INTENTS = [
  /** To the assistant, for good: "no more emojis from here on". */
  "order",
  /** A lasting preference, need, habit or dislike of the user's own. */
  "preference",
  /** An instruction for this one time. */
  "once",
  /** The assistant, or the user, said something wrong. */
  "correction",
  "question",
  /** A passing statement about the user. */
  "self",
  /** About somebody else, with what they want. */
  "others",
  /** Greetings, thanks, quotations, fiction. */
  "talk",
] as const;

export type Intent = (typeof INTENTS)[number];

/** How likely each is: numbers from 0 to 1 that add up to 1. */
export type IntentShares = Readonly<Record<Intent, number>>;

/** From such a share on something is likelier than not: a bound where nothing was fitted. */
export const LIKELY = 0.5;

/** How likely somebody wants something, for good or for once, or corrects it. */
export function wantedShare({ order, preference, once, correction }: IntentShares): number {
  return order + preference + once + correction;
}

/** Shares of order and preference together from which a sentence counts as said for good; measured with the model. */
const INTENT_THRESHOLDS = [
  "plain",
  /** Where its words say that it is meant to last. */
  "lasting",
  /** Where they do, and show a rule. */
  "worded",
] as const;

type IntentThreshold = (typeof INTENT_THRESHOLDS)[number];

export type IntentThresholds = Readonly<Record<IntentThreshold, number>>;

export const INTENT_HEAD: HeadShape<Intent, IntentThreshold> = {
  name: "intents",
  labels: INTENTS,
  thresholds: INTENT_THRESHOLDS,
};

export type IntentReader = LabelReader<Intent, IntentThreshold>;
