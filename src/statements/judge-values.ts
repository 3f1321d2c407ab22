// Holds the values of a draft answer against those of memory.

import type { ContradictionKind } from "../domain/contradiction.ts";
import { mayAnswer } from "./asked.ts";
import type { Difference, Draft } from "./draft.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";
import { type Amount, comparable, otherUnit, roughlyComparable, sameValue, type Value } from "./value.ts";
import { UNITS } from "./value-words.ts";

/** What is spoken of, in words that only one turn has: enough to compare a value that was asked for. */
const ASKED_TOPIC_LEAST = 0.6;
/** The same for a value that was replaced. */
const OUTDATED_TOPIC_LEAST = 1;
/** In a list or a letter, which has values of its own. */
const OUTDATED_TOPIC_COMPOSED = 1.5;
/** The same, where nobody asked for the value: at least this much in at least two words of the very sentence. */
const CLAUSE_TOPIC_LEAST = 2;
/** A statement that is about the question by no more than this less may tell of the same day. */
const DAY_TOPIC_WITHIN = 1;
/** A value written without unit says the same only in a statement that is about as near. */
const LOOSE_WITHIN = 0.9;
/** Small numbers are everywhere: another unit beside one says little. */
const TELLING_NUMBER = 12;
/** A sentence with more values is a schedule or a list. */
const CLAUSE_VALUES_MAX = 4;

const ROUND_ABOUT =
  /^(?:about|around|roughly|approximately|some|nearly|almost|up|between|from|circa|ca|etwa|rund|unos|unas|environ|under|over|least|most)$/;

/** One value of a draft, with what memory has of it. */
interface Looked {
  /** How near the nearest statement is that says the same in the same kind; -1: none. */
  readonly supported: number;
  /** The same for a value that is written in another way. */
  readonly loose: number;
  readonly outdated: { readonly statement: RememberedStatement; readonly value: Value } | null;
  readonly unit: RememberedStatement | null;
  /** The statement that is most about the same thing, and has another value in its place. */
  readonly other: { readonly statement: RememberedStatement; readonly value: Value; readonly topic: number } | null;
}

/**
 * What memory has against a value of a statement; null: nothing. `direct`: the statement is the answer to the question,
 * and the value of the kind that was asked for.
 */
export function judgeValue(draft: Draft, statement: Statement, value: Value, direct: boolean): Difference | null {
  if (value.type === "date" && value.day === null) return null;
  if (statement.conditional.has(value) || statement.denied.has(value)) return null;
  if (draft.asked.some(({ values }) => values.some((other) => sameValue(value, other)))) return null;
  const said = direct ? completed(value, draft.asked) : value;
  const about =
    direct || statement === draft.statements[0]
      ? [...new Set([...statement.stems, ...draft.focus])]
      : [...statement.stems];
  const topics = draft.memory.topics(about);
  const looked = lookUp(draft, said, topics, direct);
  const loosely =
    looked.loose >= 0 &&
    looked.outdated === null &&
    (looked.other === null || looked.loose >= looked.other.topic - LOOSE_WITHIN);
  if (looked.supported >= 0 || loosely) return null;
  if (looked.outdated !== null) return judgeOutdated(draft, statement, looked.outdated, topics, direct);
  if (statement.general || draft.question.general) return null;
  if (looked.unit !== null && (direct || isTellingUnit(said, topics[looked.unit.at]!)))
    return { kind: "number", remembered: looked.unit };
  if (isDayInOtherWords(draft, said, topics, looked)) return null;
  if (looked.other === null || (said.type === "amount" && isDerived(draft, said, topics, direct))) return null;
  if (said.type === "amount" && ROUND_ABOUT.test(statement.tokens[said.from - 1]?.lower ?? "")) return null;
  const contradicts = direct
    ? looked.other.topic >= ASKED_TOPIC_LEAST
    : isSameClause(draft, statement, said, looked.other);
  return contradicts ? { kind: kindOf(said), remembered: looked.other.statement } : null;
}

function kindOf(value: Value): ContradictionKind {
  if (value.type === "amount") return "number";
  if (value.type === "choice" && value.of !== "weekday") return "value";
  return "date";
}

