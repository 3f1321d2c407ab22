// Reads minutes and seconds that can be no time of day: "28:45".
import type { Token } from "./tokens.ts";
import type { Amount } from "./value.ts";
import { UNITS } from "./value-words.ts";

const HOURS_OF_DAY = 24;
const MINUTES_AND_SECONDS = /^(\d{2,3}):([0-5]\d)$/;

/** null: the token is none. */
export function readRunningTime(tokens: readonly Token[], at: number): Amount | null {
  const [, minutes, seconds] = MINUTES_AND_SECONDS.exec(tokens[at]!.text) ?? [];
  if (minutes === undefined || Number(minutes) <= HOURS_OF_DAY) return null;
  const to = UNITS.get(tokens[at + 1]?.lower ?? "")?.name === "minute" ? at + 2 : at + 1;
  const number = Number(minutes) * 60 + Number(seconds);
  return { type: "amount", number, unit: UNITS.get("seconds")!, counted: [], label: null, from: at, to };
}
