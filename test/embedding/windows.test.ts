import { describe, expect, test } from "bun:test";
import { combineVectors, windowSizes } from "../../src/embedding/windows.ts";

/** 384 numbers, zero but for the given ones. */
function vector(values: Record<number, number>): Float32Array {
  const result = new Float32Array(384);
  for (const [index, value] of Object.entries(values)) result[Number(index)] = value;
  return result;
}

describe("windowSizes", () => {
  test("a text that fits is one window, and so is an empty one", () => {
    expect(windowSizes(254, 254)).toEqual([254]);
    expect(windowSizes(1, 254)).toEqual([1]);
    expect(windowSizes(0, 254)).toEqual([0]);
  });

  test("one token too many makes two windows of equal size, not a full and an almost empty one", () => {
    expect(windowSizes(255, 254)).toEqual([128, 127]);
  });

  test("the windows hold every token, are as few as possible, and none exceeds the capacity", () => {
    for (const capacity of [1, 7, 250, 254]) {
      for (let count = 1; count <= 1100; count += 13) {
        const sizes = windowSizes(count, capacity);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
        expect(sizes.length).toBe(Math.ceil(count / capacity));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(capacity);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }
    }
  });

  test("a prefix that leaves no room is a defect, not an endless loop", () => {
    expect(() => windowSizes(10, 0)).toThrow("at least one token");
  });
});

describe("combineVectors", () => {
  test("a window weighs by its tokens, and the result has length 1", () => {
    const combined = combineVectors([vector({ 0: 1 }), vector({ 1: 1 })], [300, 400]);
    expect(combined[0]).toBeCloseTo(0.6, 6);
    expect(combined[1]).toBeCloseTo(0.8, 6);
    expect(Math.hypot(...combined)).toBeCloseTo(1, 6);
  });

  test("windows that cancel each other out give the zero vector, not NaN", () => {
    expect(combineVectors([vector({ 5: 1 }), vector({ 5: -1 })], [10, 10])).toEqual(new Float32Array(384));
  });
});
