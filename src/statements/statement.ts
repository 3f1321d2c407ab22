// A sentence that was said: its words, its values, and whether it claims anything.
import type { Token } from "./tokens.ts";
import type { Value } from "./value.ts";

export interface Statement {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Its content words; at most 64 of them. */
  readonly stems: ReadonlySet<string>;
  /** At most 64. */
  readonly values: readonly Value[];
  /** Values that it takes back: "165, not 140", "Mondays instead of Wednesdays". */
  readonly denied: ReadonlySet<Value>;
  /** Values that stand under a condition: "if it were 3 days". */
  readonly conditional: ReadonlySet<Value>;
  /** The sentence itself says no. */
  readonly negated: boolean;
  /** It asks nothing. */
  readonly claims: boolean;
  /** It speaks of what is usual, not of somebody's own. */
  readonly general: boolean;
  /** It says that something is otherwise now, or corrects what went before. */
  readonly changes: boolean;
  /** It corrects: "no, …", "sorry, I meant …". */
  readonly corrects: boolean;
  /** It speaks of one more, or of another. */
  readonly adds: boolean;
  /** Whoever says it speaks of himself: in an answer, the assistant. */
  readonly ofSpeaker: boolean;
  /** It names a time from where it stands: "yesterday", "last week". */
  readonly relativeTime: boolean;
  /** It says what was before. */
  readonly tellsHistory: boolean;
}

/** The word without a possessive ending. */
export function plainWord({ lower }: Token): string {
  return lower.endsWith("'s") ? lower.slice(0, -2) : lower;
}
