// How the time of some work grows with the length of what it is given, whatever the machine.
import { expect } from "bun:test";

const RUNS = 5;
/** As many where those tell of more than linear growth: the engine may have compiled, or swept, in each of the short ones. */
const RUNS_IN_DOUBT = 20;
const STEP = 8;
/** Linear work takes 8 times as long for 8 times the length, quadratic work 64 times. */
const GROWTH_MAX = 24;
/** Shorter work says nothing by its time. */
const MEASURABLE_MS = 8;

/** Of the processor's time: what else the machine does is not in it. */
function stopwatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** The fastest of some runs counts: others add to a run. */
class Fastest {
  short = Number.POSITIVE_INFINITY;
  long = Number.POSITIVE_INFINITY;

  /** Whatever other runs take. */
  get saysNothing(): boolean {
    return this.long < MEASURABLE_MS;
  }

  get growth(): number {
    return this.saysNothing ? 0 : this.long / Math.max(this.short, MEASURABLE_MS / STEP);
  }

  needsMore(runs: number): boolean {
    return runs < RUNS ? !this.saysNothing : runs < RUNS_IN_DOUBT && this.growth >= GROWTH_MAX;
  }

  expectLinear(): void {
    expect(this.growth).toBeLessThan(GROWTH_MAX);
  }
}

/** `work` is given about `length` characters, and an eighth of that. */
export function expectLinear(length: number, work: (length: number) => void): void {
  const fastest = new Fastest();
  const timeMs = (given: number) => {
    const read = stopwatch();
    work(given);
    return read();
  };
  for (let run = 0; fastest.needsMore(run); run++) {
    fastest.short = Math.min(fastest.short, timeMs(Math.floor(length / STEP)));
    fastest.long = Math.min(fastest.long, timeMs(length));
  }
  fastest.expectLinear();
}

/** For lengths that double from 1 Ki to `lengthMax`: what grows far too fast is caught while it is still short. */
export async function expectLinearUpTo(lengthMax: number, work: (length: number) => unknown): Promise<void> {
  for (let length = 1_024; length <= lengthMax; length *= 2) {
    const fastest = new Fastest();
    const timeMs = async (given: number) => {
      const read = stopwatch();
      await work(given);
      return read();
    };
    for (let run = 0; fastest.needsMore(run); run++) {
      fastest.short = Math.min(fastest.short, await timeMs(Math.floor(length / STEP)));
      fastest.long = Math.min(fastest.long, await timeMs(length));
    }
    fastest.expectLinear();
  }
}
