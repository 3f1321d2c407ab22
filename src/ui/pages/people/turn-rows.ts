// What a list of turns is made of.
import type { Model } from "../../api.ts";

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

/** When it happened, as far as anybody said; else when it was recorded. */
export function happenedAt({
  occurred_at: occurred,
  created_at: created,
}: Pick<Turn, "occurred_at" | "created_at">): string {
  return occurred ?? created;
}

export interface Breaks {
  /** It is of another day than the turn above it. */
  readonly day: boolean;
  /** It is of another conversation than the turn above it, or of another day. */
  readonly session: boolean;
}

export function breaksBefore(turn: Turn, above: Turn | undefined): Breaks {
  const day = above === undefined || localDay(turn) !== localDay(above);
  return { day, session: day || turn.session !== above?.session };
}

function localDay(turn: Turn): string {
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

/** A long text's beginning: thousands of them are on a page. */
export function beginningOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return `${text.slice(0, chars).replace(/[\ud800-\udbff]$/, "")}…`;
}
