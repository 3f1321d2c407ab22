// An expression whose matches take time linear in the text, whatever the text: for every text that comes from outside.
import { compileExpression } from "./compile-expression.ts";
import { Matcher } from "./matcher.ts";
import type { Program } from "./program.ts";

/** Matchers not in use. A thread matches one text at a time; a callback that matches meanwhile takes another one. */
const idle: Matcher[] = [];

const sources = new Set<LinearExpression>();

/** Every expression made so far. A check compiles them all, so that none is refused at its first use. */
export function linearExpressions(): ReadonlySet<LinearExpression> {
  return sources;
}

/**
 * Finds what the expression finds, in time linear in the text: see Matcher. No back-references, and no groups inside
 * look-arounds: `program` throws ExpressionError for them, as the first match does. It does not go on from its last
 * match as other expressions do: `exec` and `test` always begin at the start of the text. A global expression is for
 * `matchAll`, `replace` and `split`.
 */
export class LinearExpression extends RegExp {
  #program: Program | null = null;

  constructor(source: string, flags: string) {
    super(source, flags);
    sources.add(this);
  }

  get program(): Program {
    this.#program ??= compileExpression(this);
    return this.#program;
  }

  override exec(text: string): RegExpExecArray | null {
    return this.#matches(text, 1)[0] ?? null;
  }

  override test(text: string): boolean {
    const matcher = idle.pop() ?? new Matcher();
    matcher.begin(this.program, text);
    const found = matcher.find(0, this.sticky);
    idle.push(matcher);
    return found === true;
  }

  override [Symbol.matchAll](text: string): RegExpStringIterator<RegExpExecArray> {
    return this.#matches(text, Number.POSITIVE_INFINITY)[Symbol.iterator]() as RegExpStringIterator<RegExpExecArray>;
  }

  override [Symbol.match](text: string): RegExpMatchArray | null {
    if (!this.global) return this.exec(text);
    const found = this.#matches(text, Number.POSITIVE_INFINITY).map(([whole]) => whole);
    return found.length === 0 ? null : (found as RegExpMatchArray);
  }

  override [Symbol.search](text: string): number {
    return this.exec(text)?.index ?? -1;
  }

  /** `$1` to `$9` and `$&` stand for what was caught. */
  override [Symbol.replace](text: string, by: string | ((...caught: string[]) => string)): string {
    let out = "";
    let from = 0;
    for (const match of this.#matches(text, this.global ? Number.POSITIVE_INFINITY : 1)) {
      out += text.slice(from, match.index);
      if (typeof by === "string") out += by.replace(/\$([&1-9])/g, (_, at) => match[at === "&" ? 0 : Number(at)] ?? "");
      else out += by(...match);
      from = match.index + match[0].length;
    }
    return out + text.slice(from);
  }

  override [Symbol.split](text: string, limit = Number.POSITIVE_INFINITY): string[] {
    if (text === "") return this.test(text) ? [] : [text];
    const parts: string[] = [];
    let from = 0;
    for (const match of this.#matches(text, Number.POSITIVE_INFINITY)) {
      const end = match.index + match[0].length;
      if (match[0] === "" && (match.index === from || match.index === text.length)) continue;
      parts.push(text.slice(from, match.index), ...match.slice(1));
      from = end;
    }
    parts.push(text.slice(from));
    return parts.slice(0, limit);
  }

  #matches(text: string, most: number): RegExpExecArray[] {
    const { program } = this;
    const matcher = idle.pop() ?? new Matcher();
    matcher.begin(program, text);
    const found: RegExpExecArray[] = [];
    for (let from = 0; found.length < most && matcher.find(from, this.sticky) === true; ) {
      const { slots } = matcher;
      found.push(this.#matchOf(text, program, slots));
      const [start, end] = [slots[0]!, slots[1]!];
      from = end > start ? end : end + widthAt(text, end, program.isUnicode);
      if (from > text.length) break;
    }
    idle.push(matcher);
    return found;
  }

  #matchOf(text: string, { groupNames, slots: count }: Program, slots: Int32Array): RegExpExecArray {
    const places: ([number, number] | undefined)[] = [];
    for (let slot = 0; slot < count; slot += 2) {
      const [start, end] = [slots[slot]!, slots[slot + 1]!];
      places.push(start < 0 || end < 0 ? undefined : [start, end]);
    }
    const caught = places.map((place) => (place === undefined ? undefined : text.slice(...place)));
    const groups =
      groupNames.size === 0
        ? undefined
        : Object.fromEntries([...groupNames].map(([name, at]) => [name, caughtBy(at, caught)]));
    return Object.assign(caught, {
      index: slots[0]!,
      input: text,
      groups,
      ...(this.hasIndices ? { indices: places } : {}),
    }) as RegExpExecArray;
  }
}

function caughtBy(groups: readonly number[], caught: readonly (string | undefined)[]): string | undefined {
  const group = groups.find((each) => caught[each] !== undefined);
  return group === undefined ? undefined : caught[group];
}

function widthAt(text: string, at: number, isUnicode: boolean): number {
  return isUnicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** `bun run check` demands this for every expression that it cannot prove to be linear in the runtime's own engine. */
export function linear(expression: RegExp): LinearExpression;
export function linear(source: string, flags?: string): LinearExpression;
export function linear(expression: RegExp | string, flags = ""): LinearExpression {
  return typeof expression === "string"
    ? new LinearExpression(expression, flags)
    : new LinearExpression(expression.source, expression.flags);
}
