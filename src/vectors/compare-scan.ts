// Similarity of every row of a set to one query, as far as its codes tell.
import { createReusedRoom } from "../domain/reused-room.ts";
import type { EstimatedRows } from "../domain/vector-index.ts";
import { quantizeQuery } from "./quantize-query.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

type Columns = Pick<EstimatedRows, "seqs" | "similarities" | "errors" | "confidences">;

/** The columns of one comparison after another. */
export class EstimateRoom {
  readonly #room = createReusedRoom(columnsFor);
  /** The rows of which the seqs and confidences stand in the columns. */
  #held: Held | null = null;

  /** Columns with the seqs and confidences of the matrix, and anything in the others. */
  columnsOf(matrix: ScanMatrix): Held {
    const { rowCount, liveCount, releases } = matrix;
    const room = this.#room(rowCount);
    const held = this.#held;
    // Rows are only added, which raises one count, or removed, which lowers the other.
    const isHeld = held?.matrix === matrix && held.room === room && held.releases === releases;
    if (isHeld && held.rowCount === rowCount && held.liveCount === liveCount) return held;
    const columns = first(room, rowCount);
    matrix.copyColumns(columns);
    const greatestConfidence = greatestOf(columns.confidences);
    const filled = { matrix, room, releases, rowCount, liveCount, columns, greatestConfidence };
    // Where some are removed the ranks are closed, in the same columns.
    this.#held = liveCount === rowCount ? filled : null;
    return filled;
  }
}

/** 0 where none is above it. */
export function greatestOf(values: Float32Array): number {
  let greatest = 0;
  for (const value of values) if (value > greatest) greatest = value;
  return greatest;
}

interface Held extends Pick<ScanMatrix, "rowCount" | "liveCount" | "releases"> {
  readonly matrix: ScanMatrix;
  readonly room: Columns;
  readonly columns: Columns;
  readonly greatestConfidence: number;
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
  room = new EstimateRoom(),
): EstimatedRows {
  const { blocks, rowCount } = matrix;
  const { columns, greatestConfidence } = room.columnsOf(matrix);
  const quantized = quantizeQuery(query);
  const greatestError = kernels.estimateRows(blocks, rowCount, quantized, baseline, columns);
  const isWhole = matrix.liveCount === rowCount;
  const count = isWhole ? rowCount : closeRanks(columns);
  return {
    count,
    ...first(columns, count),
    greatestError,
    greatestConfidence,
    // Where ranks were closed, an index is not a row any more.
    refine: (rows) => {
      if (isWhole) kernels.refineRows(blocks, rowCount, rows, quantized, baseline, columns);
    },
  };
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
