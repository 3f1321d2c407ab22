// Whether a number of an answer can be worked out of others: of two that stand together, or of one and what became of it.
import { linear } from "../matching/linear-expression.ts";
import type { Draft } from "./draft.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { MONTH_DAYS, shiftedBy } from "./shifted-values.ts";
import { directionsOf, shiftsOf } from "./told-shifts.ts";
import { type Amount, type Clock, DAY_MINUTES, type Day, minutesApart, sameValue, type Value } from "./value.ts";

/** Numbers of one statement that are combined, at most: bounds the work. */
const TERMS_MAX = 12;
/** Below this the sum of any two numbers hits by chance, and a product below the second. */
const CHANCE_NUMBER = 4;
const CHANCE_PRODUCT = 20;

/** A sum, a difference or a product of two numbers of a statement that is about it, or of one of it and one of the question. */
export function isDerived({ memory, asked }: Draft, said: Amount, topics: Float64Array): boolean {
  if (said.number < CHANCE_NUMBER) return false;
  const given = numbersOf(asked.flatMap(({ values }) => values));
  return memory.all.some(({ values, at }) => {
    if (topics[at]! <= 0 || values.length === 0) return false;
    const own = numbersOf(values).slice(0, TERMS_MAX);
    return own.some((one, place) =>
      [...own.slice(place + 1), ...given.slice(0, TERMS_MAX)].some((other) => combine(one, other, said.number)),
    );
  });
}

/** What a later turn says to have become of a number. */
const TIMES: readonly (readonly [words: RegExp, factor: number])[] = [
  [/\b(?:doubl(?:es?|ed|ing)|twice)\b/i, 2],
  [/\b(?:halv(?:es?|ed|ing)|half)\b/i, 0.5],
  [/\btr[ei](?:b|p)l(?:es?|ed|ing)\b/i, 3],
];
/** Numbers that differ by less are the same, as a share of them. */
const TOLERANCE = 0.005;

/** Whether it is what a later turn made of the known value, whichever that was told of: "put him up 2". */
export function isShiftedFrom(
  { memory }: Draft,
  said: Value,
  { known, of }: { readonly known: Value; readonly of: RememberedStatement },
): boolean {
  return memory.all.some(
    ({ byUser, turn, said: told }) =>
      byUser &&
      turn > of.turn &&
      shiftsOf(told).some((shift) =>
        directionsOf(shift).some((each) => {
          const shifted = shiftedBy(each, { known, earlier: of });
          return shifted !== null && sameValue(shifted, said);
        }),
      ),
  );
}

/** Whether a number is the `known` one and what a later turn about it adds to it or takes away: "three of the cubs left", "he halved it". */
export function isChangedTo(
  { memory }: Draft,
  said: Amount,
  { known, of, topics }: { readonly known: Amount; readonly of: RememberedStatement; readonly topics: Float64Array },
): boolean {
  const isSaid = (number: number) => Math.abs(number - said.number) <= TOLERANCE * Math.max(1, said.number);
  return memory.all.some(({ byUser, turn, values, text, at }) => {
    if (!byUser || turn <= of.turn || topics[at]! <= 0) return false;
    if (TIMES.some(([words, factor]) => isSaid(known.number * factor) && words.test(text))) return true;
    return numbersOf(values).some((number) => isSaid(known.number + number) || isSaid(known.number - number));
  });
}

/** How far a reckoning by months or nights may be off. */
const DAYS_OFF = 1;
const YEAR_DAYS = 365;
/** Days of a month that is not told are reckoned no further. */
const SPAN_IN_MONTH = 21;
/** Statements whose times and spans are combined, the last ones: bounds the work. */
const TIMED_MAX = 32;
/** "Around six" may be ten to six. */
const MINUTES_OFF = 10;

/** "Dress rehearsal the evening before": one day, told in no number. */
const DAY_BESIDE = linear(/\b(?:day|evening|night|morning|afternoon|eve) (?:(before|earlier)|after|later)\b/iu);

/** So many days or weeks before or after a day that stands with them: in on 12 August for four weeks, out on 9 September. */
export function isReckoned({ memory, asked }: Draft, said: Day, topics: Float64Array): boolean {
  if (said.day === null) return false;
  const given = daysOf(asked.flatMap(({ values }) => values));
  return memory.all.some(({ values, at, text }) => {
    if (topics[at]! <= 0) return false;
    const spans = [...daysOf(values), ...given].flatMap((days) => [days, -days]);
    const beside = DAY_BESIDE.exec(text);
    if (beside !== null) spans.push(beside[1] === undefined ? 1 : -1);
    return values.some((value) => value.type === "date" && spans.some((span) => isApart(value, said, span)));
  });
}

/** So many hours or minutes before or after a time of day: "leaves at 11:00", "takes an hour". */
export function isTimed({ memory, asked }: Draft, said: Clock, topics: Float64Array): boolean {
  const told = memory.all.filter(({ byUser, at }) => byUser && topics[at]! > 0).slice(-TIMED_MAX);
  const values = [...told, ...asked].flatMap((each) => each.values);
  const spans = values.flatMap((value) => (value.type === "amount" ? (minutesOf(value) ?? []) : []));
  return values.some(
    (value) =>
      value.type === "time" &&
      spans.some((span) =>
        [span, -span].some((each) => minutesApart(value.minutes + each, said.minutes) <= MINUTES_OFF),
      ),
  );
}

function minutesOf({ number, unit }: Amount): number | null {
  const isPart = unit?.dimension === "duration" && unit.size < 1;
  return isPart ? Math.round(number * unit.size * DAY_MINUTES) : null;
}

/** Without a month, by the days of a month. */
function isApart(start: Day, end: Day, span: number): boolean {
  const [from, to] = [dayOfYear(start), dayOfYear(end)];
  if (from !== null && to !== null) return isSameDay(from + span, to);
  if (start.day === null || end.day === null || Math.abs(span) > SPAN_IN_MONTH) return false;
  return start.day + span === end.day;
}

function isSameDay(one: number, other: number): boolean {
  const apart = Math.abs(one - other) % YEAR_DAYS;
  return Math.min(apart, YEAR_DAYS - apart) <= DAYS_OFF;
}

function dayOfYear({ day, month }: Day): number | null {
  return day === null || month === null ? null : MONTH_DAYS.slice(0, month - 1).reduce((sum, days) => sum + days, day);
}

function daysOf(values: readonly Value[]): number[] {
  return values.flatMap((value) =>
    value.type === "amount" && value.unit?.dimension === "duration" && value.unit.size >= 1
      ? [value.number * value.unit.size]
      : [],
  );
}

function numbersOf(values: readonly Value[]): number[] {
  return values.flatMap((value) => (value.type === "amount" ? [value.number] : []));
}

function combine(one: number, other: number, result: number): boolean {
  if (one + other === result || Math.abs(one - other) === result) return one > 0 && other > 0;
  return result >= CHANCE_PRODUCT && one > 1 && other > 1 && one * other === result;
}
