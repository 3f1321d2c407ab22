// What stands in memory gives no orders to the terminal that shows it.
import { expect, test } from "bun:test";
import { printable, printableLine } from "../../src/cli/printable.ts";

const ORDERS: readonly [string, string][] = [
  ["\u001b[2J", "\\u001b[2J"],
  ["\u0000\u0007\r", "\\u0000\\u0007\\u000d"],
  ["\u007f\u009b", "\\u007f\\u009b"],
  ["\u202e\u2066\u200f", "\\u202e\\u2066\\u200f"],
  ["a\u00adb\u200bc\ufeff", "a\\u00adb\\u200bc\\ufeff"],
  ["\u2028", "\\u2028"],
  ["\u{e0041}", "\\udb40\\udc41"],
];

test.each(ORDERS)("%j is shown as what it is", (text, shown) => {
  expect([printable(text), printableLine(text)]).toEqual([shown, shown]);
  // Programs read what was there.
  expect(JSON.parse(`"${printable(text)}"`)).toBe(text);
});

test("what scripts and emoji need stays", () => {
  for (const text of ["é ü 漢字", "नमस्ते", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u2764\ufe0f", "a\u200cb"]) {
    expect([printable(text), printableLine(text)]).toEqual([text, text]);
  }
});

test("tabs and line ends stay in a text, and not in what may not begin a line of its own", () => {
  expect(printable("a\tb\nc\f")).toBe("a\tb\nc\f");
  expect(printableLine("a\tb\nc\f")).toBe("a\\u0009b\\u000ac\\u000c");
});
