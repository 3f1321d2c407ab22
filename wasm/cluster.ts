// Greedy online clustering: each row joins the nearest running centroid, or opens a cluster of its own.
import { dot } from "./dot-f32";
import { BLOCK_ROWS, blockOf, CONFIDENCES_OFFSET } from "./memory";
import { similarityOf } from "./similarity";

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function addTo(sum: usize, row: usize, dimension: u32): void {
  for (let i: u32 = 0; i < dimension; i++) {
    const at = sum + (i << 2);
    store<f32>(at, load<f32>(at) + load<f32>(row + (i << 2)));
  }
}

/** The nearest cluster at `threshold` or more, ties to the earliest; -1 where there is none. */
function nearest(
  row: usize,
  dimension: u32,
  centroids: usize,
  clusters: u32,
  threshold: f32,
  baseline: f32,
): i32 {
  let best: i32 = -1;
  let bestSimilarity: f32 = 0;
  for (let cluster: u32 = 0; cluster < clusters; cluster++) {
    const block = blockOf(centroids, cluster);
    const slot = cluster & (BLOCK_ROWS - 1);
    const norm = load<f32>(block + (slot << 2), CONFIDENCES_OFFSET);
    if (!(norm <= f32.MAX_VALUE)) continue;
    const cosine: f32 = norm > 0 ? dot(row, block + ((slot * dimension) << 2), dimension) / norm : 0;
    const similarity = similarityOf(cosine, baseline);
    if (!(similarity >= threshold)) continue;
    if (best >= 0 && !(similarity > bestSimilarity)) continue;
    best = cluster;
    bestSimilarity = similarity;
  }
  return best;
}

/**
 * Assigns the next `count` rows (at most 64, in time order, one after another from `rows`) to clusters, and returns
 * how many clusters there are then. The state between calls is `clusters` and the centroid blocks.
 *
 *   centroids: one u32 block address for each 64 clusters, with room for clusters + count of them; in such a block
 *     the rows are the sums of the members and the confidences the norms of the sums (see memory.ts)
 *   out: count x i32, the cluster of each row
 *
 * Rows have unit length or are all zero. Cosine = dot(row, sum) / norm(sum), the cosine to the mean of the members;
 * it is 0 where either is a zero vector. A row that holds a NaN or an infinity opens a cluster that nothing joins.
 * Sums are added element by element in f32, norm = sqrt(dot(sum, sum)) in the order of dot-f32.ts.
 */
export function clusterBlock(
  rows: usize,
  count: u32,
  dimension: u32,
  centroids: usize,
  clusters: u32,
  threshold: f32,
  baseline: f32,
  out: usize,
): u32 {
  for (let i: u32 = 0; i < count; i++) {
    const row = rows + ((i * dimension) << 2);
    const finite = dot(row, row, dimension) <= f32.MAX_VALUE;
    let cluster = finite ? nearest(row, dimension, centroids, clusters, threshold, baseline) : -1;
    const opens = cluster < 0;
    if (opens) cluster = clusters++;
    const block = blockOf(centroids, cluster);
    const slot = (<u32>cluster) & (BLOCK_ROWS - 1);
    const sum = block + ((slot * dimension) << 2);
    if (opens) memory.copy(sum, row, dimension << 2);
    else addTo(sum, row, dimension);
    store<f32>(block + (slot << 2), sqrt<f32>(dot(sum, sum, dimension)), CONFIDENCES_OFFSET);
    store<i32>(out + (i << 2), cluster);
  }
  return clusters;
}
