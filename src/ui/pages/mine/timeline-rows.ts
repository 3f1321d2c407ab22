// What a timeline is made of: turns by day and conversation.
import type { Model } from "../../api.ts";

type Item = Model["MemoryItem"];

/** When it happened, as far as anybody said; else when it was recorded. */
export function happenedAt(item: Pick<Item, "occurred_at" | "created_at">): string {
  return item.occurred_at ?? item.created_at;
}

export interface Heads {
  /** It is of another day of the viewer's than the turn above it. */
  readonly day: boolean;
  /** It is of another conversation than the turn above it, or of another day. */
  readonly session: boolean;
}

/** Which heads stand above a turn. A day without any conversation has none of a conversation. */
export function headsOf(item: Item, above: Item | undefined): Heads {
  const day = above === undefined || localDay(item) !== localDay(above);
  const isOther = item.session !== (above?.session ?? null);
  return { day, session: day ? item.session !== null : isOther };
}

function localDay(item: Item): string {
  return new Date(happenedAt(item)).toDateString();
}

/** Its beginning where it is longer; no character is cut in two. */
export function beginningOf(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "")}…`;
}
