import { expect, test } from "bun:test";
import { expectLinear } from "./growth.ts";

let sum = 0;

test("linear work is let through, and quadratic work is not", () => {
  expectLinear(4_000_000, (length) => {
    for (let at = 0; at < length; at++) sum += at % 7;
  });
  const quadratic = () =>
    expectLinear(8_000, (length) => {
      for (let at = 0; at < length; at++) for (let other = 0; other < length; other++) sum += (at * other) % 7;
    });
  expect(quadratic).toThrow();
  expect(sum).toBeGreaterThan(0);
});
