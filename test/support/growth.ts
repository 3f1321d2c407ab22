// How the time of some work grows with the length of what it is given, whatever the machine.
import { expect } from "bun:test";

const RUNS = 5;
const STEP = 8;
/** Linear work takes 8 times as long for 8 times the length, quadratic work 64 times. */
const GROWTH_MAX = 24;
/** Shorter work says nothing by its time. */
const MEASURABLE_MS = 8;

/** Of the processor's time: what else the machine does is not in it. */
function timeMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** `work` is given about `length` characters, and an eighth of that. The fastest of some runs counts: others add to a run. */
export function expectLinear(length: number, work: (length: number) => void): void {
  let short = Number.POSITIVE_INFINITY;
  let long = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    short = Math.min(
      short,
      timeMs(() => work(Math.floor(length / STEP))),
    );
    long = Math.min(
      long,
      timeMs(() => work(length)),
    );
  }
  if (long < MEASURABLE_MS) return;
  expect(long / Math.max(short, MEASURABLE_MS / STEP)).toBeLessThan(GROWTH_MAX);
}
