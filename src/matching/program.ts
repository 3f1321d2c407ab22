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
  /** Of each kind of character, 1 where a match may begin with it. */
  readonly starts: Uint8Array;
  /** It matches at the start of the text or nowhere. */
  readonly isAnchored: boolean;
  readonly wordClass: CharClass;
}

/** `arms`: where each choice goes, in order of preference, and whether it is in a look-behind. */
export interface ProgramParts extends Omit<Program, "code" | "choices" | "starts" | "isAnchored"> {
  readonly code: readonly number[];
  readonly arms: readonly { readonly targets: readonly number[]; readonly isBehind: boolean }[];
}

export function finishProgram({ arms, ...parts }: ProgramParts): Program {
  const code = new Int32Array(parts.code);
  const firsts = firstSets(code, parts.classes, arms);
  const first = firsts(0);
  const starts = new Uint8Array(NEXT_KINDS);
  for (let kind = 0; kind < NEXT_KINDS; kind++) starts[kind] = Number(mayFollow(first, kind));
  return {
    ...parts,
    code,
    choices: arms.map(({ targets, isBehind }) => new Choice(targets, firsts, isBehind)),
    starts,
    isAnchored: beginsAtStart(code, arms),
  };
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

function beginsAtStart(code: Int32Array, arms: Arms): boolean {
  const seen = new Set<number>();
  const look = (from: number): boolean => {
    for (let pc = from; ; ) {
      if (seen.has(pc)) return true;
      const op = code[3 * pc];
      if (op === Op.TextStart) return true;
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
