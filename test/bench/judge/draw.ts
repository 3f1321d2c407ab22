// Draws that are the same each time: training must give the same weights.

export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Below 1. A linear congruential generator: nothing here is secret. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return this.#state / 0x80000000;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(some: readonly T[]): T {
    return some[Math.floor(this.next() * some.length)]!;
  }
}
