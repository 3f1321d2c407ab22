// What stands in memory gives no orders to the terminal that shows it.
import { expect, test } from "bun:test";
import { counted, inBytes, withProgress } from "../../src/cli/data-work.ts";
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

test.each([
  [0, "0 KiB"],
  [1, "1 KiB"],
  [1_025, "2 KiB"],
  [1024 * 1024 - 1, "1,024 KiB"],
  [1024 * 1024, "1 MiB"],
  [1_599_000, "1.5 MiB"],
  [5_000 * 1024 * 1024, "5,000 MiB"],
])("%d bytes are told as %s", (bytes, told) => {
  expect(inBytes(bytes)).toBe(told);
});

test("one is one, and none, some and thousands are many", () => {
  expect([0, 1, 2, 1_234].map((count) => counted(count, "rule", "rules"))).toEqual([
    ...["0 rules", "1 rule", "2 rules", "1,234 rules"],
  ]);
});

test("work beside a bar answers what it made, or fails as it failed", async () => {
  const done = await withProgress((progress) => {
    progress.begin("reading", 2);
    progress.advance(1);
    progress.begin("writing", null);
    return 7;
  });
  expect(done).toBe(7);
  const fault = new Error("the disk");
  const failed = withProgress(() => {
    throw fault;
  });
  expect(await failed.catch((error: unknown) => error)).toBe(fault);
});
