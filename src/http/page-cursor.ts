// The opaque cursor of a list: where its next page begins.
import { invalidRequest } from "../domain/errors.ts";
import type { Seq } from "../domain/packet.ts";

const CURSOR = /^s([1-9]\d{0,9})$/;

export function cursorOf(next: Seq | null): string | null {
  return next === null ? null : Buffer.from(`s${next}`).toString("base64url");
}

/** null: the first page. Throws `invalid_request` for what no list ever answered. */
export function seqOfCursor(cursor: string | undefined): Seq | null {
  if (cursor === undefined) return null;
  const match = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (match?.[1] === undefined || cursorOf(Number(match[1])) !== cursor) {
    throw invalidRequest("`cursor` must be the `next_cursor` of an answer", "cursor");
  }
  return Number(match[1]);
}
