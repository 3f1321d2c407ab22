// What a value becomes by what a statement adds to it, takes from it or multiplies it by.
import { wordSet } from "../base/word-set.ts";
import { contentStem } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";
import { PRICES, type Shift } from "./told-shifts.ts";
import { type Amount, type Clock, DAY_MINUTES, type Day, type Value } from "./value.ts";

/** A day is hardly moved by more. */
const DAYS_MAX = 400;
/** Something hardly becomes more than so many times as much by an addition. */
const GROWTH_MAX = 1.5;

/** Days of a month, which any year has. */
export const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const PRICE_STEMS: ReadonlySet<string> = new Set([...PRICES].flatMap((word) => contentStem(word) ?? []));
const CENTS: ReadonlySet<string> = new Set(["cent"]);
/** What may be no price at all grows by no more than this part of it. */
const UNNAMED_PART = 0.5;
const PER = wordSet("a an per each / pro por al par");
/** What stands behind a number that counts nothing itself. */
const EMPTY_STEMS: ReadonlySet<string> = new Set("more extra up on time each again today came".split(" "));

/** A statement, and a value of it. */
interface Known {
  readonly known: Value;
  readonly earlier: Statement;
}

/** The value that a known one becomes by a shift; null: it is none that the shift may be of. */
export function shiftedBy({ by, times, movesTime, ofPrice }: Shift, { known, earlier }: Known): Value | null {
  if (known.type === "amount") {
    if (movesTime || (ofPrice && !isPrice(known, earlier))) return null;
    if (by?.unit?.dimension === "money" && !isPrice(known, earlier)) return null;
    if (by === null) return { ...known, number: rounded(known.number * times) };
    const step = stepOf(by, known);
    if (step === null || step <= 0) return null;
    const number = rounded(known.number + times * step);
    return number > 0 && step <= GROWTH_MAX * known.number ? { ...known, number } : null;
  }
  if (by?.unit?.dimension !== "duration" || !movesTime) return null;
  if (known.type === "time") return movedTime(known, by, times);
  return known.type === "date" ? movedDay(known, by, times) : null;
}

function rounded(number: number): number {
  return Math.round(number * 1e6) / 1e6;
}

/** The amount in the unit of the known one; null: they are of two kinds. */
function stepOf(by: Amount, known: Amount): number | null {
  if (by.unit === null) return mayCountTheSame(by, known) ? by.number : null;
  if (known.unit === null) {
    if (by.unit.dimension === "money") return moneyStep(by, known);
    return known.counted.includes(by.unit.name) ? by.number : null;
  }
  if (by.unit.name === known.unit.name) return by.number;
  if (by.unit.dimension !== known.unit.dimension) return null;
  if (by.unit.dimension === "money") return CENTS.has(by.unit.name) ? by.number / 100 : null;
  return known.unit.size === 0 || by.unit.size === 0 ? null : (by.number * by.unit.size) / known.unit.size;
}

function moneyStep(by: Amount, known: Amount): number | null {
  if (!CENTS.has(by.unit!.name)) return by.number <= UNNAMED_PART * known.number ? by.number : null;
  return Number.isInteger(known.number) ? null : by.number / 100;
}

/** In a currency, or "12.60 an hour", "rent is 925". */
function isPrice({ unit, counted, label, to }: Amount, { tokens }: Statement): boolean {
  if (unit !== null) return unit.dimension === "money";
  return (counted.length === 0 && (label === null || PRICE_STEMS.has(label))) || PER.has(tokens[to]?.lower ?? "");
}

/** "20 drops" to "110 drops"; "30 more" to "90 ml". */
function mayCountTheSame(by: Amount, known: Amount): boolean {
  if (by.label !== null && known.label !== null && by.label === known.label) return true;
  const counted = by.counted.filter((stem) => !EMPTY_STEMS.has(stem));
  return counted.length === 0 || counted.some((stem) => known.counted.includes(stem));
}

function movedTime(known: Clock, by: Amount, times: number): Clock | null {
  const minutes = Math.round(by.number * by.unit!.size * DAY_MINUTES);
  if (minutes <= 0 || minutes >= DAY_MINUTES / 2) return null;
  return { ...known, minutes: (known.minutes + times * minutes + DAY_MINUTES) % DAY_MINUTES };
}

function movedDay(known: Day, by: Amount, times: number): Day | null {
  const days = Math.round(by.number * by.unit!.size);
  if (days < 1 || days > DAYS_MAX || known.day === null) return null;
  let [day, month] = [known.day + times * days, known.month];
  if (month === null) return day >= 1 && day <= 31 ? { ...known, day } : null;
  for (; day < 1; day += MONTH_DAYS[month - 1]!) month = month === 1 ? 12 : month - 1;
  for (; day > MONTH_DAYS[month - 1]!; month = month === 12 ? 1 : month + 1) day -= MONTH_DAYS[month - 1]!;
  return { ...known, day, month };
}
