// What is counted of a simulation within a stretch of its time.
import { LatencyHistogram } from "./latency-histogram.ts";

export class Stretch {
  readonly prepare = new LatencyHistogram();
  readonly record = new LatencyHistogram();
  /** Questions whose brain was not in memory. */
  cold = 0;
  /** Between nodes and database. */
  bytes = 0;
  /** Asked again because their node was lost. */
  askedAgain = 0;

  /** In seconds of the simulation. */
  constructor(
    readonly name: string,
    readonly from: number,
    readonly to: number,
  ) {}

  includes(now: number): boolean {
    return now >= this.from && now < this.to;
  }
}

export class Watch {
  constructor(readonly stretches: readonly Stretch[]) {}

  /** Of all stretches that the moment belongs to. */
  at(now: number, count: (stretch: Stretch) => void): void {
    for (const stretch of this.stretches) if (stretch.includes(now)) count(stretch);
  }
}
