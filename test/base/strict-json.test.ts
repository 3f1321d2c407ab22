// JSON that two readers could take for two different things is refused, in time that grows with its length.
import { describe, expect, test } from "bun:test";
import { parseStrictJson, StrictJsonError } from "../../src/base/strict-json.ts";
import { expectLinearUpTo } from "../support/growth.ts";
import { seededRandom } from "../vectors/seeded-random.ts";

const SOUND = [
  "null",
  '""',
  ' {"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 1}]} ',
  '{"a,{\\"b\\":1": "{", "\\\\": "\\\\", "\\\\\\"": "}"}',
  '["a", "a", {"x": "a"}, {"a": ["a", "a"]}]',
  '{"": 1, " ": 2, "A": 3, "a": 4}',
  `${"[".repeat(64)}${"]".repeat(64)}`,
];

test.each(SOUND)("%s is what JSON.parse says", (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text));
});

test.each([
  '{"a": 1, "a": 1}',
  '{"a": 1, "b": 2, "a": 3}',
  '{"a": 1, "\\u0061": 2}',
  '{"\\u0061": 1, "\\u0061": 2}',
  '{"/": 1, "\\/": 2}',
  '{"": 1, "": 2}',
  '{"__proto__": 1, "__proto__": 2}',
  '{"constructor": 1, "constructor": 2}',
  '[1, {"b": [{"a": {"a": [], "a": {}}}]}]',
  '{"a": {"b": 1}, "a": 2}',
  '{"a": [","], "a": 2}',
  '{"a\\\\": 1, "a\\\\": 2}',
  '{"a\\"": 1, "a\\"": 2}',
])("%s has a field twice", (text) => {
  expect(() => parseStrictJson(text)).toThrow("a field stands there twice");
});

test("what is no JSON, or is nested too deep, is refused without a word of it", () => {
  for (const text of ["", "{secret}", '{"secret": 1,}', "1 2"])
    expect(() => parseStrictJson(text)).toThrow(/^it is not valid JSON$/);
  for (const deep of [`${"[".repeat(65)}${"]".repeat(65)}`, `${'{"a":'.repeat(1e5)}1${"}".repeat(1e5)}`])
    expect(() => parseStrictJson(deep)).toThrow(/^it is nested too deep$/);
});

test("whole numbers, where they are asked for, are those that every reader holds and writes alike", () => {
  const rules = { wholeNumbers: true };
  for (const text of ["0", "7", "-7", "[9007199254740991,10]", '{"a":1,"b":"1.5","1.5":2}', "true"])
    expect(parseStrictJson(text, rules)).toEqual(JSON.parse(text));
  for (const text of ["1.0", "1e0", "-0", "[1E2]", "1.00000000000000000001", "9007199254740993", '{"a":0.5}'])
    expect(() => parseStrictJson(text, rules)).toThrow(StrictJsonError);
  expect(parseStrictJson("[1.0,1e2]")).toEqual([1, 100]);
});

test("random values are read as JSON.parse reads them, and found out once a name is doubled", () => {
  const random = seededRandom(7);
  const pick = (most: number) => random.integer(most);
  const name = () => ["a", 'b"', "c\\", "\\\\", "é", "{", "],", ""][pick(8)] ?? "";
  const value = (depth: number): unknown => {
    const kind = pick(depth > 4 ? 3 : 5);
    if (kind === 0) return name();
    if (kind === 1) return pick(100) - 50;
    if (kind === 2) return null;
    const parts = Array.from({ length: pick(4) }, () => value(depth + 1));
    return kind === 3 ? parts : Object.fromEntries(parts.map((part) => [name(), part]));
  };
  for (let round = 0; round < 2_000; round++) {
    const made = { x: value(0), y: value(0) };
    const text = JSON.stringify(made, null, pick(3));
    expect(parseStrictJson(text)).toEqual(made);
    const end = text.lastIndexOf("}");
    expect(() => parseStrictJson(`${text.slice(0, end)},"x":1}`)).toThrow("twice");
  }
});

describe("in time that grows with the length", () => {
  test.each<[string, (length: number) => string]>([
    ["back slashes", (length) => `"${"\\\\".repeat(length / 2)}"`],
    ["escaped quotes", (length) => `"${'\\"'.repeat(length / 2)}"`],
    ["short strings", (length) => `[${'"",'.repeat(length / 3)}""]`],
    ["names", (length) => `{${Array.from({ length: length / 16 }, (_, at) => `"name${at}":1`).join(",")}}`],
    ["a long number", (length) => `1${"0".repeat(length)}`],
    ["white space", (length) => `${" ".repeat(length)}1`],
    ["lists that never end", (length) => "[".repeat(length)],
  ])("%s", async (_, textOf) => {
    await expectLinearUpTo(1024 * 1024, (length) => {
      try {
        parseStrictJson(textOf(length), { wholeNumbers: true });
      } catch (error) {
        if (!(error instanceof StrictJsonError)) throw error;
      }
    });
  });
});
