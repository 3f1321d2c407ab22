// How a draft answer differs from what is remembered.

/**
 * `polarity`: one denies what the other says; `number`, `date` (also a time or a weekday), `name` (of somebody or of a
 * place), `value` (a role, a relation, one of a closed set): another one; `outdated`: what was replaced or corrected.
 */
export const CONTRADICTION_KINDS = ["polarity", "number", "date", "name", "value", "outdated"] as const;

export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number];

/** Of one answer. */
export const CONTRADICTIONS_MAX = 5;

export interface Contradiction {
  /** Of the answer. */
  readonly sentence: string;
  /** The memory that says otherwise; null: a confirmed attribute of the user. */
  readonly sourceId: string | null;
  /** What it says. */
  readonly remembered: string;
  readonly kind: ContradictionKind;
}
