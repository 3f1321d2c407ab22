// What an expression is compiled to: instructions, and the choices between them.
import type { CharClass } from "./char-class.ts";

/** Each instruction is three numbers: what, and up to two operands. */
export const Op = {
  /** a: class. Takes the character after the place. */
  Char: 0,
  /** a: class. Takes the character before the place; for look-behinds. */
  CharBefore: 1,
  /** a: choice. */
  Choose: 2,
  /** a: the instruction to go to. */
  Jump: 3,
  /** a: slot. */
  Save: 4,
  /** a, b: first slot, and the slot after the last. Forgets what the previous round of a repeat caught. */
  Clear: 5,
  TextStart: 6,
  TextEnd: 7,
  LineStart: 8,
  LineEnd: 9,
  WordEdge: 10,
  NoWordEdge: 11,
  /** a: look. */
  Look: 12,
  Match: 13,
  Fail: 14,
} as const;

/** After the entries for ASCII there is one for all characters of 128 and more, and one for the end of the text. */
export const BEYOND_ASCII = 128;
export const AT_END = 129;
const NEXT_KINDS = 130;

/** Of each kind its family, 0 to 31: a letter of either case, a digit, white space, "'", other ASCII, the rest, the end. */
export const FAMILY_OF_KIND = Uint8Array.from({ length: NEXT_KINDS }, (_, kind) => {
  if (kind === AT_END) return 31;
  if (kind === BEYOND_ASCII) return 30;
  const letter = (kind | 0x20) - 0x61;
  if (letter >= 0 && letter < 26) return letter;
  if (kind >= 0x30 && kind <= 0x39) return 26;
  if (kind === 0x20 || (kind >= 0x09 && kind <= 0x0d)) return 27;
  return kind === 0x27 ? 28 : 29;
});
const FAMILIES = 32;

/** Which kinds of character may come next: one bit for each kind, in five numbers. */
export type FirstSet = Int32Array;

function mayFollow(set: FirstSet, kind: number): boolean {
  return (set[kind >> 5]! & (1 << (kind & 31))) !== 0;
}

/** Arms in order of preference. */
export class Choice {
  readonly #armsOf: (Int32Array | undefined)[] = [];

  constructor(
    private readonly arms: readonly number[],
    private readonly firsts: (pc: number) => FirstSet,
    /** Whether the choice is in a look-behind, where the next character is the one before the place. */
    readonly isBehind: boolean,
  ) {}

  /** The first instruction of each arm that a character of this kind allows, the preferred arm first. */
  armsFor(kind: number): Int32Array {
    let arms = this.#armsOf[kind];
    if (arms === undefined) {
      arms = new Int32Array(this.arms.filter((pc) => mayFollow(this.firsts(pc), kind)));
      this.#armsOf[kind] = arms;
    }
    return arms;
  }
}

export interface Look {
  readonly pc: number;
  readonly isNegative: boolean;
}

export interface Program {
  readonly code: Int32Array;
  readonly classes: readonly CharClass[];
  readonly choices: readonly Choice[];
  readonly looks: readonly Look[];
  /** Two for each group, the whole match being the first. */
  readonly slots: number;
  readonly groupNames: ReadonlyMap<string, readonly number[]>;
  /** Whether a line ends at a line feed alone, as in RE2. */
  readonly endsAtFeedOnly: boolean;
  /** Code points rather than code units. */
  readonly isUnicode: boolean;
  /** Of each family of characters that a match may begin with, a bit for each family that may come behind it. */
  readonly starts: Int32Array;
  /** It matches at the start of the text or nowhere. */
  readonly isAnchored: boolean;
  /** It matches only where a word begins or ends. */
  readonly startsAtEdge: boolean;
  /** Parts of which a text must have one, each ended by a 0; empty where nothing is known. */
  readonly needed: Int32Array;
  readonly wordClass: CharClass;
}

/** `arms`: where each choice goes, in order of preference, and whether it is in a look-behind. */
export interface ProgramParts extends Omit<Program, "code" | "choices" | "starts" | "isAnchored" | "startsAtEdge"> {
  readonly code: readonly number[];
  readonly arms: readonly { readonly targets: readonly number[]; readonly isBehind: boolean }[];
}

export function finishProgram({ arms, ...parts }: ProgramParts): Program {
  const code = new Int32Array(parts.code);
  const firsts = firstSets(code, parts.classes, arms);
  return {
    ...parts,
    code,
    choices: arms.map(({ targets, isBehind }) => new Choice(targets, firsts, isBehind)),
    starts: startsOf(code, parts.classes, arms, firsts),
    isAnchored: beginsWith(Op.TextStart, code, arms),
    startsAtEdge: beginsWith(Op.WordEdge, code, arms),
  };
}

