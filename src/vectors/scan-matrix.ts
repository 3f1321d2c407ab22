// The rows of one brain's set in blocks of one byte a number, in ascending seq.
import { DIMENSION } from "../domain/model-spec.ts";
import type { VectorChunk } from "../domain/vector-index.ts";
import { assertChunk, type BlockLease } from "./matrix.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import * as layout from "./scan-layout.ts";

const { BLOCK_ROWS } = layout;

export class ScanMatrix {
  readonly blocks: number[] = [];
  /** Rows in the blocks, the removed ones included. */
  rowCount = 0;
  /** Rows that are there: their confidence is above 0. */
  liveCount = 0;
  /** The highest seq held so far; -1 before the first row. */
  lastSeq = -1;
  /** How often it was released: who waits while others run sees by it that the rows are not those it began with. */
  releases = 0;

  constructor(
    private readonly kernels: ScanKernels,
    private readonly lease: BlockLease,
  ) {}

  /**
   * Adds the rows whose seq is above the last one held. False: there was no room for all of them, and the matrix
   * is incomplete, so that it must be released. Throws, and adds nothing, where seqs do not ascend.
   */
  append(chunk: VectorChunk): boolean {
    assertChunk(chunk);
    let row = 0;
    while (row < chunk.count && chunk.seqs[row]! <= this.lastSeq) row++;
    while (row < chunk.count) {
      const slot = this.rowCount % BLOCK_ROWS;
      if (slot === 0) {
        const block = this.lease.take();
        if (block === null) return false;
        this.blocks.push(block);
      }
      const end = Math.min(chunk.count, row + BLOCK_ROWS - slot);
      this.write(this.blocks.at(-1)!, slot, chunk, row, end);
      row = end;
    }
    return true;
  }

  /** Whether the chunk has a row that belongs between those held, which only a new reading can put there. */
  misses(chunk: VectorChunk): boolean {
    return chunk.seqs.subarray(0, chunk.count).some((seq) => seq <= this.lastSeq && this.place(seq) === null);
  }

  /** Takes the row out and zeroes all its bytes but the seq's, by which rows are found. */
  remove(seq: number): void {
    const row = this.rowOf(seq);
    if (row === null) return;
    const { buffer } = this.kernels.memory;
    const [block, slot] = this.locate(row);
    new Uint8Array(buffer, block + slot * layout.ROW_BYTES, layout.ROW_BYTES).fill(0);
    const { SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET, CONFIDENCES_OFFSET } = layout;
    for (const column of [SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET, CONFIDENCES_OFFSET]) {
      new Uint32Array(buffer, block + column + slot * 4, 1)[0] = 0;
    }
    this.liveCount--;
  }

  has(seq: number): boolean {
    return this.rowOf(seq) !== null;
  }

  /** Place of a row that is there, 64 x block + slot; null for one that is not. */
  rowOf(seq: number): number | null {
    const row = this.place(seq);
    return row !== null && this.confidenceAt(row) > 0 ? row : null;
  }

  seqAt(row: number): number {
    const [block, slot] = this.locate(row);
    return new Uint32Array(this.kernels.memory.buffer, block + layout.SEQS_OFFSET + slot * 4, 1)[0]!;
  }

  /** 0 for a removed row. */
  confidenceAt(row: number): number {
    const [block, slot] = this.locate(row);
    return new Float32Array(this.kernels.memory.buffer, block + layout.CONFIDENCES_OFFSET + slot * 4, 1)[0]!;
  }

  /** Copies of two columns, a row each, the removed ones included. */
  columns(): { seqs: Uint32Array; confidences: Float32Array } {
    const { buffer } = this.kernels.memory;
    const seqs = new Uint32Array(this.rowCount);
    const confidences = new Float32Array(this.rowCount);
    for (const [at, block] of this.blocks.entries()) {
      const rows = Math.min(this.rowCount - at * BLOCK_ROWS, BLOCK_ROWS);
      seqs.set(new Uint32Array(buffer, block + layout.SEQS_OFFSET, rows), at * BLOCK_ROWS);
      confidences.set(new Float32Array(buffer, block + layout.CONFIDENCES_OFFSET, rows), at * BLOCK_ROWS);
    }
    return { seqs, confidences };
  }

  /** Gives all blocks back, which wipes them; the matrix is then empty and may be filled again. */
  release(): void {
    for (const block of this.blocks.splice(0)) this.lease.give(block);
    this.rowCount = 0;
    this.liveCount = 0;
    this.lastSeq = -1;
    this.releases++;
  }

  private write(block: number, slot: number, chunk: VectorChunk, row: number, end: number): void {
    const rows = end - row;
    const seqs = chunk.seqs.subarray(row, end);
    const confidences = chunk.confidences.subarray(row, end);
    this.kernels.quantizeRows(block, slot, chunk.vectors.subarray(row * DIMENSION, end * DIMENSION), rows);
    const { buffer } = this.kernels.memory;
    new Float32Array(buffer, block + layout.CONFIDENCES_OFFSET + slot * 4, rows).set(confidences);
    new Uint32Array(buffer, block + layout.SEQS_OFFSET + slot * 4, rows).set(seqs);
    for (const confidence of confidences) if (confidence > 0) this.liveCount++;
    this.rowCount += rows;
    this.lastSeq = seqs[rows - 1]!;
  }

  /** The row of a seq, removed or not. */
  private place(seq: number): number | null {
    let low = 0;
    let high = this.rowCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.seqAt(middle) < seq) low = middle + 1;
      else high = middle;
    }
    return low < this.rowCount && this.seqAt(low) === seq ? low : null;
  }

  private locate(row: number): [block: number, slot: number] {
    return [this.blocks[Math.floor(row / BLOCK_ROWS)]!, row % BLOCK_ROWS];
  }
}
