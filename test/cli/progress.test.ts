import { expect, test } from "bun:test";
import { counted, createProgress, inBytes, progressLine, withProgress } from "../../src/cli/progress.ts";

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

test.each([
  [0, "0 KiB"],
  [1, "1 KiB"],
  [1_025, "2 KiB"],
  [1024 * 1024 - 1, "1,024 KiB"],
  [1024 * 1024, "1 MiB"],
  [1_599_000, "1.5 MiB"],
  [1000 * 1024 * 1024, "1,000 MiB"],
  [5_000 * 1024 * 1024, "4.9 GiB"],
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
