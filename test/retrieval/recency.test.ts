import { expect, test } from "bun:test";
import { recencyOf } from "../../src/retrieval/recency.ts";

test("in a small brain a packet gains by being new, and more where the question asks how things are now", () => {
  const usual = recencyOf(40, false);
  expect(usual).toHaveLength(40);
  expect(usual).toEqual(usual.toSorted());
  expect(usual[0]).toBeGreaterThan(0);
  expect(usual[39]).toBeCloseTo(0.05);
  expect(recencyOf(40, true)[39]).toBeCloseTo(0.2);
});

test("the larger the brain the less, and from 160 packets on nothing", () => {
  const most = [40, 48, 100, 159].map((count) => recencyOf(count, false).at(-1)!);
  expect(most[0]).toBeCloseTo(most[1]!);
  expect(most.slice(1)).toEqual(most.slice(1).toSorted((a, b) => b - a));
  expect(most[3]).toBeLessThan(0.001);
  expect(recencyOf(160, true)).toHaveLength(0);
  expect(recencyOf(0, true)).toHaveLength(0);
});
