// The fields of a line, each with its rule: what is just within it, what is just beyond, and what is told of that.
import { expect, test } from "bun:test";
import * as read from "../../src/portability/read-fields.ts";
import { type Fields, LineFault } from "../../src/portability/read-fields.ts";
import { unitVector } from "../support/portable-samples.ts";

/** Reads a field named `it`. */
type Reader = (fields: Fields, name: string) => unknown;

const base64 = (vector: Float32Array) => Buffer.from(vector.buffer).toString("base64");
const scaled = (length: number) => base64(unitVector().map((each) => each * length));
const text3: Reader = (fields, name) => read.text(fields, name, 3);
const statement3: Reader = (fields, name) => read.statement(fields, name, 3);
const session3: Reader = (fields, name) => read.textOrNull(fields, name, 3);
const words2: Reader = (fields, name) => read.words(fields, name, 2);
const oneOfAB: Reader = (fields, name) => read.oneOf(fields, name, ["a", "b"]);
const upTo5: Reader = (fields, name) => read.count(fields, name, 5);
const from1To2: Reader = (fields, name) => read.number(fields, name, 1, 2);

const TAKEN: readonly [string, Reader, unknown[]][] = [
  ["a text", text3, ["", " ", "abc", "\u{1f600}\u{1f600}\u{1f600}"]],
  ["a statement", statement3, ["a", " a ", "abc"]],
  ["a text or nothing", session3, ["a", "abc"]],
  ["an id", read.id, ["a", "mem_1.a:b-C", "x".repeat(128)]],
  ["a list of ids", read.ids, [[], ["a", "b"]]],
  ["short words", words2, [[], ["a", "x".repeat(100)]]],
  ["one of some", oneOfAB, ["a", "b"]],
  ["a flag", read.flag, [true, false]],
  ["a count", upTo5, [0, 5]],
  ["a number", from1To2, [1, 1.5, 2]],
  ["a core", read.coreSlug, ["default", "a-1", "0", "x".repeat(39)]],
  ["a user", read.userOrNull, [null, "ada", "a:b"]],
  ["a hash", read.sha256, ["", "0123456789abcdef".repeat(4)]],
];

test.each(TAKEN)("%s is taken as it stands", (_, reader, values) => {
  for (const it of values) expect(reader({ it }, "it")).toEqual(it);
});

const NUL = "a\u0000";
const LONE = "a\ud800";
const REFUSED: readonly [string, Reader, unknown[]][] = [
  ["a text", text3, [undefined, null, 1, ["a"], "abcd", "\u{1f600}abc", NUL, LONE]],
  ["a statement", statement3, ["", "   ", "\n", "abcd", null]],
  ["a text or nothing", session3, ["", "abcd", 1, false, NUL]],
  ["an id", read.id, [null, 1, "", "a b", "a/b", "é", "x".repeat(129), "a\n"]],
  ["a list of ids", read.ids, [null, "a", ["a", "a b"], [1]]],
  ["short words", words2, [null, "a", ["a", "b", "c"], [""], [1], ["x".repeat(101)], [NUL]]],
  ["one of some", oneOfAB, [null, "c", "A", 0]],
  ["a flag", read.flag, [null, 0, 1, "yes please"]],
  ["a count", upTo5, [null, "1", -1, 6, 1.5, Number.NaN, 1e300]],
  ["a count of no bound", (fields, name) => read.count(fields, name), [-1, 2 ** 53]],
  ["a number", from1To2, [null, "1", 0.999, 2.001, Number.NaN, Number.POSITIVE_INFINITY]],
  ["a core", read.coreSlug, [null, "", "A", "a_b", "-a", "x".repeat(40)]],
  ["a user", read.userOrNull, [undefined, "", "a b", "a::b", 1, "x".repeat(129)]],
  ["a hash", read.sha256, [null, "0", "A".repeat(64), "g".repeat(64), "0".repeat(65)]],
  ["a vector", read.vectorOrNull, [1, "", "AAAA", base64(unitVector().slice(1)), scaled(0.9), scaled(1.02)]],
  ["a vector", read.vectorOrNull, [scaled(Number.NaN), scaled(Number.POSITIVE_INFINITY)]],
];

test.each(REFUSED)(
  "%s of another kind or beyond its bound is refused by the name of the field alone",
  (_, reader, values) => {
    for (const it of values) {
      const faulty = { it, other: "x" };
      let found: unknown = null;
      try {
        reader(faulty, "it");
      } catch (error) {
        found = error;
      }
      if (!(found instanceof LineFault)) throw new Error(`${JSON.stringify(it)} was taken`);
      expect(found.reason).toStartWith("`it` must ");
      if (typeof it === "string" && it.length > 3) expect(found.reason).not.toContain(it);
    }
  },
);

test("what may be missing is null then, and what may not is a fault", () => {
  for (const reader of [session3, read.timeOrNull, read.vectorOrNull]) {
    expect([reader({ it: null }, "it"), reader({}, "it")]).toEqual([null, null]);
  }
  for (const reader of [text3, read.time, read.id]) expect(() => reader({}, "it")).toThrow(LineFault);
});

test.each([
  ["2026-03-01T12:00:00Z", Date.UTC(2026, 2, 1, 12)],
  ["2026-03-01T12:00:00.123456789Z", Date.UTC(2026, 2, 1, 12, 0, 0, 123)],
  ["2026-03-01T12:00:00+02:00", Date.UTC(2026, 2, 1, 10)],
  ["1969-12-31T23:59:59Z", -1_000],
  ["0000-01-01T00:00:00Z", Date.parse("0000-01-01T00:00:00Z")],
  ["9999-12-31T23:59:59Z", Date.parse("9999-12-31T23:59:59Z")],
])("the moment %s is read", (it, at) => {
  expect(read.time({ it }, "it")).toBe(at);
});

test.each([
  "2026-03-01",
  "2026-03-01T12:00Z",
  "2026-03-01T12:00:00",
  "2026-03-01 12:00:00Z",
  "2026-13-01T12:00:00Z",
  "2026-03-01T25:00:00Z",
  "+012026-03-01T12:00:00Z",
  "-000001-03-01T12:00:00Z",
  "2027-02-30T12:00:00Z",
  "-000001-02-29T12:00:00Z",
  "x2026-03-01T12:00:00Z",
  1_772_366_400_000,
])("%p is no moment of an export", (it) => {
  expect(() => read.time({ it }, "it")).toThrow(LineFault);
});

test("a vector is read to the bit; its length is 1, or 0 where there was nothing to embed", () => {
  const vector = Float32Array.from({ length: 384 }, (_, at) => Math.sin(at));
  const length = Math.hypot(...vector);
  const unit = vector.map((each) => each / length);
  expect(read.vectorOrNull({ it: base64(unit) }, "it")).toEqual(unit);
  expect(read.vectorOrNull({ it: base64(new Float32Array(384)) }, "it")).toEqual(new Float32Array(384));
  for (const near of [0.991, 1.009]) expect(read.vectorOrNull({ it: scaled(near) }, "it")).not.toBeNull();
});

test("an object is one with fields: no list and no null", () => {
  expect([{}, { a: 1 }, [], null, "a", 1].map(read.isFields)).toEqual([true, true, false, false, false, false]);
});
