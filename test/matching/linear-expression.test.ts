// The linear engine finds what the runtime's own engine finds, and tries nothing twice.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ExpressionError } from "../../src/matching/compile-expression.ts";
import { type LinearExpression, linear } from "../../src/matching/linear-expression.ts";
import { Matcher } from "../../src/matching/matcher.ts";
import type { Program } from "../../src/matching/program.ts";
import { collectExpressions } from "../expressions/collect-expressions.ts";
import { seededNumbers } from "../support/chance.ts";
import { expectLinear } from "../support/growth.ts";

function shown(match: RegExpExecArray | null): unknown {
  return match === null ? null : [match.index, [...match], { ...match.groups }, match.indices?.map((each) => each)];
}

function expectSame(native: RegExp, text: string): void {
  const own = linear(native);
  const all = (one: RegExp) => (one.global ? [...text.matchAll(one)].map(shown) : shown(one.exec(text)));
  native.lastIndex = 0;
  expect([String(native), text, all(own)]).toEqual([String(native), text, all(native)]);
}

// Before the tests make expressions of their own.
const { linear: own } = await collectExpressions();

function seededPick(seed: number): (below: number) => number {
  const next = seededNumbers(seed);
  return (below) => Math.floor(next() * below);
}

describe("an expression on the linear engine", () => {
  test.each([
    [/a+?b*(c|d)?/, ["xaabbd", "a", ""]],
    [/^(?:a|ab)(?:c|bcd)(d*)$/, ["abcd", "abcdd", "ac"]],
    [/(a)|(b)|c/g, ["abcab"]],
    [/(?<year>\d{4})-(?<month>\d\d)|(?<month>\p{L}+)/gu, ["2024-05 May"]],
    [/(?:(a)|(b))+/, ["abab", "ba"]],
    [/(?<=\$)\d+(?!\d|%)/g, ["$12 $34% 5 $6"]],
    [/(?<!\b(?:dr|mr))\.\s+/gi, ["Dr. Who. And Mr. X. Y"]],
    [/\bfoo\B|\Bbar\b/g, ["food foo xbar bar"]],
    [/^b$/gm, ["a\nb\r\nb\u2028b"]],
    [/a.c/s, ["a\nc"]],
    [/a.c/, ["a\nc", "abc"]],
    [/[^\p{L}]+/gu, ["é😀ü 1"]],
    [/./gu, ["😀a\ud800"]],
    [/./g, ["😀a"]],
    [/(?<=😀)x|😀{2}/u, ["😀x😀😀"]],
    [/ſ|k/iu, ["S K \u212a"]],
    [/ß/i, ["ẞ ß SS"]],
    [/x*/g, ["axxb"]],
    [/(?:)/gu, ["😀a"]],
    [/a{2,3}?b{0,2}/g, ["aaaabbb"]],
    [/(a{1,2}){2}/d, ["aaaa"]],
    [/(?=[a-c]{2})\w(?!d)/g, ["abcd abd"]],
    [/\Ba\B|^a/y, ["aa", "baa"]],
  ])("%p finds what the runtime finds", (expression, texts) => {
    for (const text of texts) expectSame(expression, text);
  });

  test("replaces, splits and searches as the runtime's own", () => {
    const pairs = [
      [/(\d)(x)?/g, "<$1$2$&>"],
      [/(\d)/, "[$1]"],
      [/b/g, (found: string) => found.toUpperCase()],
    ] as const;
    for (const [expression, by] of pairs) {
      for (const text of ["1x2b3", "", "bb"]) {
        expect(text.replace(linear(expression), by as string)).toBe(text.replace(expression, by as string));
      }
    }
    for (const expression of [/,\s*/, /(-)/, /x*/, /\b/]) {
      for (const text of ["a, b,c", "a-b--", "xaxx", "", "one two"]) {
        expect(text.split(linear(expression))).toEqual(text.split(expression));
        expect(text.search(linear(expression))).toBe(text.search(expression));
      }
    }
    expect("a1b2".match(linear(/\d/g))).toEqual(["1", "2"]);
    expect("ab".match(linear(/\d/g))).toBeNull();
  });

  test("may be matched again in the middle of a replacement", () => {
    const outer = linear(/\w+/g);
    const inner = linear(/o/g);
    expect("foo boot".replace(outer, (word) => word.replace(inner, "0"))).toBe("f00 b00t");
  });

  test.each([
    ["a back-reference", /(a)\1/],
    ["a group that captures inside a look-around", /(?=(a))b/],
    ["a repeat without end of what may be empty", /(?:a?)*/],
    ["more than it can hold", /(?:[ab]{100}){300}/],
  ])("refuses %s", (_, expression) => {
    expect(() => linear(expression).program).toThrow(ExpressionError);
  });

  test.each([
    ["sentence ends", /[!?]+[.!?)\]]*\s+|\n+/g, (length: number) => `${"!".repeat(length)}x`],
    ["nested repeats", /^(?:\w+\s?)+:$/, (length: number) => `${"a".repeat(length)}!`],
    ["two repeats of the same", /a+a+b/, (length: number) => "a".repeat(length)],
    ["a look ahead at every place", /(?=.*x)a/, (length: number) => "a".repeat(length)],
    ["a look behind at every place", /(?<=x.*)a/, (length: number) => "a".repeat(length)],
    ["matches that look far and fall back", /a(?:.*x)?/g, (length: number) => "a".repeat(length)],
  ])("takes time in proportion to the text: %s", (_, expression, textOf) => {
    const own = linear(expression);
    expectLinear(524_288, (length) => {
      const text = textOf(length);
      if (own.global) text.match(own);
      else own.test(text);
    });
  });
});