/** The first two characters of all matches, by their families. */
function startsOf(
  code: Int32Array,
  classes: readonly CharClass[],
  arms: Arms,
  firsts: (pc: number) => FirstSet,
): Int32Array {
  const starts = new Int32Array(FAMILIES);
  const seen = new Set<number>();
  const look = (from: number): void => {
    for (let pc = from; ; pc++) {
      if (seen.has(pc)) return;
      seen.add(pc);
      const a = code[3 * pc + 1]!;
      const op = code[3 * pc];
      if (op === Op.Fail) return;
      if (op === Op.Match) {
        starts.fill(-1);
        return;
      }
      if (op === Op.Choose) {
        arms[a]!.targets.forEach(look);
        return;
      }
      if (op === Op.Jump) pc = a - 1;
      if (op !== Op.Char) continue;
      const behind = familiesOf(firsts(pc + 1));
      const taken = familiesOf(setOf(classes[a]!));
      for (let family = 0; family < FAMILIES; family++) if ((taken & (1 << family)) !== 0) starts[family]! |= behind;
      // The second half of a character of two units.
      if (classes[a]!.beyondAscii) starts[FAMILY_OF_KIND[BEYOND_ASCII]!]! |= 1 << FAMILY_OF_KIND[BEYOND_ASCII]!;
      return;
    }
  };
  look(0);
  return starts;
}

/** A bit for each family that the class has characters of. */
export function familiesOfClass(charClass: CharClass): number {
  return familiesOf(setOf(charClass));
}

const familiesOfSets = new WeakMap<FirstSet, number>();

function familiesOf(set: FirstSet): number {
  const known = familiesOfSets.get(set);
  if (known !== undefined) return known;
  let families = 0;
  for (let kind = 0; kind < NEXT_KINDS; kind++) if (mayFollow(set, kind)) families |= 1 << FAMILY_OF_KIND[kind]!;
  familiesOfSets.set(set, families);
  return families;
}

type Arms = ProgramParts["arms"];

/** Which characters may come next at an instruction; all of them, where a loop comes back without taking one. */
function firstSets(code: Int32Array, classes: readonly CharClass[], arms: Arms): (pc: number) => FirstSet {
  const known = new Map<number, FirstSet>();
  const anything = new Int32Array(5).fill(-1);
  const firstOf = (pc: number): FirstSet => {
    const before = known.get(pc);
    if (before !== undefined) return before;
    known.set(pc, anything);
    const set = compute(pc);
    known.set(pc, set);
    return set;
  };
  const compute = (from: number): FirstSet => {
    for (let pc = from; ; ) {
      const a = code[3 * pc + 1]!;
      switch (code[3 * pc]) {
        case Op.Char:
        case Op.CharBefore:
          return setOf(classes[a]!);
        case Op.Choose: {
          const union = new Int32Array(5);
          for (const target of arms[a]!.targets) {
            const set = firstOf(target);
            for (let at = 0; at < union.length; at++) union[at]! |= set[at]!;
          }
          return union;
        }
        case Op.Jump:
          pc = a;
          break;
        case Op.Match:
          return anything;
        case Op.Fail:
          return new Int32Array(5);
        default:
          pc += 1;
      }
    }
  };
  return firstOf;
}

const setsOfClasses = new WeakMap<CharClass, FirstSet>();

function setOf(charClass: CharClass): FirstSet {
  const known = setsOfClasses.get(charClass);
  if (known !== undefined) return known;
  const set = new Int32Array(5);
  const put = (kind: number) => {
    set[kind >> 5]! |= 1 << (kind & 31);
  };
  for (let code = 0; code < BEYOND_ASCII; code++) if (charClass.has(code)) put(code);
  if (charClass.beyondAscii) put(BEYOND_ASCII);
  setsOfClasses.set(charClass, set);
  return set;
}

/** Whether every match begins with that condition. */
function beginsWith(condition: number, code: Int32Array, arms: Arms): boolean {
  const seen = new Set<number>();
  const look = (from: number): boolean => {
    for (let pc = from; ; ) {
      if (seen.has(pc)) return true;
      const op = code[3 * pc];
      if (op === condition) return true;
      if (op === Op.Save || op === Op.Clear || op === Op.Look) pc += 1;
      else if (op === Op.Jump) pc = code[3 * pc + 1]!;
      else if (op === Op.Choose) {
        seen.add(pc);
        return arms[code[3 * pc + 1]!]!.targets.every(look);
      } else return false;
    }
  };
  return look(0);
}
