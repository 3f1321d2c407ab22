// A straight line through samples, with an interval for its slope that does not take neighbours for independent.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Slope {
  readonly perX: number;
  /** 95 % by Student's t over the blocks; infinite where there are too few of them. */
  readonly low: number;
  readonly high: number;
  /** Median of the slopes between all pairs of blocks: a few wild samples do not move it. */
  readonly robust: number;
  readonly blocks: number;
}

/** What is fitted is the mean of so many stretches of equal length: samples seconds apart say nearly the same twice. */
const BLOCKS = 30;

/** NaN where there are fewer than two points of different x. */
export function fitSlope(points: readonly Point[], blocksMax = BLOCKS): Slope {
  const means = blockMeans(points, blocksMax);
  const count = means.length;
  const meanX = meanOf(means.map(({ x }) => x));
  const meanY = meanOf(means.map(({ y }) => y));
  const spread = means.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const perX = means.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = means.reduce((sum, { x, y }) => sum + (y - meanY - perX * (x - meanX)) ** 2, 0);
  const half = count > 2 ? studentT(count - 2) * Math.sqrt(rest / (count - 2) / spread) : Number.POSITIVE_INFINITY;
  return { perX, low: perX - half, high: perX + half, robust: medianSlope(means), blocks: count };
}

function blockMeans(points: readonly Point[], blocksMax: number): Point[] {
  const first = points[0]?.x ?? 0;
  const width = ((points.at(-1)?.x ?? 0) - first) / blocksMax || 1;
  const blocks = new Map<number, Point[]>();
  for (const point of points) {
    const at = Math.min(blocksMax - 1, Math.floor((point.x - first) / width));
    blocks.set(at, [...(blocks.get(at) ?? []), point]);
  }
  return [...blocks.values()].map((block) => ({
    x: meanOf(block.map(({ x }) => x)),
    y: meanOf(block.map(({ y }) => y)),
  }));
}

function medianSlope(points: readonly Point[]): number {
  const slopes = points.flatMap((a, at) => points.slice(at + 1).map((b) => (b.y - a.y) / (b.x - a.x)));
  return medianOf(slopes);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** NaN without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

const FEW = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/** The 97.5 % point of Student's t: from the table for few degrees of freedom, else within 0.01 by its expansion. */
function studentT(degrees: number): number {
  return FEW[degrees - 1] ?? 1.96 + 2.37 / degrees + 2.8 / degrees ** 2;
}
