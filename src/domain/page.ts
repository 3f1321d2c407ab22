// A page of a list that runs newest first.
import type { Seq } from "./packet.ts";

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins: before this seq; null at the end. */
  readonly next: Seq | null;
}

/** Cuts to `limit` a list that was read one longer than that where there is more. */
export function pageOf<T extends { readonly seq: Seq }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.seq ?? null) : null };
}

/** A page of rows newest first: those with seq < `before` (null: from the newest). */
export interface PageRequest {
  readonly limit: number;
  readonly before: Seq | null;
}
