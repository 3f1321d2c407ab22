// The rows of one brain's set in blocks of one byte a number, in ascending seq.
import { DIMENSION } from "../domain/model-spec.ts";
import type { VectorChunk } from "../domain/ports/vector-index.ts";
import { type BlockLease, RowBlocks } from "./row-blocks.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import * as layout from "./scan-layout.ts";

const { BLOCK_ROWS } = layout;

export class ScanMatrix extends RowBlocks {
  /** How often the matrix was released. Code that awaits compares it, to see whether the rows are still the same. */
  releases = 0;

  /** How often rows that are there were written over. */
  rewrites = 0;

  constructor(
    private readonly kernels: ScanKernels,
    lease: BlockLease,
  ) {
    super(kernels.memory, lease, {
      confidences: layout.CONFIDENCES_OFFSET,
      seqs: layout.SEQS_OFFSET,
      entryOf: layout.columnOf,
    });
  }

  /** Whether one of the rows belongs between those held: only a new reading of the set can put it there. */
  misses(seqs: Iterable<number>): boolean {
    for (const seq of seqs) if (seq <= this.lastSeq && this.#place(seq) === null) return true;
    return false;
  }

  /** Writes vectors and confidences over those of the rows that are there. */
  rewrite({ count, seqs, confidences, vectors }: VectorChunk): void {
    this.rewrites++;
    for (let at = 0; at < count; at++) {
      const row = this.rowOf(seqs[at]!);
      if (row === null) continue;
      const [block, slot] = this.#locate(row);
      this.writeVectors(block, slot, vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION), 1);
      const column = block + layout.columnOf(slot) + layout.CONFIDENCES_OFFSET;
      new Float32Array(this.memory.buffer, column, 1)[0] = confidences[at]!;
    }
  }

  /** Takes the row out and zeroes all its bytes but the seq's, by which rows are found. */
  remove(seq: number): void {
    const row = this.rowOf(seq);
    if (row === null) return;
    const { buffer } = this.memory;
    const [block, slot] = this.#locate(row);
    for (const at of layout.codePieces(slot)) new Uint8Array(buffer, block + at, layout.PIECE_BYTES).fill(0);
    const { SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET, CONFIDENCES_OFFSET } = layout;
    for (const column of [SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET, CONFIDENCES_OFFSET]) {
      new Uint32Array(buffer, block + layout.columnOf(slot) + column, 1)[0] = 0;
    }
    this.liveCount--;
  }

  has(seq: number): boolean {
    return this.rowOf(seq) !== null;
  }

  /** Place of a row that is there, 64 x block + slot; null for one that is not. */
  rowOf(seq: number): number | null {
    const row = this.#place(seq);
    return row !== null && this.confidenceAt(row) > 0 ? row : null;
  }

  seqAt(row: number): number {
    const [block, slot] = this.#locate(row);
    return new Uint32Array(this.memory.buffer, block + layout.columnOf(slot) + layout.SEQS_OFFSET, 1)[0]!;
  }

  /** 0 for a removed row. */
  confidenceAt(row: number): number {
    const [block, slot] = this.#locate(row);
    return new Float32Array(this.memory.buffer, block + layout.columnOf(slot) + layout.CONFIDENCES_OFFSET, 1)[0]!;
  }

  /** Copies two columns with one entry for each row, the removed ones included. */
  copyColumns({ seqs, confidences }: { seqs: Uint32Array; confidences: Float32Array }): void {
    const { kernels, blocks, rowCount } = this;
    kernels.copyColumn(blocks, rowCount, layout.SEQS_OFFSET, seqs);
    const { buffer, byteOffset, length } = confidences;
    kernels.copyColumn(blocks, rowCount, layout.CONFIDENCES_OFFSET, new Uint32Array(buffer, byteOffset, length));
  }

  override release(): void {
    super.release();
    this.releases++;
  }

  protected writeVectors(block: number, slot: number, vectors: Float32Array, count: number): void {
    this.kernels.quantizeRows(block, slot, vectors, count);
  }

  /** The row of a seq, removed or not. */
  #place(seq: number): number | null {
    let low = 0;
    let high = this.rowCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.seqAt(middle) < seq) low = middle + 1;
      else high = middle;
    }
    return low < this.rowCount && this.seqAt(low) === seq ? low : null;
  }

  #locate(row: number): [block: number, slot: number] {
    return [this.blocks[Math.floor(row / BLOCK_ROWS)]!, row % BLOCK_ROWS];
  }
}
