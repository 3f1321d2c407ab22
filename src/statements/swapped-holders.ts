// Finds what a draft tells of one person that memory tells of another, where it tells something else of the first: two that were swapped.
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import type { Draft } from "./draft.ts";
import { clausesOf, namesIn } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { comparable, lacksUnit, roughlyComparable, sameValue, type Value } from "./value.ts";

/** A value, and the only name in its part of the sentence, or in the part before where its own names nobody. */
interface Held {
  readonly name: string;
  readonly value: Value;
  /** The same, where it counts nobody: "45 for Bo" counts no Bos. */
  readonly bare: Value;
}

/** Parts of a statement that are looked at. */
const PARTS_MAX = 12;
/** What a sentence tells of people that is looked at, and statements that tell such a thing. */
const HELD_MAX = 8;
const TOLD_MAX = 256;
const AGE_MAX = 110;
/** Begins what is told of who was named before; a word or number alone does, too: "Bo (9)", "Bo: goalkeeper". */
const GOING_ON = wordSet("who who's he she he's she's his her that's thats the is was turns turned");
/** What follows a name that begins a sentence. */
const AFTER_FIRST = wordSet("is was has gets turns turned and , : (");
/** "Bo is 9", "Bo turns 9", "Bo, who is 9", "Bo (9)". */
const BEFORE_AGE = wordSet("is was turns turned turning be aged now just already only who one , (");

/** null where memory tells the value of that person too, or of none. */
export function swappedHolder(draft: Draft, statement: Statement): RememberedStatement | null {
  const { people, told } = knownOf(draft);
  for (const { name, value, bare } of heldIn(people, statement).slice(0, HELD_MAX)) {
    if (statement.denied.has(value) || statement.conditional.has(value)) continue;
    const isOwn = (each: Held) => each.name === name;
    // Memory says it of that person too.
    if (told.some(({ held }) => held.some((each) => isOwn(each) && sameValue(each.bare, bare)))) continue;
    const ofAnother = told.filter(({ remembered, held }) =>
      held.some((each) => !isOwn(each) && isSame(each, bare, remembered)),
    );
    // Both stand side by side there; an age is told of each wherever it stands.
    const own = isAgeOf(statement, bare)
      ? ofAnother.some((one) => tellsAge(one, (each) => !isOwn(each))) &&
        told.findLast((one) => tellsAge(one, (each) => isOwn(each) && !isBirthday(each.bare, bare)))
      : ofAnother.findLast(({ held }) => held.some((each) => isOwn(each) && isOther(each.bare, bare)));
    if (own !== undefined && own !== false) return own.remembered;
  }
  return null;
}

/** Who was 9 may be 10 by now. */
function isBirthday(known: Value, said: Value): boolean {
  return known.type === "amount" && said.type === "amount" && said.number === known.number + 1;
}

function tellsAge({ remembered, held }: Told, isWhose: (each: Held) => boolean): boolean {
  return held.some((each) => isWhose(each) && isAgeOf(remembered, each.bare));
}

function isSame({ value, bare }: Held, said: Value, { replaced }: RememberedStatement): boolean {
  return !replaced.has(value) && isLike(bare, said) && sameValue(bare, said);
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

/** Who is written as a name, here or there, in small letters; and the stems of that. */
interface People {
  readonly names: ReadonlySet<string>;
  readonly stems: ReadonlySet<string | null>;
}

/** A statement of memory that tells something of somebody. */
interface Told {
  readonly remembered: RememberedStatement;
  readonly held: readonly Held[];
}

/** `told`: in the order of time, the last of them. */
const knownOf = oncePer((draft: Draft) => {
  const people = peopleOf(draft);
  const told = draft.memory.all.flatMap((remembered): Told[] => {
    const held = remembered.claims && !remembered.negated ? heldIn(people, remembered) : [];
    return held.length === 0 ? [] : [{ remembered, held }];
  });
  return { people, told: told.slice(-TOLD_MAX) };
});

function peopleOf({ claims, memory }: Draft): People {
  const said = claims.flatMap(({ tokens }) => namesIn(tokens, AFTER_FIRST));
  const names = new Set([...memory.names, ...said.map(plainWord)]);
  return { names, stems: new Set([...names].map(contentStem)) };
}

function heldIn({ names: people, stems }: People, statement: Statement): Held[] {
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
      const bare =
        value.type === "amount" ? { ...value, counted: value.counted.filter((stem) => !stems.has(stem)) } : value;
      if (start >= from && start < to && isBound(statement, part, last, bare)) held.push({ name: last, value, bare });
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
