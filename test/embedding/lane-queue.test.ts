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
  const queue = createLaneQueue<string>((item) => awaited.has(item));
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
