// The kernels in plain TypeScript: what the WASM module is tested against, bit for bit. Not used by the service.
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankedRow, RankRequest } from "../domain/ports/vector-index.ts";
import { similarityOf } from "../domain/similarity.ts";
import type { ClusterRequest } from "./cluster-rows.ts";

const { fround } = Math;
/** The largest finite float32. */
const F32_MAX = 3.4028234663852886e38;

export interface ScalarRows {
  readonly count: number;
  readonly seqs: Uint32Array;
  readonly confidences: Float32Array;
  /** count x dimension f32, row after row, each of unit length or all zero. */
  readonly vectors: Float32Array;
}

/** Dot product in the order of summation that wasm/dot-f32.ts lays down. */
export function scalarDot(a: Float32Array, b: Float32Array): number {
  const dimension = a.length;
  const sums = new Float32Array(16);
  const wholeGroups = dimension - (dimension % 4);
  for (let i = 0; i < wholeGroups; i++) {
    const lane = i % 16;
    sums[lane] = sums[lane]! + fround(a[i]! * b[i]!);
  }
  const lanes = [0, 1, 2, 3].map((i) => fround(fround(sums[i]! + sums[i + 4]!) + fround(sums[i + 8]! + sums[i + 12]!)));
  let total = fround(fround(lanes[0]! + lanes[1]!) + fround(lanes[2]! + lanes[3]!));
  for (let i = wholeGroups; i < dimension; i++) total = fround(total + fround(a[i]! * b[i]!));
  return total;
}

export function scalarDotRows(rows: ScalarRows, query: Float32Array): Float32Array {
  return Float32Array.from({ length: rows.count }, (_, i) => scalarDot(query, rowOf(rows, i, query.length)));
}

/** Similarity of each row, 0 for a NaN; -1 for a row of confidence 0, below, or NaN. */
export function scalarCompareRows(rows: ScalarRows, query: Float32Array, baseline: number): Float32Array {
  return Float32Array.from(scalarDotRows(rows, query), (cosine, i) =>
    rows.confidences[i]! > 0 ? similarityOf(cosine, baseline) || 0 : -1,
  );
}

/** Best score first, equal scores by higher seq; see wasm/top-k.ts for rows that never come back. */
export function scalarTopK(rows: ScalarRows, request: RankRequest, baseline: number): RankedRow[] {
  const floor = fround(request.floor);
  const ranked: RankedRow[] = [];
  for (let i = 0; i < rows.count; i++) {
    const confidence = rows.confidences[i]!;
    const similarity = similarityOf(scalarDot(request.query, rowOf(rows, i, request.query.length)), baseline);
    const score = request.by === "similarity" ? similarity : fround(similarity * confidence);
    if (confidence > 0 && similarity >= floor && score <= F32_MAX)
      ranked.push({ seq: rows.seqs[i]!, similarity, score });
  }
  ranked.sort((a, b) => b.score - a.score || b.seq - a.seq);
  return ranked.slice(0, request.limit);
}

interface Cluster {
  readonly sum: Float32Array;
  norm: number;
}

/** The cluster of each row, numbered in the order of opening; see wasm/cluster.ts. */
export function scalarClusterRows(request: ClusterRequest): Int32Array {
  const { vectors, count, dimension = DIMENSION, threshold, baseline } = request;
  const clusters: Cluster[] = [];
  const assignment = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const row = vectors.subarray(i * dimension, (i + 1) * dimension);
    let chosen = scalarDot(row, row) <= F32_MAX ? nearest(row, clusters, fround(threshold), baseline) : -1;
    if (chosen < 0) {
      chosen = clusters.push({ sum: row.slice(), norm: 0 }) - 1;
    } else {
      const { sum } = clusters[chosen]!;
      for (let j = 0; j < dimension; j++) sum[j] = sum[j]! + row[j]!;
    }
    const cluster = clusters[chosen]!;
    cluster.norm = fround(Math.sqrt(scalarDot(cluster.sum, cluster.sum)));
    assignment[i] = chosen;
  }
  return assignment;
}

function nearest(row: Float32Array, clusters: readonly Cluster[], threshold: number, baseline: number): number {
  let best = -1;
  let bestSimilarity = 0;
  for (const [number, { sum, norm }] of clusters.entries()) {
    if (!(norm <= F32_MAX)) continue;
    const cosine = norm > 0 ? fround(scalarDot(row, sum) / norm) : 0;
    const similarity = similarityOf(cosine, baseline);
    if (!(similarity >= threshold) || (best >= 0 && !(similarity > bestSimilarity))) continue;
    best = number;
    bestSimilarity = similarity;
  }
  return best;
}

function rowOf(rows: ScalarRows, row: number, dimension: number): Float32Array {
  return rows.vectors.subarray(row * dimension, (row + 1) * dimension);
}