function lookUp({ memory }: Draft, said: Value, topics: Float64Array, direct: boolean): Looked {
  let [supported, loose] = [-1, -1];
  let outdated: Looked["outdated"] = null;
  let unit: RememberedStatement | null = null;
  let other: Looked["other"] = null;
  for (const statement of memory.all) {
    const topic = topics[statement.at]!;
    for (const known of statement.values) {
      const like = comparable(said, known);
      const gone = statement.replaced.has(known);
      if (sameValue(said, known)) {
        if (gone && (like || (direct && said.type === known.type))) outdated ??= { statement, value: known };
        else if (!gone && like) supported = Math.max(supported, topic);
        else if (!gone) loose = Math.max(loose, topic);
        continue;
      }
      if (otherUnit(said, known)) unit ??= statement;
      if (gone || !statement.claims || (!like && !(direct && roughlyComparable(said, known)))) continue;
      if (other === null || topic >= other.topic) other = { statement, value: known, topic };
    }
  }
  return { supported, loose, outdated, unit, other };
}

/** Whoever tells both the old and the new tells how it came. */
function judgeOutdated(
  draft: Draft,
  statement: Statement,
  { statement: remembered, value }: NonNullable<Looked["outdated"]>,
  topics: Float64Array,
  direct: boolean,
): Difference | null {
  if (draft.question.history || statement.tellsHistory) return null;
  const by = remembered.replaced.get(value)?.by ?? null;
  if (by !== null && draft.statements.some(({ values }) => values.some((other) => sameValue(other, by)))) return null;
  return direct || topics[remembered.at]! >= (draft.isComposed ? OUTDATED_TOPIC_COMPOSED : OUTDATED_TOPIC_LEAST)
    ? { kind: "outdated", remembered }
    : null;
}

/** "Yesterday", "last Tuesday": a day that memory tells from where it stood may be the day that is said. */
function isDayInOtherWords({ memory }: Draft, said: Value, topics: Float64Array, { other }: Looked): boolean {
  if (said.type === "amount" || other === null) return false;
  return memory.all.some(({ relativeTime, at }) => relativeTime && topics[at]! >= other.topic - DAY_TOPIC_WITHIN);
}

function isTellingUnit(said: Value, topic: number): boolean {
  if (said.type !== "amount" || topic < ASKED_TOPIC_LEAST) return false;
  return said.number > TELLING_NUMBER || said.unit?.dimension !== "duration";
}

/** What is worked out has numbers of its own. */
const CALCULATES = /[×=+−%]|\b(?:plus|minus|off|discount|makes)\b/i;

/** Nobody asked for the value: two words of this very sentence must be those of the statement. */
function isSameClause(
  draft: Draft,
  statement: Statement,
  said: Value,
  { statement: known, value }: NonNullable<Looked["other"]>,
): boolean {
  if (draft.isComposed || statement.ofSpeaker || statement.tellsHistory || CALCULATES.test(statement.text))
    return false;
  if (statement.values.length > CLAUSE_VALUES_MAX || !comparable(said, value) || !sameScale(said, value)) return false;
  // It says that too, of something else.
  if (statement.values.some((other) => sameValue(other, value))) return false;
  const shared = [...statement.stems].filter((stem) => known.stems.has(stem));
  const weight = shared.reduce((sum, stem) => sum + draft.memory.weight(stem), 0);
  return shared.length >= 2 && weight >= CLAUSE_TOPIC_LEAST;
}

/** Years of age and weeks of a course are two things. */
function sameScale(said: Value, known: Value): boolean {
  if (said.type !== "amount" || known.type !== "amount" || said.unit?.dimension !== "duration") return true;
  return said.unit.name === known.unit?.name;
}

/** "How many nights?" "Five.": what the number counts is in the question. */
function completed(value: Value, asked: readonly Statement[]): Value {
  if (value.type !== "amount" || value.unit !== null || value.counted.length > 0) return value;
  for (const { tokens } of asked) {
    const words = tokens.map(({ lower }) => lower);
    for (const [at, word] of words.entries()) {
      const two = (word === "how" && words[at + 1] === "many") || (word === "wie" && words[at + 1] === "viele");
      if (!two && !HOW_MANY.has(word)) continue;
      const noun = words.slice(at + (two ? 2 : 1)).find((each) => each !== "de" && each !== "more") ?? "";
      const unit = UNITS.get(noun);
      if (unit !== undefined) return { ...value, unit };
      const stem = contentStem(noun);
      return { ...value, counted: stem === null ? [] : [stem] };
    }
  }
  return value;
}

