// A value in a clause: what kind it is, and when two of them are the same.
import type { Unit } from "./value-words.ts";

interface Placed {
  /** Index of its first token, and of the token after its last. */
  readonly from: number;
  readonly to: number;
}

/** A number, with the unit or the noun that it counts. */
export interface Amount extends Placed {
  readonly type: "amount";
  readonly number: number;
  /** null: a bare count. */
  readonly unit: Unit | null;
  /** Stems of the words that follow: what is counted ("8 kids"). */
  readonly counted: readonly string[];
  /** Stem of the word before: what is numbered ("grade 5"); null: none. */
  readonly label: string | null;
}

/** A time of day. */
export interface Clock extends Placed {
  readonly type: "time";
  /** 0 to 1439, as written: "5" is 300 unless it says pm. */
  readonly minutes: number;
  /** Whether morning or afternoon is told. */
  readonly half: boolean;
}

/** A day of the calendar, or a part of one. */
export interface Day extends Placed {
  readonly type: "date";
  readonly day: number | null;
  readonly month: number | null;
  readonly year: number | null;
}

/** One of a closed set: a weekday, a relation between people, a side, a colour. */
export interface Choice extends Placed {
  readonly type: "choice";
  readonly of: "weekday" | "kinship" | "side" | "colour" | "sex" | "role";
  readonly member: string;
}

export type Value = Amount | Clock | Day | Choice;

export const DAY_MINUTES = 1_440;
const HALF_DAY = DAY_MINUTES / 2;

/** 2 in 100: a distance in miles that was rounded to kilometres. */
const CONVERSION_TOLERANCE = 0.02;
/** A measure with a part after the point is often rounded. */
const ROUNDING_TOLERANCE = 0.03;

/** Whether they are of one kind, so that one may stand where the other stood. */
export function comparable(a: Value, b: Value): boolean {
  if (a.type === "amount" && b.type === "amount") return comparableAmounts(a, b);
  if (a.type === "date" && b.type === "date") return (a.day === null) === (b.day === null);
  if (a.type === "choice" && b.type === "choice") return a.of === b.of;
  return a.type === "time" && b.type === "time";
}

function comparableAmounts(a: Amount, b: Amount): boolean {
  if (a.unit !== null || b.unit !== null) return a.unit?.dimension === b.unit?.dimension;
  if (a.label !== null && a.label === b.label) return true;
  return a.counted.some((stem) => b.counted.includes(stem));
}

/** Whether they say the same, however it is written. */
export function sameValue(a: Value, b: Value): boolean {
  if (a.type === "amount" && b.type === "amount") return sameAmount(a, b);
  if (a.type === "time" && b.type === "time") return sameTime(a, b);
  if (a.type === "date" && b.type === "date") return sameDay(a, b);
  if (a.type === "choice" && b.type === "choice") return a.of === b.of && a.member === b.member;
  return isThatNumber(a, b) || isThatNumber(b, a);
}

function sameAmount(a: Amount, b: Amount): boolean {
  const [one, other] = [a.unit, b.unit];
  if (one === null || other === null)
    return a.number === b.number && (one === other || mayLackUnit(one === null ? a : b, (one ?? other)!));
  if (one.name === other.name) return a.number === b.number || isRounded(a.number, b.number);
  if (one.dimension !== other.dimension) return false;
  const nightsAndDays = [one.name, other.name].every((name) => name === "night" || name === "day");
  if (nightsAndDays && Math.abs(a.number - b.number) <= 1) return true;
  if (one.size === 0 || other.size === 0) return false;
  const [first, second] = [a.number * one.size, b.number * other.size];
  return Math.abs(first - second) <= CONVERSION_TOLERANCE * Math.max(first, second);
}

/** 2.5 and 2.56. */
function isRounded(one: number, other: number): boolean {
  if (Number.isInteger(one) && Number.isInteger(other)) return false;
  return Math.abs(one - other) <= ROUNDING_TOLERANCE * Math.max(one, other);
}

/** "It cost 214", "she is 22", "4.1 by 2.8": what is written without its unit, and counts nothing else. */
function mayLackUnit(bare: Amount, unit: Unit): boolean {
  return unit.dimension === "money" || unit.name === "year" || bare.counted.length === 0;
}

/** A number without a unit, that counts nothing. */
export function lacksUnit(value: Value): boolean {
  return value.type === "amount" && value.unit === null && value.counted.length === 0;
}

/** Minutes between two times of day, by the clock's face: 0 to 360. */
export function minutesApart(one: number, other: number): number {
  const apart = Math.abs(one - other) % HALF_DAY;
  return Math.min(apart, HALF_DAY - apart);
}

