// Latencies in the three figures that are told of them.

export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** The least value that `share` (0 to 1) of the values do not exceed; NaN without values. `sorted`: ascending. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function latenciesOf(milliseconds: readonly number[]): Latencies {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    p99Ms: percentile(sorted, 0.99),
  };
}
