// Similarity of every row of a set to one query, as far as its codes tell.
import type { EstimatedRows } from "../domain/vector-index.ts";
import { quantizeQuery } from "./quantize-query.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

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
  const { similarities, errors } = kernels.estimateRows(blocks, rowCount, quantized, baseline);
  const columns = { seqs, similarities, errors, confidences };
  return matrix.liveCount === rowCount ? { count: rowCount, ...columns } : liveOnly(columns);
}

/** Leaves out the absent rows, whose similarity is -1. */
function liveOnly({ seqs, similarities, errors, confidences }: Omit<EstimatedRows, "count">): EstimatedRows {
  let count = 0;
  for (let row = 0; row < similarities.length; row++) {
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
