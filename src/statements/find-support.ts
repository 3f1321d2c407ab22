// Finds what of memory says the same as a sentence of a draft: in doubt, nothing does.
import { oncePer } from "../base/once-per.ts";
import type { Steps } from "../base/steps.ts";
import type { Draft } from "./draft.ts";
import { sharedAttitude } from "./opposed-attitude.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import { comparable, lacksUnit, sameValue, type Value } from "./value.ts";

/** Statements that share the most words, which are looked at closely. */
const LOOKED_AT = 16;
/** Values of an answer that are looked for, from the first: what says more is a text of its own. */
const VALUES_MAX = 256;
/** A statement without values says the same where it has so many of the sentence's content words, and so much of them. */
const SHARED_STEMS_LEAST = 2;
const SHARED_LEAST = 2 / 3;
/** Where the values are the same, the turn has so much of the sentence's words. */
const SHARED_BESIDE_VALUES = 0.5;
/** What follows a name that begins a sentence. */
const AFTER_FIRST = /^(?:is|was|and|has|will|does|did|,|'s)$/;

/** Claims -> the statement that says the same. What speaks of the assistant, or of what is usual, hangs on no memory. */
export function* findSupport(draft: Draft): Steps<Map<Statement, RememberedStatement>> {
  const found = new Map<Statement, RememberedStatement>();
  const standing = standingValues(draft);
  let valuesLeft = VALUES_MAX;
  for (const statement of draft.claims) {
    yield;
    if (statement.values.length > valuesLeft || draft.isOwn(statement) || statement.general) continue;
    valuesLeft -= statement.values.length;
    const by = supportOf(draft, statement, standing) ?? sharedAttitude(draft, statement);
    if (by !== null) found.set(statement, by);
  }
  return found;
}

/** Whether a statement that stands says the same with all its values: then none of them is wrong. */
export function hasSupportedValues(draft: Draft, statement: Statement): boolean {
  if (statement.values.length === 0 || statement.values.length > VALUES_MAX) return false;
  return supportOf(draft, statement, standingValues(draft)) !== null;
}

/** Of each turn of memory, the values that still stand. */
type StandingValues = ReadonlyMap<number, readonly Value[]>;

const standingValues = oncePer(({ memory }: Draft): StandingValues => {
  const standing = new Map<number, Value[]>();
  for (const { turn, claims, tokens, values, replaced, denied } of memory.all) {
    if (!claims) continue;
    const there = standing.get(turn) ?? [];
    const still = values.filter((value) => !replaced.has(value) && !denied.has(value));
    there.push(...still.map((value) => withoutRate(tokens, value)));
    standing.set(turn, there);
  }
  return standing;
});

function supportOf(draft: Draft, statement: Statement, standing: StandingValues): RememberedStatement | null {
  const { memory, focus } = draft;
  const { stems, values } = statement;
  const shared = memory.sharing(stems);
  // "72." shares its words with nothing: what was asked is what it is about.
  const about = values.length === 0 ? shared : memory.sharingInContext(new Set([...stems, ...focus]));
  for (const at of nearestOf(about)) {
    const remembered = memory.all[at]!;
    if (!remembered.claims || remembered.negated !== statement.negated) continue;
    if (!saysNames(draft, statement, remembered)) continue;
    const says =
      values.length === 0
        ? sharesEnough(shared.get(at) ?? 0, stems.size) || answersBriefly(draft, statement, remembered)
        : saysValues(statement, remembered, standing) && isAboutSame(draft, statement, remembered);
    if (says) return remembered;
  }
  return null;
}

/** Those that share most, of equals the later one first. */
function nearestOf(shared: ReadonlyMap<number, number>): readonly number[] {
  const nearest: number[] = [];
  const isBefore = (one: number, other: number) =>
    shared.get(one)! > shared.get(other)! || (shared.get(one) === shared.get(other) && one > other);
  for (const at of shared.keys()) {
    if (nearest.length === LOOKED_AT && !isBefore(at, nearest.at(-1)!)) continue;
    nearest.push(at);
    nearest.sort((one, other) => (isBefore(one, other) ? -1 : 1));
    if (nearest.length > LOOKED_AT) nearest.pop();
  }
  return nearest;
}

function sharesEnough(shared: number, all: number): boolean {
  return shared >= SHARED_STEMS_LEAST && shared >= SHARED_LEAST * all;
}

/** "In Porto.": all its words, and most of those of the question. */
function answersBriefly({ memory, focus }: Draft, { stems }: Statement, remembered: RememberedStatement): boolean {
  if (stems.size === 0 || stems.size > SHARED_STEMS_LEAST || focus.size === 0) return false;
  const ofTurn = memory.stemsOfTurn(remembered.turn);
  const asked = [...focus].filter((stem) => ofTurn.has(stem)).length;
  return [...stems].every((stem) => remembered.stems.has(stem)) && asked >= SHARED_LEAST * focus.size;
}

/** One of the values itself, and the others in its turn. */
function saysValues(statement: Statement, remembered: RememberedStatement, standing: StandingValues): boolean {
  const ofTurn = standing.get(remembered.turn) ?? [];
  const claimed = statement.values
    .filter((value) => !statement.denied.has(value))
    .map((value) => withoutRate(statement.tokens, value));
  const own = remembered.values.map((value) => withoutRate(remembered.tokens, value));
  return claimed.some((value) => hasValue(own, value)) && claimed.every((value) => hasValue(ofTurn, value));
}

const RATE = /^(?:an?|per|each|every|pro|par|por|im)$/;

/** "650 a month" counts no months. */
function withoutRate(tokens: Statement["tokens"], value: Value): Value {
  const isRate = value.type === "amount" && value.unit === null && RATE.test(tokens[value.to]?.lower ?? "");
  return isRate ? { ...value, counted: [] } : value;
}

/** A bare number may be the one of any kind: what it is about decides. */
function hasValue(there: readonly Value[], value: Value): boolean {
  const isAny = lacksUnit(value);
  return there.some(
    (other, at) =>
      sameValue(other, value) && (isAny || comparable(other, value) || hasUnitOf(there.slice(0, at), other, value)),
  );
}

/** A price told without its currency, or a unit that is told once: "twelve days, then Seoul for four". */
function hasUnitOf(before: readonly Value[], bare: Value, value: Value): boolean {
  if (!lacksUnit(bare) || value.type !== "amount" || value.unit === null) return false;
  if (value.unit.dimension === "money") return true;
  const last = before.findLast((other) => other.type === "amount");
  return last?.type === "amount" && last.unit?.name === value.unit.name;
}

/** An answer of a few words is about what was asked. */
function isAboutSame({ memory, focus }: Draft, { stems }: Statement, { turn }: RememberedStatement): boolean {
  const ofTurn = memory.contextOfTurn(turn);
  const about = stems.size < SHARED_STEMS_LEAST ? new Set([...stems, ...focus]) : stems;
  const shared = [...about].filter((stem) => ofTurn.has(stem)).length;
  return shared >= SHARED_BESIDE_VALUES * about.size;
}

/** Whether its turn, or the question, has every word that is written with a capital: it may be a name. */
function saysNames({ memory, focus }: Draft, { tokens }: Statement, { turn }: RememberedStatement): boolean {
  const ofTurn = memory.contextOfTurn(turn);
  return tokens.every((token, at) => {
    if (token.kind !== "word" || !token.capital) return true;
    const stem = contentStem(plainWord(token));
    if (stem === null || ofTurn.has(stem) || focus.has(stem)) return true;
    return at === 0 && !memory.nameStems.has(stem) && !AFTER_FIRST.test(tokens[1]?.lower ?? "");
  });
}
