// The port to the model that reads whole messages: what one is for, and how it stands to a rule.
import type { Intent } from "../intent.ts";

export const MESSAGE_INTENTS = [
  /** An instruction to the assistant, for good. */
  "order",
  /** A complaint about how it answers, so that later answers should differ. */
  "manner",
  /** A lasting need, taste, habit or circumstance of the user's own. */
  "preference",
  /** The same of somebody who lives with the user. */
  "household",
  /** An instruction for this one time. */
  "once",
  /** A fact is put right, and nothing is asked for later. */
  "correction",
  /** An earlier wish is taken back. */
  "ends",
  /** Somebody else's words, a text, a story, an if. */
  "quoted",
  "others",
  /** The user in passing: moods, plans, news. */
  "self",
  "question",
  "talk",
] as const;

export type MessageIntent = (typeof MESSAGE_INTENTS)[number];

/** What the head for intents, which tells fewer apart, calls it. */
export const INTENT_OF: Readonly<Record<MessageIntent, Intent>> = {
  order: "order",
  manner: "order",
  preference: "preference",
  household: "preference",
  once: "once",
  correction: "correction",
  ends: "correction",
  quoted: "talk",
  others: "others",
  self: "self",
  question: "question",
  talk: "talk",
};

/** Of a later message to a rule of the same user. */
export const RULE_RELATIONS = [
  /** It says otherwise about the same thing. */
  "replaces",
  /** The rule is over, and nothing stands in its place. */
  "ends",
  /** The same wish again. */
  "same",
  /** Something further beside it. */
  "adds",
  /** Otherwise for this once. */
  "exception",
  "none",
] as const;

export type RuleRelation = (typeof RULE_RELATIONS)[number];

/** Numbers from 0 to 1 that add up to 1. */
export type MessageShares = Readonly<Record<MessageIntent, number>>;
export type RelationShares = Readonly<Record<RuleRelation, number>>;

/** Measured with the model. */
export interface ClassifierThresholds {
  /** From which a message is meant for good, by the shares of the first four intents together and by the head for intents. */
  readonly lasting: number;
  /** From which a rule is over: the shares of `replaces` and `ends` together, times those of what is meant for good or to end. */
  readonly over: number;
}

/** Equal texts give equal shares. It is work that nobody waits for: some 30 ms of a thread each. */
export interface MessageClassifier {
  readonly thresholds: ClassifierThresholds;
  intentOf(message: string): Promise<MessageShares>;
  relationOf(message: string, rule: string): Promise<RelationShares>;
}
