// The port to a brain's vectors in memory, and what it reads them from.
import type { BrainId } from "../brain.ts";

/** A brain has one list of rows for its packets and one for its lessons. */
export const VECTOR_SETS = ["packets", "lessons"] as const;
export type VectorSet = (typeof VECTOR_SETS)[number];

/** Rows in ascending `seq`; `vectors` holds count x 384 float32, row after row. */
export interface VectorChunk {
  readonly count: number;
  readonly seqs: Uint32Array;
  readonly confidences: Float32Array;
  readonly vectors: Float32Array;
}

export interface VectorSource {
  /** The rows with seq > `after`, ascending, at most `limit`: a piece of one ordered scan. */
  scan(set: VectorSet, brain: BrainId, after: number, limit: number): Promise<VectorChunk>;
  /** The rows of those seqs (ascending, all different) that are there. */
  read(set: VectorSet, brain: BrainId, seqs: readonly number[]): Promise<VectorChunk>;
}

export interface RankRequest {
  /** 384 numbers of length 1 (a zero vector is similar to nothing). */
  readonly query: Float32Array;
  /** 1 or more. */
  readonly limit: number;
  /** Of the similarity: rows below it are left out. */
  readonly floor: number;
  /** What the rows are ordered by. Default: score. */
  readonly by?: "score" | "similarity";
}

export interface RankedRow {
  readonly seq: number;
  /** max(0, (cosine - baseline) / (1 - baseline)), a float32 value. */
  readonly similarity: number;
  /** similarity x confidence, a float32 value. */
  readonly score: number;
}

export interface ExactRow {
  readonly similarity: number;
  readonly vector: Float32Array;
}

/** Every row of a set compared with one query: columns with an entry a row, ascending by seq. */
export interface ComparedRows {
  readonly count: number;
  readonly seqs: Uint32Array;
  /** As in RankedRow. */
  readonly similarities: Float32Array;
  readonly confidences: Float32Array;
}

/** What a ranking adds to the similarities: columns with an entry a row, ascending by seq. */
export interface AddedColumn {
  readonly seqs: Uint32Array;
  readonly values: Float32Array;
}

/** ComparedRows, but the similarities are estimates from what is in memory. */
export interface EstimatedRows extends ComparedRows {
  /** The estimate is off by so much at most, in units of similarity; infinity where nothing is known. */
  readonly errors: Float32Array;
  /** No error and no confidence is above these. */
  readonly greatestError: number;
  readonly greatestConfidence: number;
  /** Of similarity + AddedColumn, see peaks.ts; null where that column was for other rows than these. */
  readonly peaks: Float32Array | null;
  /** Writes closer estimates of the rows at these indices: their errors shrink to about a third where they can. */
  refine(rows: ArrayLike<number>): void;
}

export interface VectorIndexStats {
  readonly brains: number;
  readonly rows: number;
  readonly bytes: number;
  readonly budgetBytes: number;
  readonly loads: number;
  readonly evictions: number;
}

export interface VectorIndex {
  /** The best rows, exact; of equal ones the higher seq goes first. Reads the brain in where it is not in memory. */
  rank(set: VectorSet, brain: BrainId, request: RankRequest): Promise<RankedRow[]>;
  /**
   * Reads the brain in where it is not in memory, and resolves when it has or could not: the next ranking meets the same
   * failure, and reports it. `added`: what estimateAll will be asked with, if known.
   */
  prefetch(brain: BrainId, added: AddedColumn | null): Promise<void>;
  /**
   * What `use` makes of all rows with estimates of their similarity to the query: for rankings that add other terms.
   * `use` is synchronous, and must not keep the columns: later calls write over them.
   */
  estimateAll<T>(
    set: VectorSet,
    brain: BrainId,
    query: Float32Array,
    added: AddedColumn | null,
    use: (rows: EstimatedRows) => T,
  ): Promise<T>;
  /** All rows with their exact similarities, read from the source: slow, for explanations. */
  compareAll(set: VectorSet, brain: BrainId, query: Float32Array): Promise<ComparedRows>;
  /** Each named row compared with the query exactly, in the order asked; null for a row that is not there. */
  compare(set: VectorSet, brain: BrainId, seqs: readonly number[], query: Float32Array): Promise<(ExactRow | null)[]>;
  /** Similarity of each named row to the query, in the order asked; null for a row that is not there. */
  similarities(
    set: VectorSet,
    brain: BrainId,
    seqs: readonly number[],
    query: Float32Array,
  ): Promise<(number | null)[]>;
  /** Adds rows that the store holds already. Nothing happens where the brain is not in memory, or has the rows. */
  append(set: VectorSet, brain: BrainId, rows: VectorChunk): void;
  /**
   * Reads rows again that were given another vector or confidence in the store. Nothing happens where the brain is not in
   * memory. Never rejects: where the rows cannot be read, the brain leaves memory.
   */
  refresh(set: VectorSet, brain: BrainId, seqs: readonly number[]): Promise<void>;
  /** Takes a row out, and wipes its bytes. */
  remove(set: VectorSet, brain: BrainId, seq: number): void;
  /** Drops the brain from memory and wipes its bytes. The next use reads it in again. */
  forget(brain: BrainId): void;
  /** Sets the bound on its memory. The least recently used brains leave until the rest fits. */
  fit(budgetBytes: number): void;
  stats(): VectorIndexStats;
  /** Ends its threads. */
  close(): void;
}
