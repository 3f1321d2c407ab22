// Something that a draft says, beside what memory says in its place: what a judge has to decide about.
import type { ContradictionKind } from "../domain/contradiction.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Statement } from "./statement.ts";

/** How a candidate looks, by name; what is absent is 0. */
export type Features = Readonly<Record<string, number>>;

/** What memory does not have, beside what it has in its place. */
export const FAMILIES = ["value", "name"] as const;
/** What memory has, beside what was told later and may have its place. */
export const NEWER_FAMILIES = ["newer value", "newer name"] as const;

/** Each has a scorer of its own. */
export type Family = (typeof FAMILIES)[number] | (typeof NEWER_FAMILIES)[number];

export function isNewer(family: Family): family is (typeof NEWER_FAMILIES)[number] {
  return NEWER_FAMILIES.some((each) => each === family);
}

export interface Candidate {
  readonly family: Family;
  readonly kind: ContradictionKind;
  readonly statement: Statement;
  readonly remembered: RememberedStatement;
  /** What the draft says, and what memory says in its place, as written; "": the whole sentence. */
  readonly said: string;
  readonly known: string;
  readonly features: Features;
}

export function flag(holds: boolean): number {
  return holds ? 1 : 0;
}
