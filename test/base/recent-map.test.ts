import { expect, test } from "bun:test";
import { RecentMap } from "../../src/base/recent-map.ts";

test("beyond its size the entry that was used the longest ago goes", () => {
  const map = new RecentMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([...map]).toEqual([
    ["a", 1],
    ["c", 3],
  ]);
  map.set("a", 4).set("d", 5);
  expect([...map]).toEqual([
    ["a", 4],
    ["d", 5],
  ]);
});

test("to ask whether a key is there is no use of it", () => {
  const map = new RecentMap<string, number>(2).set("a", 1).set("b", 2);
  expect(map.has("a")).toBe(true);
  expect([...map.set("c", 3).keys()]).toEqual(["b", "c"]);
});

test("what is not there is made once, and what could not be made is not kept", () => {
  const map = new RecentMap<string, number>(2);
  const made: string[] = [];
  const make = (name: string) => () => made.push(name);
  expect([map.getOrMake("a", make("a")), map.getOrMake("a", make("a again"))]).toEqual([1, 1]);
  const fail = () => {
    throw new Error("no");
  };
  expect(() => map.getOrMake("b", fail)).toThrow("no");
  expect([...map.keys()]).toEqual(["a"]);
});

test("without a bound the oldest is dropped on demand", () => {
  const map = new RecentMap<number, number>();
  for (let at = 0; at < 1_000; at++) map.set(at, at);
  expect(map.size).toBe(1_000);
  expect([map.dropOldest(), map.has(0)]).toEqual([true, false]);
  map.clear();
  expect(map.dropOldest()).toBe(false);
});