function sameTime(a: Clock, b: Clock): boolean {
  if (a.half && b.half) return a.minutes === b.minutes;
  return a.minutes % HALF_DAY === b.minutes % HALF_DAY;
}

function sameDay(a: Day, b: Day): boolean {
  const equal = (one: number | null, other: number | null) => one === null || other === null || one === other;
  return equal(a.day, b.day) && equal(a.month, b.month) && equal(a.year, b.year) && (a.day !== null || b.day === null);
}

/** A bare number may be the hour, the day of the month, or a year. */
function isThatNumber(number: Value, other: Value): boolean {
  if (number.type !== "amount" || number.unit !== null || number.counted.length > 0) return false;
  if (other.type === "date") return other.day === number.number || other.year === number.number;
  if (other.type !== "time") return false;
  const hour = number.number;
  const asMinutes = Number.isInteger(hour) ? hour * 60 : Math.floor(hour) * 60 + Math.round((hour % 1) * 100);
  return asMinutes % HALF_DAY === other.minutes % HALF_DAY;
}

/** As comparable(), where the question already told what is asked for: "214" beside "£5", "at 3" beside "3 pm". */
export function roughlyComparable(a: Value, b: Value): boolean {
  if (a.type === "amount" && b.type === "amount") {
    if (a.unit !== null && b.unit !== null) return false;
    const [bare, unit] = a.unit === null ? [a, b.unit] : [b, a.unit];
    if (unit !== null && unit.dimension !== "money" && bare.label !== null) return false;
    return (a.unit !== null || a.counted.length === 0) && (b.unit !== null || b.counted.length === 0);
  }
  if (a.type === "date" && b.type === "date") return true;
  return a.type === "time" && b.type === "amount" && b.unit === null && b.number <= 24;
}

/** The same number with another unit of the same kind: 14 miles and 14 km. */
export function otherUnit(a: Value, b: Value): boolean {
  if (a.type !== "amount" || b.type !== "amount" || a.unit === null || b.unit === null) return false;
  return a.number === b.number && a.unit.dimension === b.unit.dimension && !sameValue(a, b);
}

/** One of them is a number without a unit that counts nothing: "165 pounds, not 140". */
export function mayBeSameKind(a: Value, b: Value): boolean {
  if (a.type !== "amount" || b.type !== "amount") return false;
  return [a, b].some(({ unit, counted }) => unit === null && counted.length === 0);
}

/** Values of more than this many times another's are of something else. */
const SAME_SCALE = 3;

/** A bus ride of 35 minutes does not become 4 nights. */
const CHANGE_SCALE = 24;

/** Whether what they measure is so alike in size that one may be the other after a change. */
export function ofOneSize(a: Value, b: Value): boolean {
  if (a.type !== "amount" || b.type !== "amount" || a.unit === null || b.unit === null) return true;
  const [one, other] = [a.number * a.unit.size, b.number * b.unit.size];
  return one <= CHANGE_SCALE * other && other <= CHANGE_SCALE * one;
}

/** A smaller number without a unit may count anything. */
const PRICE_LEAST = 100;

function hasCents(number: number): boolean {
  return !Number.isInteger(number) && Number.isInteger(Math.round(number * 1e6) / 1e4);
}

/** "Put the Eltroxin up to 75": a bare number in place of any amount in a unit, where something is brought to it. */
export function mayBeBroughtTo(bare: Value, known: Value): boolean {
  if (!lacksUnit(bare) || bare.type !== "amount" || known.type !== "amount" || known.unit === null) return false;
  if (known.unit.dimension === "duration") return false;
  return bare.number <= SAME_SCALE * known.number && known.number <= SAME_SCALE * bare.number;
}

/** "It's 4750 now", "moved to 3": a bare number in place of a price, which may be bare too ("850 a month"), or of an hour. */
export function mayStandFor(bare: Value, known: Value): boolean {
  if (bare.type !== "amount" || bare.unit !== null || bare.counted.length > 0) return false;
  if (known.type === "time") return Number.isInteger(bare.number) && bare.number >= 1 && bare.number <= 24;
  if (known.type !== "amount") return false;
  const isPrice =
    known.unit === null
      ? Math.min(known.number, bare.number) >= PRICE_LEAST || (hasCents(known.number) && hasCents(bare.number))
      : known.unit.dimension === "money";
  if (!isPrice) return false;
  return bare.number <= SAME_SCALE * known.number && known.number <= SAME_SCALE * bare.number;
}
