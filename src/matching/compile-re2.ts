// Takes over a program of RE2's own compiler, for searches that only ask whether there is a match.
import type { RE2JS } from "re2js";
import { CharClass, classOf } from "./char-class.ts";
import { ExpressionError } from "./compile-expression.ts";
import { finishProgram, Op, type Program } from "./program.ts";

/** As in re2js 2.10, which is pinned because its compiled program is not part of its interface. */
interface Re2Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(rune: number): boolean;
}

interface Re2Program {
  readonly inst: readonly Re2Instruction[];
  readonly start: number;
}

const RE2 = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7, rune: 8, rune1: 9 } as const;
const RUNE_ANY = 10;
const RUNE_ANY_NOT_LINE_END = 11;

/** What an instruction of empty width demands, by bit. */
const EMPTY_WIDTHS = [Op.LineStart, Op.LineEnd, Op.TextStart, Op.TextEnd, Op.WordEdge, Op.NoWordEdge] as const;

/** Slots stay unset: no caller asks where a match lies. Throws ExpressionError for an instruction it does not know. */
export function compileRe2(compiled: RE2JS): Program {
  const { inst, start } = (compiled as unknown as { re2Input: { prog: Re2Program } }).re2Input.prog;
  const code: number[] = [];
  const classes: CharClass[] = [];
  const arms: { targets: number[]; isBehind: boolean }[] = [];
  /** Where each of RE2's instructions begins in `code`. Targets are RE2's numbers until the end. */
  const placeOf: number[] = [];
  const emit = (op: number, a = 0) => code.push(op, a, 0) / 3 - 1;
  emit(Op.Jump, start);
  for (const one of inst) {
    placeOf.push(code.length / 3);
    switch (one.op) {
      case RE2.alt:
      case RE2.altMatch:
        emit(Op.Choose, arms.push({ targets: [one.out, one.arg], isBehind: false }) - 1);
        continue;
      case RE2.emptyWidth:
        for (const [bit, op] of EMPTY_WIDTHS.entries()) if ((one.arg & (1 << bit)) !== 0) emit(op);
        break;
      case RE2.fail:
        emit(Op.Fail);
        continue;
      case RE2.match:
        emit(Op.Match);
        continue;
      case RE2.rune:
      case RE2.rune1:
      case RUNE_ANY:
      case RUNE_ANY_NOT_LINE_END:
        emit(Op.Char, classes.push(classFor(one)) - 1);
        break;
      case RE2.capture:
      case RE2.nop:
        break;
      default:
        throw new ExpressionError("RE2's program holds an instruction that is not known");
    }
    emit(Op.Jump, one.out);
  }
  for (let at = 0; at < code.length; at += 3) if (code[at] === Op.Jump) code[at + 1] = placeOf[code[at + 1]!]!;
  return finishProgram({
    code,
    classes,
    arms: arms.map(({ targets, isBehind }) => ({ targets: targets.map((each) => placeOf[each]!), isBehind })),
    looks: [],
    slots: 2,
    groupNames: new Map(),
    endsAtFeedOnly: true,
    isUnicode: true,
    needed: new Int32Array(),
    // RE2's words are ASCII.
    wordClass: classOf("\\w", ""),
  });
}

function classFor(one: Re2Instruction): CharClass {
  if (one.op === RUNE_ANY) return new CharClass(() => true, true);
  if (one.op === RUNE_ANY_NOT_LINE_END) return new CharClass((rune) => rune !== 0x0a, true);
  return new CharClass((rune) => one.matchRune(rune), true);
}
