import { expect, test } from "bun:test";
import { KeptReadings } from "../../src/base/kept-readings.ts";
import { finish, type Steps } from "../../src/base/steps.ts";

/** Reads texts, and tells how often each was read. */
function reader() {
  const kept = new KeptReadings<string>();
  const reads: string[] = [];
  function* read(text: string): Steps<string> {
    reads.push(text);
    yield;
    return text.toUpperCase();
  }
  return { reads, of: (text: string) => finish(kept.of(text, () => read(text))) };
}

test("a text is read once", () => {
  const { reads, of } = reader();
  expect([of("one"), of("two"), of("one"), of("one")]).toEqual(["ONE", "TWO", "ONE", "ONE"]);
  expect(reads).toEqual(["one", "two"]);
});

test("what was asked for longest ago is read again where there is too much", () => {
  const { reads, of } = reader();
  const long = (letter: string) => letter.repeat(32_768);
  for (const letter of ["a", "b", "c", "d", "a", "e", "a", "b"]) of(long(letter));
  expect(reads.map((text) => text[0])).toEqual(["a", "b", "c", "d", "e", "b"]);
});

test("a large text is read each time, and pushes nothing out", () => {
  const { reads, of } = reader();
  const large = "x".repeat(32_769);
  for (const text of ["small", large, large, "small"]) of(text);
  expect(reads.map(({ length }) => length)).toEqual([5, 32_769, 32_769]);
});
