// Ranking of rows in blocks for any limit, and the joining of parts ranked one after another.
import type { RankedRow, RankRequest } from "../domain/ports/vector-index.ts";
import type { Kernels } from "./kernels.ts";
import { BLOCK_ROWS, RESULTS_MAX } from "./memory-layout.ts";

const BLOCKS_PER_PART = RESULTS_MAX / BLOCK_ROWS;

/** The best rows of a list of blocks; exact for every limit of 1 or more. */
export function rankBlocks(
  kernels: Kernels,
  blocks: readonly number[],
  rowCount: number,
  request: RankRequest,
  baseline: number,
): RankedRow[] {
  const limit = Math.min(request.limit, rowCount);
  if (limit === 0) return [];
  if (limit <= RESULTS_MAX) return kernels.topK(blocks, rowCount, { ...request, limit }, baseline);
  let best: RankedRow[] = [];
  for (let first = 0; first < blocks.length; first += BLOCKS_PER_PART) {
    const part = blocks.slice(first, first + BLOCKS_PER_PART);
    const rows = Math.min(rowCount - first * BLOCK_ROWS, RESULTS_MAX);
    best = mergeRanked(best, kernels.topK(part, rows, { ...request, limit: rows }, baseline), limit);
  }
  return best;
}

/** Joins two ranked lists of different rows and keeps the best `limit` of them. */
export function mergeRanked(a: readonly RankedRow[], b: readonly RankedRow[], limit: number): RankedRow[] {
  return [...a, ...b].sort((x, y) => y.score - x.score || y.seq - x.seq).slice(0, limit);
}
