// What a user wishes of the assistant, or tells of themselves for good.

export interface WishKind {
  /** What the wish is about: "length", "emojis", "language" … */
  readonly kind: string;
  /** What is wanted of it: "short", "no", "german" … */
  readonly value: string;
}

/** A sentence of an input, by its words alone. */
export interface WishSentence {
  /** As it was said, in one line. */
  readonly text: string;
  /** With quotations of several words as the one word QUOTE. */
  readonly masked: string;
  /** The sentence as a standing rule; null where its words alone do not show one. */
  readonly rule: string | null;
  /** What that rule settles: of two rules with one topic, only one can hold. */
  readonly topic: string | null;
  readonly kinds: readonly WishKind[];
  /** It says that it is meant to last. */
  readonly isLasting: boolean;
  /** It says that it is meant for this once. */
  readonly isOnce: boolean;
  /** It speaks to the assistant, or of what the assistant gives. */
  readonly addresses: boolean;
  /** It may end a rule that was said before. */
  readonly takesBack: boolean;
  /** It says that something is otherwise than before. */
  readonly changes: boolean;
}
