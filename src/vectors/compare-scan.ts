// Similarity of every row of a set to one query, as far as its codes tell.
import type { EstimatedRows } from "../domain/vector-index.ts";
import { quantizeQuery } from "./quantize-query.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import { BLOCK_ROWS, ESTIMATES_MAX } from "./scan-layout.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

const BLOCKS_PER_PART = ESTIMATES_MAX / BLOCK_ROWS;

/** Synchronous. A query that is not finite has errors of infinity for every row. */
export function compareScan(
  kernels: ScanKernels,
  matrix: ScanMatrix,
  query: Float32Array,
  baseline: number,
): EstimatedRows {
  const quantized = quantizeQuery(query);
  const { blocks, rowCount } = matrix;
  const { seqs, confidences } = matrix.columns();
  const similarities = new Float32Array(rowCount);
  const errors = new Float32Array(rowCount);
  for (let first = 0; first < blocks.length; first += BLOCKS_PER_PART) {
    const rows = Math.min(rowCount - first * BLOCK_ROWS, ESTIMATES_MAX);
    const part = kernels.estimateRows(blocks.slice(first, first + BLOCKS_PER_PART), rows, quantized, baseline);
    similarities.set(part.similarities, first * BLOCK_ROWS);
    errors.set(part.errors, first * BLOCK_ROWS);
  }
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    if (similarities[row]! < 0) continue;
    seqs[count] = seqs[row]!;
    similarities[count] = similarities[row]!;
    errors[count] = errors[row]!;
    confidences[count] = confidences[row]!;
    count++;
  }
  return {
    count,
    seqs: seqs.slice(0, count),
    similarities: similarities.slice(0, count),
    errors: errors.slice(0, count),
    confidences: confidences.slice(0, count),
  };
}
