// Patterns of operators: what RE2 finds is found, by the program that RE2's own compiler makes.
import { describe, expect, test } from "bun:test";
import { RE2JS } from "re2js";
import { finish } from "../../src/base/steps.ts";
import { MemoryError } from "../../src/domain/errors.ts";
import { PatternReader } from "../../src/understanding/patterns.ts";
import { writtenSize } from "../../src/understanding/written-size.ts";
import { seededNumbers } from "../support/chance.ts";
import { expectLinear } from "../support/growth.ts";

const reader = new PatternReader();

function finds(pattern: string, text: string): boolean {
  return finish(reader.find([pattern], text)) === 0;
}

function isSound(pattern: string): boolean {
  return finish(reader.check([pattern])).faults[0] === null;
}

describe("a pattern in RE2's syntax", () => {
  const patterns = [
    "credit card|passport",
    "^\\s*ignore\\b",
    "(?m)^b$",
    "(?s)a.c",
    "a.c",
    "\\bfoo\\B",
    "[[:alpha:]]{2,3}\\d",
    "\\pL+\\P{L}",
    "(?-i)Foo",
    "x*?y{2,}",
    "\\Aab?\\z",
    "(a|b)*c",
    "\\Qa.b\\E",
    "😀.é",
    "(?i)straße",
    "",
  ];
  const letters = [
    "a",
    "b",
    "c",
    "x",
    "y",
    "foo",
    "Foo",
    "1",
    "2",
    " ",
    "\n",
    "\r",
    "é",
    "😀",
    "ß",
    ".",
    "ignore",
    "a.b",
  ];

  test.each(patterns)("%p finds what RE2 itself finds", (pattern) => {
    const own = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    const next = seededNumbers(5);
    for (let run = 0; run < 400; run++) {
      const text = Array.from(
        { length: Math.floor(next() * 9) },
        () => letters[Math.floor(next() * letters.length)],
      ).join("");
      if (finds(pattern, text) !== own.matcher(text).find()) expect([pattern, text]).toEqual(["the same", "as RE2"]);
    }
  });

  test("that is long and answers at every letter takes time in proportion to the text", () => {
    expectLinear(32_768, (length) => finds("(?s)(.*a){40}zN", "a".repeat(length)));
  });

  test("ends with a clear error where all of them together take too long", () => {
    const patterns = Array.from({ length: 40 }, (_, at) => `(?s)(.*[ab]){150}z${at}`);
    const outcome = () => finish(reader.find(patterns, "ab".repeat(16_384)));
    expect(outcome).toThrow(MemoryError);
    expect(outcome).toThrow("take too long");
  });

  test("lets others have their turn while it is searched for", () => {
    const steps = reader.find(["(?s)(.*a){40}zN"], "a".repeat(32_768));
    let turns = 0;
    while (steps.next().done !== true) turns += 1;
    expect(turns).toBeGreaterThan(10);
  });

  test("found while another search waits does not disturb it", () => {
    const slow = reader.find(["(?s)(.*a){40}z", "zz"], `${"a".repeat(20_000)}zz`);
    slow.next();
    expect(finds("b", "aaab")).toBe(true);
    expect(finish(slow)).toBe(0);
  });

  test("that is none, or stands for too much, is told before it is compiled", () => {
    for (const pattern of [
      "(",
      "a{2000}",
      "(?=a)",
      "(a)\\1",
      "((a{99}){10}b){9}",
      `(?:${"abcdefghij".repeat(90)}){1000}`,
    ]) {
      expect([pattern.slice(0, 40), isSound(pattern)]).toEqual([pattern.slice(0, 40), false]);
    }
    for (const pattern of ["\\x{263a}{900}", "[^a-z\\]{}]{9}", "a{,3}", "\\{5\\}", "[[:^alpha:]]{50}"]) {
      expect([pattern, isSound(pattern)]).toEqual([pattern, true]);
    }
  });
});

describe("what a pattern is written out to", () => {
  test.each([
    ["abc", 3],
    ["a{5}", 5],
    ["(ab){3}", 12],
    ["((a{10}){10}){10}", 1_220],
    ["a{2,7}b", 8],
    ["a{3,}", 3],
    ["[a-z]{4}", 20],
    ["\\d{4}", 8],
    ["a{x}", 4],
    ["[]a]{2}", 8],
  ])("%p: %d", (pattern, size) => {
    expect(writtenSize(pattern)).toBe(size);
  });

  test("is counted in time in proportion to the pattern", () => {
    expectLinear(262_144, (length) => writtenSize("({".repeat(length / 2)));
    expectLinear(262_144, (length) => writtenSize("[[:".repeat(length / 3)));
  });
});
