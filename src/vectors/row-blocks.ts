// Rows of a set in blocks of 64, in ascending seq. Subclasses choose the form in which a vector is stored.
import { DIMENSION } from "../domain/model-spec.ts";
import type { VectorChunk } from "../domain/ports/vector-index.ts";
import { BLOCK_ROWS } from "./memory-layout.ts";

/** Where rows get their blocks from; null means that there is no room for them. */
export interface BlockLease {
  take(): number | null;
  give(block: number): void;
}

/** Offsets of two columns within a block: one f32 and one u32 for each row. */
export interface ColumnOffsets {
  readonly confidences: number;
  readonly seqs: number;
  /** Where the entry of a row stands, behind the offset of its column. */
  entryOf(slot: number): number;
}

export abstract class RowBlocks {
  readonly blocks: number[] = [];
  /** Rows in the blocks, the removed ones included. */
  rowCount = 0;
  /** Rows that are there: their confidence is above 0. */
  liveCount = 0;
  /** The highest seq held so far; -1 before the first row. */
  lastSeq = -1;

  protected constructor(
    protected readonly memory: WebAssembly.Memory,
    private readonly lease: BlockLease,
    private readonly offsets: ColumnOffsets,
  ) {}

  /**
   * Adds the rows whose seq is above the last one held. False: there was no room for all of them; the matrix is
   * incomplete and must be released. Throws, and adds nothing, where seqs do not ascend.
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
      this.#write(slot, chunk, row, end);
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

  /** Puts `count` rows of 384 f32 into a block from `slot` on. */
  protected abstract writeVectors(block: number, slot: number, vectors: Float32Array, count: number): void;

  /** Puts the rows from `row` to before `end` into the last block from `slot` on. */
  #write(slot: number, chunk: VectorChunk, row: number, end: number): void {
    const block = this.blocks.at(-1)!;
    const rows = end - row;
    const seqs = chunk.seqs.subarray(row, end);
    const confidences = chunk.confidences.subarray(row, end);
    this.writeVectors(block, slot, chunk.vectors.subarray(row * DIMENSION, end * DIMENSION), rows);
    const { buffer } = this.memory;
    const view = new DataView(buffer, block);
    for (const [at, confidence] of confidences.entries()) {
      const entry = this.offsets.entryOf(slot + at);
      view.setFloat32(this.offsets.confidences + entry, confidence, true);
      view.setUint32(this.offsets.seqs + entry, seqs[at]!, true);
      if (confidence > 0) this.liveCount++;
    }
    this.rowCount += rows;
    this.lastSeq = seqs[rows - 1]!;
  }
}

/** Throws where a column is too short, or seqs do not ascend. */
function assertChunk(chunk: VectorChunk): void {
  const { count, seqs, confidences, vectors } = chunk;
  if (seqs.length < count || confidences.length < count || vectors.length < count * DIMENSION) {
    throw new Error(`a chunk of ${count} rows is shorter than it says`);
  }
  for (let i = 1; i < count; i++) {
    if (seqs[i]! <= seqs[i - 1]!) throw new Error(`seq ${seqs[i]} follows ${seqs[i - 1]} in a chunk`);
  }
}