test("what keeps a search from being begun never hides a match", () => {
  const pick = seededPick(5);
  const one = (of: readonly string[]) => of[pick(of.length)]!;
  const atoms = "a|b|k|s|ab|ks|S|é|ß|'|’| |1|23|[ab]|[^a]|[a-k]|\\d|\\w|\\s|.|[sk]|x|-|😀|[’']".split("|");
  const made = (depth: number): string => {
    const part = () => made(depth - 1);
    const ways = [
      () => one(atoms),
      () => part() + part(),
      () => `(?:${part()}|${part()})`,
      () => `(?:${part()})${one(["?", "{1,2}", "{2}", "{0,3}"])}`,
      () => `(?:${one(atoms)})${one(["?", "+", "*", "{2,}"])}`,
      () => one(["\\b", "^", "$", "(?<![a-k])", `(?=${part()})`, `(?!${part()})`, `(?<=${part()})`]) + part(),
    ];
    return depth === 0 ? one(atoms) : ways[pick(ways.length)]!();
  };
  const letters = [..."abksABKSſ\u212aéÉß'’ 123x-_\n", "😀"];
  const matcher = new Matcher();
  const begins = (program: Program, text: string) => {
    matcher.begin(program, text);
    return matcher.find(0, false) === true ? matcher.slots.slice(0, 2).join() : "none";
  };
  let matches = 0;
  for (let count = 0; count < 4_000; count++) {
    const { program } = linear(made(3), one(["", "i", "u", "iu"]));
    const open = { ...program, starts: program.starts.map(() => -1), startsAtEdge: false, needed: new Int32Array() };
    for (let text = 0; text < 10; text++) {
      const asked = Array.from({ length: pick(14) }, () => one(letters)).join("");
      const found = begins(program, asked);
      if (found !== begins(open, asked)) expect([program, asked, found]).toEqual([program, asked, begins(open, asked)]);
      if (found !== "none") matches += 1;
    }
  }
  expect(matches).toBeGreaterThan(8_000);
}, 60_000);

/** Texts as people write them, and made ones out of what expressions look for. */
function texts(): string[] {
  const folder = join(import.meta.dir, "..");
  const read = (path: string) => readFileSync(join(folder, path), "utf8").split("\n");
  const said = [
    ...read("understanding/detector-turns/correction-seen.tsv"),
    ...read("understanding/detector-turns/attributes-seen.tsv"),
    ...read("redaction/labelled/seen.txt"),
    ...read("bench/dialogues/german.json").map((line) => line.trim()),
    ...read("bench/dialogues/japanese.json").map((line) => line.trim()),
  ];
  const pieces =
    "call me|Dana|never|don't|I|my|name is|not|but|it's|no,|actually|that|12|3.5|monday|2023-05-08|in May|last year|é|日本|5月8日|😀|\n|\"|'|`|…|-|—|,|.|?|!| |  |the|sk-|eyJ|@|http://|password|=|:|allergic to|remember that|I'm|a teacher".split(
      "|",
    );
  const pick = seededPick(7);
  const mixed = Array.from({ length: 400 }, () =>
    Array.from({ length: 1 + pick(14) }, () => pieces[pick(pieces.length)]! + (pick(3) > 0 ? " " : "")).join(""),
  );
  const changed = said
    .filter((_, at) => at % 3 === 0)
    .map((text) => {
      const at = pick(text.length + 1);
      return text.slice(0, at) + pieces[pick(pieces.length)]! + text.slice(at);
    });
  return [...said, ...mixed, ...changed];
}

test("every expression of the service finds the same on the linear engine, over dialogues and made texts", () => {
  const all = texts();
  const pick = seededPick(11);
  expect(own.length).toBeGreaterThan(200);
  for (const each of own)
    expectAlike(
      each,
      Array.from({ length: 150 }, () => all[pick(all.length)]!),
    );
}, 240_000);

function expectAlike(own: LinearExpression, some: readonly string[]): void {
  const native = new RegExp(own.source, own.flags);
  for (const text of some) {
    native.lastIndex = 0;
    const found = own.global ? [...text.matchAll(own)].map(shown) : shown(own.exec(text));
    const wanted = own.global ? [...text.matchAll(native)].map(shown) : shown(native.exec(text));
    // One comparison that fails says which, without one call of expect for each text.
    if (!Bun.deepEquals(found, wanted)) expect([String(own), text, found]).toEqual([String(own), text, wanted]);
  }
}
