// Compiles an expression of JavaScript's syntax for the matcher.
import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { type CharClass, classFlags, classOf } from "./char-class.ts";
import { neededParts } from "./needed-parts.ts";
import { familiesOfClass, finishProgram, Op, type Program } from "./program.ts";

/** More would make even a linear match slow: counted repeats are written out. */
const INSTRUCTIONS_MAX = 20_000;

/** Thrown for an expression that the matcher cannot match in linear time, or at all. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}

/**
 * Throws ExpressionError for back-references, groups that capture inside a look-around, repeats without an upper bound
 * whose body may be empty, and more than 20,000 instructions.
 */
export function compileExpression({ source, flags }: RegExp): Program {
  const isUnicode = flags.includes("u") || flags.includes("v");
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const pattern = parser.parsePattern(source, 0, source.length, mode);
  return new Compiler(flags, isUnicode).compile(pattern);
}

class Compiler {
  readonly #code: number[] = [];
  readonly #classes: CharClass[] = [];
  readonly #classAt = new Map<string, number>();
  readonly #arms: { targets: number[]; isBehind: boolean }[] = [];
  readonly #looks: { pc: number; isNegative: boolean }[] = [];
  /** Write the bodies of look-arounds, after the expression itself. */
  readonly #bodies: (() => void)[] = [];
  /** Numbered from 1 in the order of their opening brackets. */
  #groups: readonly AST.CapturingGroup[] = [];
  readonly #classFlags: string;

  constructor(
    private readonly flags: string,
    private readonly isUnicode: boolean,
  ) {
    this.#classFlags = classFlags(flags);
  }

  compile(pattern: AST.Pattern): Program {
    this.#groups = capturingGroups(pattern);
    this.#save(0);
    this.#alternatives(pattern.alternatives, false);
    this.#save(1);
    this.#emit(Op.Match);
    for (let body = this.#bodies.shift(); body !== undefined; body = this.#bodies.shift()) body();
    return finishProgram({
      code: this.#code,
      classes: this.#classes,
      arms: this.#arms,
      looks: this.#looks,
      slots: 2 * this.#groups.length + 2,
      groupNames: this.#groupNames(),
      endsAtFeedOnly: false,
      isUnicode: this.isUnicode,
      needed: this.flags.includes("v") ? new Int32Array() : neededParts(pattern, (source) => this.#familiesOf(source)),
      wordClass: classOf("\\w", this.#classFlags),
    });
  }

  #familiesOf(source: string): number {
    return familiesOfClass(classOf(source, this.#classFlags));
  }

  get #here(): number {
    return this.#code.length / 3;
  }

  #numberOf(group: AST.CapturingGroup): number {
    return this.#groups.indexOf(group) + 1;
  }

  #groupsIn({ start, end }: AST.Node): AST.CapturingGroup[] {
    return this.#groups.filter((group) => group.start >= start && group.end <= end);
  }

  /** A name may stand in several alternatives. */
  #groupNames(): ReadonlyMap<string, readonly number[]> {
    const names = new Map<string, number[]>();
    for (const [at, { name }] of this.#groups.entries()) {
      if (name !== null) names.set(name, [...(names.get(name) ?? []), at + 1]);
    }
    return names;
  }

  #emit(op: number, a = 0, b = 0): number {
    if (this.#here >= INSTRUCTIONS_MAX) throw new ExpressionError("the expression is too large");
    this.#code.push(op, a, b);
    return this.#here - 1;
  }

