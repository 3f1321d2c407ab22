// Finds what a draft tells of one person that memory tells of another, where it tells something else of the first: two that were swapped.
import { wordSet } from "../base/word-set.ts";
import type { Draft } from "./draft.ts";
import { clausesOf, isWrittenAsName } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { comparable, lacksUnit, roughlyComparable, sameValue, type Value } from "./value.ts";

/** A value, and the only name in its part of the sentence, or in the part before where its own names nobody. */
interface Held {
  readonly name: string;
  readonly value: Value;
}

/** Parts of a statement that are looked at. */
const PARTS_MAX = 12;
const AGE_MAX = 110;
/** Begins what is told of who was named before; a word or number alone does, too: "Bo (9)", "Bo: goalkeeper". */
const GOING_ON = wordSet("who who's he she he's she's his her that's thats the is was turns turned");
/** What follows a name that begins a sentence. */
const AFTER_FIRST = wordSet("is was has gets turns turned and , : (");
/** "Bo is 9", "Bo turns 9", "Bo, who is 9", "Bo (9)". */
const BEFORE_AGE = wordSet("is was turns turned turning be aged now just already only who one , (");

/** null where memory tells the value of that person too, or of none. */
export function swappedHolder(draft: Draft, statement: Statement): RememberedStatement | null {
  const people = peopleOf(draft);
  for (const { name, value } of heldIn(people, statement)) {
    if (statement.denied.has(value) || statement.conditional.has(value)) continue;
    const known = draft.memory.all.filter(({ claims, negated }) => claims && !negated);
    const held = known.map((remembered) => ({ remembered, all: heldOf(people, remembered) }));
    // Memory says it of that person too.
    if (held.some(({ all }) => all.some((each) => each.name === name && sameValue(each.value, value)))) continue;
    const ofAnother = held.filter(({ remembered, all }) => all.some((each) => isOfAnother(each, name, value, remembered)));
    if (ofAnother.length === 0) continue;
    const isAge = isAgeOf(statement, value);
    // Both stand side by side there; what tells an age tells it wherever it stands.
    const own = isAge
      ? ofAnother.some(({ remembered, all }) => all.some((each) => each.name !== name && isAgeOf(remembered, each.value))) &&
        held.findLast(({ remembered, all }) => all.some((each) => each.name === name && isAgeOf(remembered, each.value)))
      : ofAnother.findLast(({ all }) => all.some((each) => each.name === name && isOther(each.value, value)));
    if (own !== undefined && own !== false) return own.remembered;
  }
  return null;
}

function isOfAnother(held: Held, name: string, value: Value, { replaced }: RememberedStatement): boolean {
  return held.name !== name && !replaced.has(held.value) && isLike(held.value, value) && sameValue(held.value, value);
}

function isOther(known: Value, value: Value): boolean {
  return isLike(known, value) && !sameValue(known, value);
}

function isLike(one: Value, other: Value): boolean {
  return comparable(one, other) || roughlyComparable(one, other) || (lacksUnit(one) && lacksUnit(other));
}

function isAgeOf({ tokens }: Statement, value: Value): boolean {
  if (value.type !== "amount" || value.number > AGE_MAX) return false;
  const behind = tokens[value.to];
  if (value.unit !== null) return value.unit.name === "year" && behind?.lower === "old";
  const counts = behind?.kind === "word" && contentStem(behind.lower) !== null;
  return !counts && BEFORE_AGE.has(tokens[value.from - 1]?.lower ?? "");
}

const peopleOfDraft = new WeakMap<Draft, ReadonlySet<string>>();

/** Who is written as a name, here or there. */
function peopleOf(draft: Draft): ReadonlySet<string> {
  let people = peopleOfDraft.get(draft);
  if (people === undefined) {
    const said = draft.claims.flatMap(({ tokens }) => tokens.filter((_, at) => isWrittenAsName(tokens, at)));
    const first = draft.claims.flatMap(({ tokens }) => {
      const [token, next] = tokens;
      return token?.capital && AFTER_FIRST.has(next?.lower ?? "") && contentStem(token.lower) !== null ? [token] : [];
    });
    people = new Set([...draft.memory.names, ...[...said, ...first].map(plainWord)]);
    peopleOfDraft.set(draft, people);
  }
  return people;
}

const heldOfStatement = new WeakMap<RememberedStatement, readonly Held[]>();

/** Memory is read for one draft. */
function heldOf(people: ReadonlySet<string>, remembered: RememberedStatement): readonly Held[] {
  let held = heldOfStatement.get(remembered);
  if (held === undefined) {
    held = heldIn(people, remembered);
    heldOfStatement.set(remembered, held);
  }
  return held;
}

function heldIn(people: ReadonlySet<string>, statement: Statement): Held[] {
  if (statement.values.length === 0) return [];
  const held: Held[] = [];
  let last: string | null = null;
  for (const part of clausesOf(statement).slice(0, PARTS_MAX)) {
    const names = new Set(part.flatMap((token) => (people.has(plainWord(token)) ? [plainWord(token)] : [])));
    const goesOn = part.length === 1 || GOING_ON.has(part[0]!.lower);
    if (names.size === 1) last = [...names][0]!;
    else if (names.size > 1 || !goesOn) last = null;
    if (last === null) continue;
    const [from, to] = [part[0]!.start, part.at(-1)!.end];
    for (const value of statement.values) {
      const { start } = statement.tokens[value.from]!;
      if (start >= from && start < to && isBound(statement, part, last, value)) held.push({ name: last, value });
    }
  }
  return held;
}

/** A bare number before the name is the name's only by "for" or "of": "264 for Bo", not "ten now that Bo has left". */
function isBound({ tokens }: Statement, part: readonly Token[], name: string, value: Value): boolean {
  const at = part.findIndex((token) => plainWord(token) === name);
  if (at < 0 || tokens[value.from]!.start > part[at]!.start || !lacksUnit(value)) return true;
  return /^(?:for|of)$/.test(part[at - 1]?.lower ?? "");
}
