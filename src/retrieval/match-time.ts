// How well the time of a packet fits the time that a question names.
import type { TimeCue } from "../domain/time-cue.ts";

/** People talk about things after they happened: what was said in the period after the named one fits somewhat. */
const TOLD_AFTER = 0.3;
/** Said in the month that is named, but before its day, or more than a week after it. */
const SAME_MONTH = 0.5;
const TOLD_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** 0 to 1: the best fit to any of the cues; 0 without any. `at`: ms since the epoch. */
export function matchTime(cues: readonly TimeCue[], at: number): number {
  let best = 0;
  for (const cue of cues) best = Math.max(best, cue.kind === "range" ? matchRange(cue, at) : matchCalendar(cue, at));
  return best;
}

function matchRange({ from, to }: { from: number; to: number }, at: number): number {
  if (at < from) return 0;
  if (at < to) return 1;
  return at < to + (to - from) ? TOLD_AFTER : 0;
}

function matchCalendar(cue: { year: number | null; month: number | null; day: number | null }, at: number): number {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  if (cue.month === null) return cue.year === year ? 1 : 0;
  const month = date.getUTCMonth() + 1;
  if (cue.day !== null) {
    // Without a year, the last such day before the packet: 30 December is two days before 1 January.
    const named = cue.year ?? (month < cue.month ? year - 1 : year);
    const daysAfter = Math.floor((at - Date.UTC(named, cue.month - 1, cue.day)) / DAY_MS);
    if (daysAfter >= 0 && daysAfter <= TOLD_DAYS) return 1;
  }
  const monthsAfter = cue.year === null ? (month - cue.month + 12) % 12 : (year - cue.year) * 12 + month - cue.month;
  if (monthsAfter === 1) return TOLD_AFTER;
  if (monthsAfter !== 0) return 0;
  return cue.day === null ? 1 : SAME_MONTH;
}
