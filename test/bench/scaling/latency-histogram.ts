// Times in classes that grow by a hundredth: millions of them take no room.
const CLASSES = 2_000;
const GROWTH = Math.log(1.01);
const LEAST_S = 1e-5;

export class LatencyHistogram {
  readonly #counts = new Uint32Array(CLASSES);
  #count = 0;
  #sum = 0;

  add(seconds: number): void {
    const place = Math.ceil(Math.log(Math.max(seconds, LEAST_S) / LEAST_S) / GROWTH);
    this.#counts[Math.min(place, CLASSES - 1)]! += 1;
    this.#count += 1;
    this.#sum += seconds;
  }

  get count(): number {
    return this.#count;
  }

  get meanMs(): number {
    return (this.#sum / this.#count) * 1_000;
  }

  /** Within a hundredth of the least time that `share` of them do not exceed; NaN where there is none. */
  percentileMs(share: number): number {
    const wanted = Math.ceil(share * this.#count);
    let seen = 0;
    for (let at = 0; at < CLASSES; at++) {
      seen += this.#counts[at]!;
      if (seen >= wanted && seen > 0) return LEAST_S * Math.exp(at * GROWTH) * 1_000;
    }
    return Number.NaN;
  }
}
