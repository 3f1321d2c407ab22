// What an input asks of memory.
import type { HeadShape, LabelReader } from "./label-reader.ts";

export const INPUT_KINDS = [
  /** Greetings, thanks, goodbyes, small talk: nothing has to be remembered for it. */
  "social",
  /** Anybody could ask it: general knowledge, language, how something is done. */
  "foreign",
  /** It needs what is known of the user's life, work or talk. */
  "own",
  /** It makes sense behind the turn before it alone. */
  "leans",
  /** Advice or a text is asked for, for which the user's needs and tastes may matter. */
  "request",
] as const;

export type InputKind = (typeof INPUT_KINDS)[number];

/** Shares from which an input is taken for one of the kind. */
const INPUT_THRESHOLDS = [
  ...INPUT_KINDS,
  /** Social or foreign, though its words speak of the user's own. */
  "sure",
] as const;

export const INPUT_HEAD: HeadShape<InputKind, (typeof INPUT_THRESHOLDS)[number]> = {
  name: "inputs",
  labels: INPUT_KINDS,
  thresholds: INPUT_THRESHOLDS,
};

export type InputKindReader = LabelReader<InputKind, (typeof INPUT_THRESHOLDS)[number]>;
