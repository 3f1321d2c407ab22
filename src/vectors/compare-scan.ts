// Similarity of every row of a set to one query, as far as its codes tell.
import { createReusedRoom } from "../domain/reused-room.ts";
import type { EstimatedRows } from "../domain/vector-index.ts";
import { quantizeQuery } from "./quantize-query.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

type Columns = Omit<EstimatedRows, "count">;

/** Columns for at least so many rows. */
export type EstimateRoom = (rows: number) => Columns;

export function createEstimateRoom(): EstimateRoom {
  return createReusedRoom(columnsFor);
}

/**
 * Synchronous; what it returns stands in `room` and lasts until the next comparison there. A query that is not finite has
 * errors of infinity for every row.
 */
export function compareScan(
  kernels: ScanKernels,
  matrix: ScanMatrix,
  query: Float32Array,
  baseline: number,
  room: EstimateRoom = columnsFor,
): EstimatedRows {
  const { blocks, rowCount } = matrix;
  const columns = first(room(rowCount), rowCount);
  matrix.copyColumns(columns);
  kernels.estimateRows(blocks, rowCount, quantizeQuery(query), baseline, columns);
  const count = matrix.liveCount === rowCount ? rowCount : closeRanks(columns);
  return { count, ...first(columns, count) };
}

/** Moves the rows that are there to the front of the columns; how many there are. Absent ones have similarity -1. */
function closeRanks({ seqs, similarities, errors, confidences }: Columns): number {
  let count = 0;
  for (let row = 0; row < similarities.length; row++) {
    if (similarities[row]! < 0) continue;
    seqs[count] = seqs[row]!;
    similarities[count] = similarities[row]!;
    errors[count] = errors[row]!;
    confidences[count] = confidences[row]!;
    count++;
  }
  return count;
}

function columnsFor(rows: number): Columns {
  return {
    seqs: new Uint32Array(rows),
    similarities: new Float32Array(rows),
    errors: new Float32Array(rows),
    confidences: new Float32Array(rows),
  };
}

function first({ seqs, similarities, errors, confidences }: Columns, count: number): Columns {
  return {
    seqs: seqs.subarray(0, count),
    similarities: similarities.subarray(0, count),
    errors: errors.subarray(0, count),
    confidences: confidences.subarray(0, count),
  };
}
