import { expect, test } from "bun:test";
import { createProgress, progressLine } from "../../src/cli/progress.ts";

function screenOf(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

test("nothing is written where the screen is no terminal", () => {
  const screen = screenOf(false);
  const progress = createProgress("checking", 10, screen);
  progress.advance(10);
  progress.done();
  expect(screen.written).toEqual([]);
});

test("a terminal shows how much is done, at most ten times a second, and a clean line at the end", () => {
  const screen = screenOf(true);
  let now = 0;
  const progress = createProgress("checking", 1_000, screen, () => now);
  for (let i = 0; i < 500; i++) progress.advance(1);
  expect(screen.written).toHaveLength(1);
  now = 100;
  progress.advance(0);
  expect(screen.written).toHaveLength(2);
  expect(screen.written[1]).toContain("checking [############------------]  50 %  500 of 1,000");
  progress.done();
  expect(screen.written.at(-1)).toBe("\r\u001b[2K");
});

test("a bar never wraps onto a second line", () => {
  const screen = screenOf(true, 20);
  createProgress("checking every page", 1_000, screen).done();
  expect(screen.written[0]?.replace("\r\u001b[2K", "").length).toBe(19);
});

test.each([
  ["read", 1_234, null, "read 1,234"],
  ["read", 0, 0, "read [########################] 100 %  0 of 0"],
  ["read", 30, 20, "read [########################] 100 %  30 of 20"],
])("%p %p of %p", (label, count, total, line) => {
  expect(progressLine(label, count, total)).toBe(line);
});
