import { expect, test } from "bun:test";
import { BACKGROUND_SHARE, createLaneQueue } from "../../src/embedding/lane-queue.ts";

test("interactive work goes before background work that came earlier", () => {
  const queue = createLaneQueue<string>();
  queue.add("background", "b1");
  queue.add("interactive", "i1");
  queue.add("interactive", "i2");
  expect([queue.take(true), queue.take(true), queue.take(true), queue.take(true)]).toEqual([
    "i1",
    "i2",
    "b1",
    undefined,
  ]);
});

test("background work has its share however much interactive work waits", () => {
  const queue = createLaneQueue<string>();
  for (let i = 0; i < 100; i++) queue.add("interactive", "i");
  for (let i = 0; i < 100; i++) queue.add("background", "b");
  const taken = Array.from({ length: 5 * BACKGROUND_SHARE }, () => queue.take(true));
  expect(taken.filter((item) => item === "b")).toHaveLength(5);
  expect(taken.indexOf("b")).toBe(BACKGROUND_SHARE - 1);
});

test("what was begun goes before the rest of its lane, but not before the other lane", () => {
  const queue = createLaneQueue<string>();
  queue.add("background", "b1");
  queue.addFirst("background", "b0");
  queue.add("interactive", "i1");
  expect([queue.take(true), queue.take(true), queue.take(true)]).toEqual(["i1", "b0", "b1"]);
});

test("background work that somebody waits for goes before all other work", () => {
  const awaited = new Set<string>();
  const queue = createLaneQueue<string>({ isAwaited: (item) => awaited.has(item) });
  for (const item of ["b1", "b2", "b3"]) queue.add("background", item);
  queue.add("interactive", "i1");
  awaited.add("b2");
  expect([queue.take(true), queue.take(true), queue.take(true), queue.take(true), queue.take(true)]).toEqual([
    "b2",
    "i1",
    "b1",
    "b3",
    undefined,
  ]);
});

test("interactive work is done for each account in turn, and for each in its order", () => {
  const queue = createLaneQueue<string>({ accountOf: (item) => item[0]! });
  for (let at = 1; at <= 5; at++) queue.add("interactive", `a${at}`);
  queue.add("interactive", "b1");
  queue.add("interactive", "c1");
  queue.add("interactive", "b2");
  const first = Array.from({ length: 4 }, () => queue.take(true));
  expect(first).toEqual(["a1", "b1", "c1", "a2"]);
  // Who comes anew stands behind those who wait already, and before none twice.
  queue.add("interactive", "c2");
  expect(queue.length.interactive).toBe(5);
  expect(Array.from({ length: 6 }, () => queue.take(true))).toEqual(["b2", "a3", "c2", "a4", "a5", undefined]);
});

test("what was begun goes first when it is its account's turn", () => {
  const queue = createLaneQueue<string>({ accountOf: (item) => item[0]! });
  for (const item of ["a1", "a2", "b1"]) queue.add("interactive", item);
  expect(queue.take(true)).toBe("a1");
  queue.addFirst("interactive", "a1 again");
  expect([queue.take(true), queue.take(true), queue.take(true)]).toEqual(["b1", "a1 again", "a2"]);
});
