// A constitution is a named profile of an account: text for the brief, gates on inputs, prohibitions on answers.

/** Gates, and as many prohibitions. */
export const PATTERNS_MAX = 100;
/** Characters of a pattern, and of its reason. */
export const PATTERN_CHARS_MAX = 1_000;

export interface GuardPattern {
  /** A regular expression in RE2's syntax, without regard to case. */
  readonly pattern: string;
  /** Told to the caller when it matches. */
  readonly reason: string;
}

export interface Constitution {
  readonly name: string;
  readonly text: string;
  /** A turn whose input matches one is not allowed. */
  readonly gates: readonly GuardPattern[];
  /** An answer that matches one is not ok. */
  readonly prohibitions: readonly GuardPattern[];
}

export const DEFAULT_CONSTITUTION: Constitution = {
  name: "default",
  text: "Answer the user's message. Follow the standing rules below where they apply, and use the memory below where it helps. Where memory and the user's message disagree, the message is right.",
  gates: [],
  prohibitions: [],
};
