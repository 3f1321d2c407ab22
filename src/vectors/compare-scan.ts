// Similarity of every row of a set to one query, as far as its codes tell.
import type { EstimatedRows } from "../domain/vector-index.ts";
import { quantizeQuery } from "./quantize-query.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

type Columns = Omit<EstimatedRows, "count">;

/** A larger set's columns, 16 bytes a row, are not kept for the next one. */
const ROWS_KEPT = 262_144;

/** Columns that are written anew by each comparison: making them takes as long as the comparison of as many rows. */
export class EstimateRoom {
  #columns = columnsFor(0);

  /** Columns of `rows` entries, with anything in them. */
  columns(rows: number): Columns {
    if (rows > ROWS_KEPT) return columnsFor(rows);
    if (rows > this.#columns.seqs.length) this.#columns = columnsFor(Math.min(ROWS_KEPT, 2 * rows));
    return first(this.#columns, rows);
  }
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
  room: EstimateRoom = new EstimateRoom(),
): EstimatedRows {
  const { blocks, rowCount } = matrix;
  const columns = room.columns(rowCount);
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
