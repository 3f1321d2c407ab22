import { describe, expect, test } from "bun:test";
import { naturalLog } from "../../src/lexical/natural-log.ts";
import { seededNumbers } from "../support/chance.ts";

/** The stated bound, and what Math.log itself may be off. */
const BOUND = 4e-16 + 1.2e-16;

function offBy(x: number): number {
  const exact = Math.log(x);
  return Math.abs(naturalLog(x) - exact) / Math.max(1, Math.abs(exact));
}

describe("the natural logarithm", () => {
  test("is within its bound at every magnitude", () => {
    const next = seededNumbers(71);
    let worst = 0;
    for (let exponent = -1074; exponent <= 1023; exponent++) {
      for (let each = 0; each < 40; each++) worst = Math.max(worst, offBy((1 + next()) * 2 ** exponent));
    }
    expect(worst).toBeLessThan(BOUND);
  });

  test("is within its bound for the numbers that weigh words: 1 + (n - df + .5) / (df + .5)", () => {
    for (const packets of [1, 2, 3, 10, 150, 1_000, 100_000, 10_000_000]) {
      for (let held = 0; held <= packets; held += Math.ceil(packets / 97)) {
        const x = 1 + (packets - held + 0.5) / (held + 0.5);
        expect(offBy(x), `${packets} ${held}`).toBeLessThan(BOUND);
        expect(naturalLog(x)).toBeGreaterThan(0);
      }
    }
  });

  test("keeps the digits of results near 0, close to 1 on either side", () => {
    for (let exponent = -1; exponent >= -52; exponent--) {
      for (const x of [1 + 2 ** exponent, 1 - 2 ** exponent]) {
        const exact = Math.log(x);
        expect(Math.abs(naturalLog(x) / exact - 1), `1 and 2^${exponent}`).toBeLessThan(1e-15);
      }
    }
    expect(naturalLog(1)).toBe(0);
  });

  test("is the same to the last bit on every machine", () => {
    expect([3, 12.5, 0.3, 150.5, Number.MAX_VALUE, Number.MIN_VALUE].map(naturalLog)).toEqual([
      1.0986122886681096, 2.525728644308255, -1.203972804325936, 5.01396308418893, 709.782712893384, -744.4400719213812,
    ]);
  });

  test("grows with x over the borders of its pieces", () => {
    for (const border of [Math.SQRT1_2, Math.SQRT2, 2 * Math.SQRT2, 1]) {
      let before = naturalLog(border * (1 - 1e-9));
      for (let step = -1e-9 + 1e-11; step <= 1e-9; step += 1e-11) {
        const here = naturalLog(border * (1 + step));
        expect(here).toBeGreaterThanOrEqual(before);
        before = here;
      }
    }
  });
});