  #save(slot: number): void {
    this.#emit(Op.Save, slot);
  }

  #choose(isBehind: boolean): number[] {
    const targets: number[] = [];
    this.#emit(Op.Choose, this.#arms.length);
    this.#arms.push({ targets, isBehind });
    return targets;
  }

  #alternatives(alternatives: readonly AST.Alternative[], isBehind: boolean): void {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) {
      this.#elements(only.elements, isBehind);
      return;
    }
    const targets = this.#choose(isBehind);
    const jumps = alternatives.map(({ elements }) => {
      targets.push(this.#here);
      this.#elements(elements, isBehind);
      return this.#emit(Op.Jump);
    });
    for (const jump of jumps) this.#code[3 * jump + 1] = this.#here;
  }

  #elements(elements: readonly AST.Element[], isBehind: boolean): void {
    for (const element of isBehind ? elements.toReversed() : elements) this.#element(element, isBehind);
  }

  #element(element: AST.Element, isBehind: boolean): void {
    switch (element.type) {
      case "Assertion":
        this.#assertion(element);
        break;
      case "Group":
        if (element.modifiers !== null) throw new ExpressionError("flags inside an expression are not read");
        this.#alternatives(element.alternatives, isBehind);
        break;
      case "CapturingGroup":
        this.#group(element, isBehind);
        break;
      case "Quantifier":
        this.#repeat(element, isBehind);
        break;
      case "Backreference":
        throw new ExpressionError("a back-reference cannot be matched in linear time");
      default:
        this.#char(element.raw, isBehind);
    }
  }

  #char(raw: string, isBehind: boolean): void {
    let at = this.#classAt.get(raw);
    if (at === undefined) {
      at = this.#classes.push(classOf(raw, this.#classFlags)) - 1;
      this.#classAt.set(raw, at);
    }
    this.#emit(isBehind ? Op.CharBefore : Op.Char, at);
  }

  #assertion(assertion: AST.Assertion): void {
    const isMultiline = this.flags.includes("m");
    switch (assertion.kind) {
      case "start":
        this.#emit(isMultiline ? Op.LineStart : Op.TextStart);
        break;
      case "end":
        this.#emit(isMultiline ? Op.LineEnd : Op.TextEnd);
        break;
      case "word":
        this.#emit(assertion.negate ? Op.NoWordEdge : Op.WordEdge);
        break;
      default: {
        if (this.#groupsIn(assertion).length > 0)
          throw new ExpressionError("a group that captures stands inside a look-around");
        const look = { pc: 0, isNegative: assertion.negate };
        this.#emit(Op.Look, this.#looks.push(look) - 1);
        this.#bodies.push(() => {
          look.pc = this.#here;
          this.#alternatives(assertion.alternatives, assertion.kind === "lookbehind");
          this.#emit(Op.Match);
        });
      }
    }
  }

  #group(group: AST.CapturingGroup, isBehind: boolean): void {
    const slot = 2 * this.#numberOf(group);
    this.#save(isBehind ? slot + 1 : slot);
    this.#alternatives(group.alternatives, isBehind);
    this.#save(isBehind ? slot : slot + 1);
  }

  #repeat({ element, min, max, greedy }: AST.Quantifier, isBehind: boolean): void {
    const caught = this.#groupsIn(element).map((group) => this.#numberOf(group));
    const once = () => {
      if (caught.length > 0) this.#emit(Op.Clear, 2 * Math.min(...caught), 2 * Math.max(...caught) + 2);
      this.#element(element, isBehind);
    };
    for (let count = 0; count < min; count++) once();
    if (max === Number.POSITIVE_INFINITY) {
      if (mayBeEmpty(element)) throw new ExpressionError(`what ${element.raw} repeats without end may be empty`);
      const start = this.#here;
      const targets = this.#choose(isBehind);
      const body = this.#here;
      once();
      this.#emit(Op.Jump, start);
      targets.push(...(greedy ? [body, this.#here] : [this.#here, body]));
      return;
    }
    const heads: number[][] = [];
    for (let count = min; count < max; count++) {
      const targets = this.#choose(isBehind);
      targets.push(this.#here);
      heads.push(targets);
      once();
    }
    for (const targets of heads) {
      if (greedy) targets.push(this.#here);
      else targets.unshift(this.#here);
    }
  }
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if ("alternatives" in node && node.type !== "ClassStringDisjunction") return node.alternatives;
  if (node.type === "Alternative") return node.elements;
  return node.type === "Quantifier" ? [node.element] : [];
}

/** In the order of their opening brackets. */
function capturingGroups(node: AST.Node, found: AST.CapturingGroup[] = []): AST.CapturingGroup[] {
  if (node.type === "CapturingGroup") found.push(node);
  for (const child of childrenOf(node)) capturingGroups(child, found);
  return found;
}

function mayBeEmpty(node: AST.Node): boolean {
  if (node.type === "Assertion") return true;
  if (node.type === "Alternative") return node.elements.every(mayBeEmpty);
  if (node.type === "Quantifier") return node.min === 0 || mayBeEmpty(node.element);
  return "alternatives" in node && node.type !== "ClassStringDisjunction" && node.alternatives.some(mayBeEmpty);
}
