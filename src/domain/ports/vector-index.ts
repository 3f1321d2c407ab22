// The port to a brain's vectors in memory, and what it reads them from.
import type { BrainId } from "../brain.ts";

/** A brain has one list of rows for its packets and one for its lessons. */
export type VectorSet = "packets" | "lessons";

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
  /** At most so many rows come back; 1 or more. */
  readonly limit: number;
  /** Rows less similar than this are left out. */
  readonly floor: number;
  /** What the rows are ordered by; similarity alone leaves confidence out. Default: score. */
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

/** Every row of a set compared with one query: a column each, ascending by seq. */
export interface ComparedRows {
  readonly count: number;
  readonly seqs: Uint32Array;
  /** As in RankedRow. */
  readonly similarities: Float32Array;
  readonly confidences: Float32Array;
}

/** What somebody adds to the similarities of rows: a column each, ascending by seq. */
export interface AddedColumn {
  readonly seqs: Uint32Array;
  readonly values: Float32Array;
}

/** Every row of a set compared with one query, as far as what stands in memory tells: a column each, ascending by seq. */
export interface EstimatedRows extends ComparedRows {
  /** The exact similarity is off by so much at most, in units of similarity; infinity where nothing is known. */
  readonly errors: Float32Array;
  /** No error and no confidence is above these. */
  readonly greatestError: number;
  readonly greatestConfidence: number;
  /** Of similarity + what was added, see peaks.ts; null where the rows are not all those that something was added to. */
  readonly peaks: Float32Array | null;
  /** Looks closer at some rows, by their indices: errors there become about a third where more can be known. */
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
  /** The best rows by score, equal scores by higher seq; exact. Reads the brain in where it is not in memory. */
  rank(set: VectorSet, brain: BrainId, request: RankRequest): Promise<RankedRow[]>;
  /** Begins to read the brain in where it is not in memory. `added`: what estimateAll of its packets will be asked with. */
  prefetch(brain: BrainId, added: AddedColumn | null): void;
  /**
   * What `use` makes of all rows, each with about its similarity to the query: for a ranking that knows more than vectors.
   * The columns are for `use` alone, which returns before it waits for anything: others write over them.
   */
  estimateAll<T>(
    set: VectorSet,
    brain: BrainId,
    query: Float32Array,
    added: AddedColumn | null,
    use: (rows: EstimatedRows) => T,
  ): Promise<T>;
  /** All rows, each with its similarity to the query, read from the source: exact and slow, for explanations. */
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
  /** Adds rows that the store holds already, in any order. Nothing happens for a brain not in memory, or for rows it has. */
  append(set: VectorSet, brain: BrainId, rows: VectorChunk): void;
  /**
   * Reads rows again that the store holds with another vector or confidence than before. Nothing happens for a brain not in
   * memory. Never rejects: where they cannot be read, the brain leaves memory.
   */
  refresh(set: VectorSet, brain: BrainId, seqs: readonly number[]): Promise<void>;
  /** Takes a row out, and wipes its bytes. */
  remove(set: VectorSet, brain: BrainId, seq: number): void;
  /** Drops the brain from memory and wipes its bytes; the next use reads it anew. */
  forget(brain: BrainId): void;
  /** Sets the bound on its memory; what is beyond it leaves, the least recently used first. */
  fit(budgetBytes: number): void;
  stats(): VectorIndexStats;
  /** Ends its threads. */
  close(): void;
}
