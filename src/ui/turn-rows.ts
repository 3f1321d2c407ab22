// What a list of turns is made of.
import type { Model } from "./api.ts";

export type Turn = Model["MemoryDetail"];

/** Turns that were changed on this page, by their ids; null: erased. */
export type Changes = ReadonlyMap<string, Turn | null>;

/** A listed memory, with what was asked for besides. */
export function turnOf({ detail, ...item }: Model["MemoryItem"]): Turn {
  if (detail !== undefined) return { ...item, ...detail };
  const bare = { input: item.text, answer: "", confidence: 0, unconfirmed_overwrite: false, cues: [] };
  return { ...item, ...bare, packet_type: "raw" };
}

export function withChanges(turns: readonly Turn[], changes: Changes): readonly Turn[] {
  if (changes.size === 0) return turns;
  return turns.flatMap((turn) => {
    const changed = changes.get(turn.id);
    return changed === undefined ? turn : (changed ?? []);
  });
}

type Times = Pick<Turn, "occurred_at" | "created_at">;

/** When it happened, as far as anybody said; else when it was recorded. */
export function happenedAt({ occurred_at: occurred, created_at: created }: Times): string {
  return occurred ?? created;
}

export interface Heads {
  /** It is of another day of the viewer's than the turn above it. */
  readonly day: boolean;
  /** It is of another conversation than the turn above it, or of another day. */
  readonly session: boolean;
}

type Placed = Times & Pick<Turn, "session">;

/** Which heads stand above a turn. A day without any conversation has none of a conversation. */
export function headsOf(turn: Placed, above: Placed | undefined): Heads {
  const day = above === undefined || localDay(turn) !== localDay(above);
  return { day, session: day ? turn.session !== null : turn.session !== above.session };
}

function localDay(turn: Times): string {
  return new Date(happenedAt(turn)).toDateString();
}

/** The moment at which a day such as `2026-03-31` begins for the viewer, `later` days on; undefined where it is none. */
export function dayStart(day: string, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(2000, 0, 1);
  at.setFullYear(Number(year), Number(month) - 1, Number(date) + later);
  return at.toISOString();
}

/** Its beginning where it is longer; no character is cut in two. Thousands of long texts are on a page. */
export function beginningOf(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "")}…`;
}
