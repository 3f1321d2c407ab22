// Similarity of every row of a set to one query, as far as its codes tell.
import { forEachStretch, liveStretches, type Stretches } from "../base/live-stretches.ts";
import { peaksOf } from "../base/peaks.ts";
import { createReusedRoom } from "../base/reused-room.ts";
import type { AddedColumn, EstimatedRows } from "../domain/ports/vector-index.ts";
import { quantizeQuery } from "./quantize-query.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

type FixedColumns = Pick<EstimatedRows, "seqs" | "confidences">;

/** Columns that stay the same from one comparison to the next. */
export class EstimateRoom {
  readonly #room = createReusedRoom((rows): FixedColumns => {
    return { seqs: new Uint32Array(rows), confidences: new Float32Array(rows) };
  });
  /** The rows whose columns are in the room now. */
  #held: HeldRows | null = null;

  rowsOf(matrix: ScanMatrix): HeldRows {
    if (this.#held?.areOf(matrix) !== true) this.#held = new HeldRows(matrix, this.#room(matrix.rowCount));
    return this.#held;
  }
}

/** The seqs and confidences of the rows of a matrix, without the removed ones. */
class HeldRows {
  readonly columns: FixedColumns;
  readonly greatestConfidence: number;
  /** Where the rows stand in the matrix, as stretches and one by one; null where none was removed. */
  readonly #live: { readonly stretches: Stretches; readonly rows: Uint32Array } | null;
  readonly #state: Pick<ScanMatrix, "rowCount" | "liveCount" | "rewrites" | "releases">;
  /** Columns of seqs that were compared and are the same. Their makers no longer write to them. */
  readonly #same = new WeakSet<Uint32Array>();

  constructor(
    private readonly matrix: ScanMatrix,
    room: FixedColumns,
  ) {
    const { rowCount, liveCount, rewrites, releases } = matrix;
    this.#state = { rowCount, liveCount, rewrites, releases };
    const all = { seqs: room.seqs.subarray(0, rowCount), confidences: room.confidences.subarray(0, rowCount) };
    matrix.copyColumns(all);
    this.#live = liveCount === rowCount ? null : liveRows(all.confidences, liveCount);
    this.columns = { seqs: this.kept(all.seqs), confidences: this.kept(all.confidences) };
    this.greatestConfidence = greatestOf(this.columns.confidences);
  }

  /** Moves the entries of rows that were not removed to the front of a column of the matrix, and returns them. */
  kept<C extends Uint32Array | Float32Array>(column: C): C {
    if (this.#live === null) return column;
    const { stretches, rows } = this.#live;
    forEachStretch(stretches, (from, end, to) => column.copyWithin(to, from, end));
    return column.subarray(0, rows.length) as C;
  }

  /** Whether no row was removed. */
  get areAll(): boolean {
    return this.#live === null;
  }

  /** The rows of the matrix at these positions of the columns. */
  rowsAt(positions: ArrayLike<number>): ArrayLike<number> {
    const live = this.#live;
    return live === null ? positions : Array.from(positions, (at) => live.rows[at]!);
  }

  /** Whether the matrix has the same rows still. An added row raises one count, a removed row lowers the other. */
  areOf(matrix: ScanMatrix): boolean {
    const { rowCount, liveCount, rewrites, releases } = this.#state;
    if (this.matrix !== matrix || matrix.releases !== releases || matrix.rewrites !== rewrites) return false;
    return matrix.rowCount === rowCount && matrix.liveCount === liveCount;
  }

  /** Whether these are the seqs of the rows. */
  are(seqs: Uint32Array): boolean {
    if (this.#same.has(seqs)) return true;
    const isSame = bytesOf(this.columns.seqs).equals(bytesOf(seqs));
    if (isSame) this.#same.add(seqs);
    return isSame;
  }
}

function liveRows(confidences: Float32Array, liveCount: number) {
  const stretches = liveStretches(confidences);
  const rows = new Uint32Array(liveCount);
  forEachStretch(stretches, (from, end, to) => {
    for (let row = from; row < end; row++) rows[to + row - from] = row;
  });
  return { stretches, rows };
}

/** As bytes, which are compared in one call. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** 0 where no value is above 0. */
export function greatestOf(values: Float32Array): number {
  let greatest = 0;
  for (const value of values) if (value > greatest) greatest = value;
  return greatest;
}

export interface ScanComparison {
  readonly query: Float32Array;
  readonly baseline: number;
  readonly added?: AddedColumn | null;
  readonly room?: EstimateRoom;
}

/**
 * Synchronous. Its result is valid until the next comparison in the same room, or with the same kernels. For a query
 * that is not finite, every row has an error of infinity.
 */
export function compareScan(
  kernels: ScanKernels,
  matrix: ScanMatrix,
  { query, baseline, added = null, room = new EstimateRoom() }: ScanComparison,
): EstimatedRows {
  const { blocks, rowCount } = matrix;
  const held = room.rowsOf(matrix);
  const { columns, greatestConfidence } = held;
  const quantized = quantizeQuery(query);
  const values = added !== null && held.are(added.seqs) ? added.values : null;
  // The kernel counts all rows of the matrix, also removed ones; `values` has entries only for the others.
  const rows = kernels.estimateRows(blocks, rowCount, {
    query: quantized,
    baseline,
    added: held.areAll ? values : null,
  });
  const similarities = held.kept(rows.similarities);
  const errors = held.kept(rows.errors);
  const peaks = rows.peaks ?? (values === null ? null : peaksOf(similarities, values));
  const refine = (positions: ArrayLike<number>) => {
    const closer = kernels.refineRows(blocks, rowCount, held.rowsAt(positions), { query: quantized, baseline });
    for (let index = 0; index < positions.length; index++) {
      similarities[positions[index]!] = closer.similarities[index]!;
      errors[positions[index]!] = closer.errors[index]!;
    }
  };
  const { greatestError } = rows;
  return {
    count: columns.seqs.length,
    ...columns,
    similarities,
    errors,
    peaks,
    greatestError,
    greatestConfidence,
    refine,
  };
}
