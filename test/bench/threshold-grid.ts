// The thresholds that are tried, and what a choice among them is worth.
import { percentile } from "./percentiles.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export const RESAMPLES = 1_000;

/** Every hundredth from 0.30 to 0.99, and the values in use, which may lie between two of them; ascending. */
export function thresholdGrid(...inUse: readonly number[]): number[] {
  const hundredths = Array.from({ length: 70 }, (_, at) => (30 + at) / 100);
  return [...new Set([...hundredths, ...inUse])].sort((a, b) => a - b);
}

/** The middle 95 % of what resamples gave; null where one in twenty or more of them gave nothing. */
export function middleOf(found: readonly (number | null)[]): Interval | null {
  const numbers = found.filter((each) => each !== null && !Number.isNaN(each)) as number[];
  if (numbers.length <= found.length * 0.95) return null;
  numbers.sort((a, b) => a - b);
  return { low: percentile(numbers, 0.025), high: percentile(numbers, 0.975) };
}
