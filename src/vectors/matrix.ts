// Float32 rows of a set in blocks, in ascending seq, for the length of one exact answer.
import { DIMENSION } from "../domain/model-spec.ts";
import type { VectorChunk } from "../domain/vector-index.ts";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, SEQS_OFFSET } from "./memory-layout.ts";

/** Where a matrix gets its blocks from; null means that there is no room for it. */
export interface BlockLease {
  take(): number | null;
  give(block: number): void;
}

export class Matrix {
  readonly blocks: number[] = [];
  /** Rows in the blocks, the removed ones included. */
  rowCount = 0;
  /** Rows that are there: their confidence is above 0. */
  liveCount = 0;
  /** The highest seq held so far; -1 before the first row. */
  lastSeq = -1;

  constructor(
    private readonly memory: WebAssembly.Memory,
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

  /** Gives all blocks back, which wipes them; the matrix is then empty and may be filled again. */
  release(): void {
    for (const block of this.blocks.splice(0)) this.lease.give(block);
    this.rowCount = 0;
    this.liveCount = 0;
    this.lastSeq = -1;
  }

  private write(block: number, slot: number, chunk: VectorChunk, row: number, end: number): void {
    const { buffer } = this.memory;
    const rows = end - row;
    const seqs = chunk.seqs.subarray(row, end);
    const confidences = chunk.confidences.subarray(row, end);
    new Float32Array(buffer, block + slot * DIMENSION * 4, rows * DIMENSION).set(
      chunk.vectors.subarray(row * DIMENSION, end * DIMENSION),
    );
    new Float32Array(buffer, block + CONFIDENCES_OFFSET + slot * 4, rows).set(confidences);
    new Uint32Array(buffer, block + SEQS_OFFSET + slot * 4, rows).set(seqs);
    for (const confidence of confidences) if (confidence > 0) this.liveCount++;
    this.rowCount += rows;
    this.lastSeq = seqs[rows - 1]!;
  }
}

/** Throws where a column is too short, or seqs do not ascend. */
export function assertChunk(chunk: VectorChunk): void {
  const { count, seqs, confidences, vectors } = chunk;
  if (seqs.length < count || confidences.length < count || vectors.length < count * DIMENSION) {
    throw new Error(`a chunk of ${count} rows is shorter than it says`);
  }
  for (let i = 1; i < count; i++) {
    if (seqs[i]! <= seqs[i - 1]!) throw new Error(`seq ${seqs[i]} follows ${seqs[i - 1]} in a chunk`);
  }
}