const HOW_MANY: ReadonlySet<string> = new Set(["wieviele", "cuántos", "cuántas", "combien"]);

/** Below this a sum of any two numbers hits by chance: only what is of the same kind is added up. */
const CHANCE_NUMBER = 15;
const SMALL_PRODUCT = 20;
/** Numbers that are combined, at most: bounds the work. */
const TERMS_MAX = 48;
const NEAR_TOPIC = 0.2;

/** A sum, a difference, a product or a part of what is remembered about it. */
function isDerived(draft: Draft, said: Amount, topics: Float64Array, direct: boolean): boolean {
  const near = draft.memory.all.filter(({ at }) => topics[at]! > NEAR_TOPIC);
  const focused = new Set(
    near.filter(({ stems }) => [...draft.focus].some((stem) => stems.has(stem))).flatMap(({ values }) => values),
  );
  const written = [...draft.asked, ...draft.statements].flatMap(({ values }) => values);
  const values = [...near.flatMap((statement) => statement.values), ...written].filter(
    (value) =>
      value.from !== said.from || value.to !== said.to || value.type !== "amount" || value.number !== said.number,
  );
  const isTerm = (value: Value): boolean => {
    if (said.number >= CHANCE_NUMBER || comparable(said, value)) return true;
    if (value.type === "date") return said.unit?.dimension === "duration";
    return said.unit === null && value.type === "amount" && value.unit === null && focused.has(value);
  };
  const terms = distinct(values.filter(isTerm).flatMap((value) => asTerm(said, value)));
  const factors = distinct(values.flatMap((value) => (value.type === "amount" ? [value.number] : [])));
  const is = (number: number) => Math.abs(number - said.number) < 1e-6;
  if (terms.some((a) => terms.some((b) => a !== b && (is(a - b) || is(a + b))))) return true;
  if (said.number < SMALL_PRODUCT && said.unit === null) return false;
  return (
    (!direct && terms.some((a) => is(2 * a) || is(a / 2))) ||
    factors.some((a) => factors.some((b) => b > 1 && ((a > 1 && is(a * b)) || is(a / b))))
  );
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].slice(0, TERMS_MAX);
}

/** The number of a value in the unit of what was said; none where they cannot be added up. */
function asTerm(said: Amount, value: Value): number[] {
  if (value.type === "date")
    return value.day !== null && (said.unit === null || said.unit.dimension === "duration") ? [value.day] : [];
  if (value.type !== "amount") return [];
  if (value.unit === null || said.unit === null) return [value.number];
  if (value.unit.dimension !== said.unit.dimension) return [];
  const convertible = value.unit.size !== 0 && said.unit.size !== 0;
  return [convertible ? (value.number * value.unit.size) / said.unit.size : value.number];
}

/** A weekday beside a day of the calendar that memory has on another weekday. */
export function judgeDays({ memory }: Draft, statement: Statement): Difference | null {
  for (const [weekday, day] of daysIn(statement)) {
    let other: RememberedStatement | null = null;
    let known = false;
    for (const remembered of memory.all) {
      for (const [theirs, theirDay] of daysIn(remembered)) {
        if (!sameValue(day, theirDay)) continue;
        if (sameValue(weekday, theirs)) known = true;
        else if (!remembered.replaced.has(theirs) && !remembered.replaced.has(theirDay)) other = remembered;
      }
    }
    if (other !== null && !known) return { kind: "date", remembered: other };
  }
  return null;
}

function daysIn({ values }: Statement): [Value, Value][] {
  const weekdays = values.filter((value) => value.type === "choice" && value.of === "weekday");
  const days = values.filter((value) => value.type === "date" && value.day !== null);
  return weekdays.flatMap((weekday) =>
    days
      .filter((day) => Math.abs(day.from - weekday.to) <= 2 || Math.abs(weekday.from - day.to) <= 2)
      .map((day): [Value, Value] => [weekday, day]),
  );
}

/** Which of a statement's values may be what was asked for: of each kind the first. */
export function asksFor(draft: Draft, statement: Statement): ReadonlySet<Value> {
  const kinds = new Set<string>();
  return new Set(
    statement.values.filter((value) => {
      if (!mayAnswer(draft.question, value) || kinds.has(value.type)) return false;
      kinds.add(value.type);
      return true;
    }),
  );
}
