// Lists that an operator keeps, short enough to be read whole: pages are cut from them.
import { invalidRequest } from "../domain/errors.ts";
import { pageQuery } from "./kinds.ts";

const LIMIT_DEFAULT = 50;
const CURSOR = /^n([1-9]\d{0,8})$/;

export function listQuery(limitMax: number) {
  return pageQuery(LIMIT_DEFAULT, limitMax);
}

/** The cursor says how many entries came before. Throws `invalid_request` for what no list ever answered. */
export function listPage<T>(
  all: readonly T[],
  query: { limit: number; cursor?: string },
): { items: readonly T[]; next_cursor: string | null } {
  const start = query.cursor === undefined ? 0 : startOf(query.cursor);
  const end = start + query.limit;
  return { items: all.slice(start, end), next_cursor: end < all.length ? cursorAt(end) : null };
}

function cursorAt(count: number): string {
  return Buffer.from(`n${count}`).toString("base64url");
}

function startOf(cursor: string): number {
  const match = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (match?.[1] === undefined || cursorAt(Number(match[1])) !== cursor) {
    throw invalidRequest("`cursor` must be the `next_cursor` of an answer", "cursor");
  }
  return Number(match[1]);
}
