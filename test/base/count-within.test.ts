import { expect, test } from "bun:test";
import { countWithin } from "../../src/base/count-within.ts";

test.each([
  { sizes: [], most: 10, count: 0 },
  { sizes: [3, 3, 4], most: 10, count: 3 },
  { sizes: [3, 3, 5], most: 10, count: 2 },
  { sizes: [11, 0, 1], most: 10, count: 1 },
  { sizes: [11], most: 10, count: 1 },
  { sizes: [0, 0, 11], most: 10, count: 2 },
])("of $sizes $count come to $most together, the first whatever it is", ({ sizes, most, count }) => {
  expect(countWithin(sizes, most)).toBe(count);
});
