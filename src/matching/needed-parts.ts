// What a text must hold for an expression to match anywhere in it: most texts lack it, and are not searched.
import type { AST } from "@eslint-community/regexpp";

/** Characters in their order, each a set of families of which one must be there: a bit a family, see FAMILY_OF_KIND. */
type Part = readonly number[];

/** Ways to write one piece of an expression, and their greatest length; more are not followed. */
const WAYS_MAX = 64;
const PART_LENGTH_MAX = 8;
/** Parts of which one must be in the text; with more the look takes longer than the search. */
const NEEDED_MAX = 256;
/** A longer part hardly tells more. */
const LENGTH_WORTH_MAX = 5;
/** A character that may be of more families than this tells nothing. */
const FAMILIES_MAX = 3;

interface Piece {
  /** All ways in which it can be written; null: too many. */
  readonly ways: readonly Part[] | null;
  /** One of these is in all that it matches; null: nothing is known. */
  readonly needed: readonly Part[] | null;
}

const EMPTY: Piece = { ways: [[]], needed: null };
const UNKNOWN: Piece = { ways: null, needed: null };

/**
 * The parts of which every match has one, each ended by a 0; empty where nothing is known. `familiesOf`: the families of
 * the characters that a source of one character stands for.
 */
export function neededParts(pattern: AST.Pattern, familiesOf: (source: string) => number): Int32Array {
  const { ways, needed } = anyOf(pattern.alternatives.map((each) => inTurn(each.elements, familiesOf)));
  const parts = better(ways, needed);
  return worthOf(parts) < 2 ? new Int32Array() : Int32Array.from(parts!.flatMap((part) => [...part, 0]));
}

/** Whether the text has one of the parts, by its pairs: of each family a bit for each that comes behind it somewhere. */
export function hasOne(parts: Int32Array, pairs: Int32Array): boolean {
  for (let at = 0; at < parts.length; at++) {
    let isThere = true;
    for (; parts[at] !== 0; at++) {
      const next = parts[at + 1]!;
      if (isThere && next !== 0) isThere = hasPair(pairs, parts[at]!, next);
    }
    if (isThere) return true;
  }
  return false;
}

function hasPair(pairs: Int32Array, first: number, next: number): boolean {
  for (let rest = first; rest !== 0; rest &= rest - 1) {
    if ((pairs[31 - Math.clz32(rest & -rest)]! & next) !== 0) return true;
  }
  return false;
}

function pieceOf(element: AST.Element, familiesOf: (source: string) => number): Piece {
  switch (element.type) {
    case "Assertion":
      return EMPTY;
    case "Group":
    case "CapturingGroup":
      return anyOf(element.alternatives.map((each) => inTurn(each.elements, familiesOf)));
    case "Quantifier": {
      const { ways, needed } = pieceOf(element.element, familiesOf);
      if (element.max === 1) return element.min === 1 ? { ways, needed } : anyOf([EMPTY, { ways, needed }]);
      return { ways: null, needed: element.min === 0 ? null : better(ways, needed) };
    }
    case "Character":
    case "CharacterSet":
    case "CharacterClass": {
      const families = familiesOf(element.raw);
      return families === 0 || countOf(families) > FAMILIES_MAX ? UNKNOWN : { ways: [[families]], needed: null };
    }
    default:
      return UNKNOWN;
  }
}

function anyOf(pieces: readonly Piece[]): Piece {
  const ways = pieces.every((piece) => piece.ways !== null) ? pieces.flatMap((piece) => piece.ways!) : null;
  const each = pieces.map((piece) => better(piece.ways, piece.needed));
  const needed = each.every((parts) => parts !== null) ? each.flat() : null;
  return { ways: limited(ways, WAYS_MAX), needed: limited(needed, NEEDED_MAX) };
}

/** One behind the other: as long as all ways are known they are joined, and of all that is needed the most telling is taken. */
function inTurn(elements: readonly AST.Element[], familiesOf: (source: string) => number): Piece {
  let run: readonly Part[] = [[]];
  let isWhole = true;
  let best: readonly Part[] | null = null;
  const take = (parts: readonly Part[] | null) => {
    if (worthOf(parts) > worthOf(best)) best = parts;
  };
  for (const element of elements) {
    const { ways, needed } = pieceOf(element, familiesOf);
    take(needed);
    const joined = ways === null ? null : limited(joinedWays(run, ways), WAYS_MAX);
    if (joined === null) {
      take(run);
      isWhole = false;
    }
    run = joined ?? ways ?? [[]];
  }
  take(run);
  return { ways: isWhole ? run : null, needed: best };
}

function joinedWays(run: readonly Part[], ways: readonly Part[]): readonly Part[] | null {
  if (run.length * ways.length > WAYS_MAX) return null;
  const joined = run.flatMap((one) => ways.map((other) => [...one, ...other]));
  return joined.some((part) => part.length > PART_LENGTH_MAX) ? null : joined;
}

function limited(parts: readonly Part[] | null, most: number): readonly Part[] | null {
  return parts !== null && parts.length > most ? null : parts;
}

function better(one: readonly Part[] | null, other: readonly Part[] | null): readonly Part[] | null {
  return worthOf(one) >= worthOf(other) ? one : other;
}

/** The length of the shortest, as far as it tells something; of as many rather fewer. */
function worthOf(parts: readonly Part[] | null): number {
  if (parts === null || parts.length === 0) return 0;
  const shortest = parts.reduce((least, { length }) => Math.min(least, length), LENGTH_WORTH_MAX);
  return shortest === 0 ? 0 : shortest + 1 / (1 + parts.length);
}

function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
