// The opaque cursors of lists: where the next page begins, whatever came or went in the meantime.
import type { Seq } from "../domain/packet.ts";
import { pageQuery } from "./kinds.ts";

const SEQ_CURSOR = /^s([1-9]\d{0,9})$/;
const KEY_CURSOR = /^k(.+)$/s;

function encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}

/** null where `cursor` is not, to the letter, what `encode` makes of a text of this form. */
function decode(cursor: string, form: RegExp): string | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  return encode(text) === cursor ? (form.exec(text)?.[1] ?? null) : null;
}

/** The query of a list of packets or lessons: the page before ended at a seq. */
export function seqPageQuery(limitByDefault: number, limitMost: number) {
  return pageQuery(limitByDefault, limitMost, (cursor) => decode(cursor, SEQ_CURSOR));
}

export function seqCursor(next: Seq | null): string | null {
  return next === null ? null : encode(`s${next}`);
}

/** null: the first page. */
export function seqOfCursor(cursor: string | undefined): Seq | null {
  const seq = cursor === undefined ? null : decode(cursor, SEQ_CURSOR);
  return seq === null ? null : Number(seq);
}

/** The query of a list that is short enough to be read whole; the page before ended at a key. */
export function keyPageQuery(limitByDefault: number, limitMost: number) {
  return pageQuery(limitByDefault, limitMost, (cursor) => decode(cursor, KEY_CURSOR));
}

/** The cursor of a list that ended at this key, for lists that the store cuts. */
export function keyCursor(key: string): string {
  return encode(`k${key}`);
}

/** null: the first page. */
export function keyOfCursor(cursor: string | undefined): string | null {
  return cursor === undefined ? null : decode(cursor, KEY_CURSOR);
}

/** Cuts a page from a list in the order of its keys, which are unique: the entries after the one the cursor names. */
export function keyPage<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  query: { limit: number; cursor?: string },
): { items: T[]; next_cursor: string | null } {
  const after = query.cursor === undefined ? null : decode(query.cursor, KEY_CURSOR);
  const sorted = all.map((item) => ({ key: keyOf(item), item })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const rest = after === null ? sorted : sorted.filter(({ key }) => key > after);
  const page = rest.slice(0, query.limit);
  const last = page.at(-1);
  const next = rest.length > page.length && last !== undefined ? encode(`k${last.key}`) : null;
  return { items: page.map(({ item }) => item), next_cursor: next };
}

/** A key that sorts by time, then by name. */
export function timeKey(ms: number, name: string): string {
  return `${String(ms).padStart(16, "0")} ${name}`;
}
