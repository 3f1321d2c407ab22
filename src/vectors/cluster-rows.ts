// Clustering of rows in time order, in borrowed blocks of the kernels' memory.
import { DIMENSION } from "../domain/model-spec.ts";
import type { Kernels } from "./kernels.ts";
import { BLOCK_ROWS } from "./memory-layout.ts";

export interface ClusterRequest {
  /** count x dimension f32 in time order, each row of unit length or all zero. */
  readonly vectors: Float32Array;
  readonly count: number;
  /** Default: 384. */
  readonly dimension?: number;
  /** The least similarity for joining a cluster; the baseline is already taken off. */
  readonly threshold: number;
  readonly baseline: number;
}

/**
 * The cluster of each row, numbered from 0 in the order of opening: a row joins the cluster whose running mean is nearest
 * at similarity `threshold` or more (ties: the earliest), else opens one. Quadratic where few rows join: 4,000 rows that
 * stay alone take about half a second, see `clusterRowsInSlices`. Throws RangeError where the vectors do not hold `count`
 * rows.
 */
export function clusterRows(kernels: Kernels, request: ClusterRequest): Int32Array {
  const slices = clusterSlices(kernels, request);
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}

/** The same answer, with a pause for other work after each 64 rows. */
export async function clusterRowsInSlices(kernels: Kernels, request: ClusterRequest): Promise<Int32Array> {
  const slices = clusterSlices(kernels, request);
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* clusterSlices(
  kernels: Kernels,
  { vectors, count, dimension = DIMENSION, threshold, baseline }: ClusterRequest,
): Generator<void, Int32Array> {
  if (vectors.length < count * dimension) throw new RangeError(`${count} rows do not fit in ${vectors.length} numbers`);
  const assignment = new Int32Array(count);
  const borrowed: number[] = [];
  const centroids: number[] = [];
  let clusters = 0;
  try {
    const block = borrow(kernels, borrowed);
    for (let first = 0; first < count; first += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, count - first);
      while (centroids.length * BLOCK_ROWS < clusters + rows) centroids.push(borrow(kernels, borrowed));
      new Float32Array(kernels.memory.buffer, block, rows * dimension).set(
        vectors.subarray(first * dimension, (first + rows) * dimension),
      );
      const step = kernels.clusterBlock({ block, count: rows, dimension, centroids, clusters, threshold, baseline });
      clusters = step.clusters;
      assignment.set(step.assignment, first);
      yield;
    }
  } finally {
    for (const block of borrowed) kernels.blocks.give(block);
  }
  return assignment;
}

function borrow(kernels: Kernels, borrowed: number[]): number {
  const block = kernels.blocks.take();
  if (block === null) throw new Error("the WASM memory has no room for a clustering");
  borrowed.push(block);
  return block;
}
