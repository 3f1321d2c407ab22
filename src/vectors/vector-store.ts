// Brains' vectors in memory within a budget: read in when asked for, the least recently used given up for room.
import type { BrainId } from "../domain/brain.ts";
import type {
  ComparedRows,
  RankedRow,
  RankRequest,
  VectorChunk,
  VectorIndex,
  VectorIndexStats,
  VectorSet,
  VectorSource,
} from "../domain/vector-index.ts";
import type { Kernels } from "./kernels.ts";
import { Matrix } from "./matrix.ts";
import { BLOCK_BYTES, BLOCK_ROWS } from "./memory-layout.ts";
import { rankBlocks } from "./rank-blocks.ts";
import { compareBlocks, compareStream, copyRows, copyStream } from "./read-rows.ts";
import { ReadWatches, resetWatch } from "./read-watch.ts";
import {
  assertQuery,
  CHUNK_ROWS,
  matrixSimilarities,
  type RowStream,
  rankStream,
  similaritiesStream,
} from "./stream-rows.ts";

/** Matrices without a row cost no block, so that the budget does not bound them; this does. */
const MATRICES_MAX = 100_000;

export interface VectorStoreDeps {
  readonly kernels: Kernels;
  readonly source: VectorSource;
  /**
   * Bound on the blocks of all matrices together, those being read in included. Beyond it only the scratch of one
   * synchronous step (16 blocks, 1.5 MB) and the blocks of a clustering are ever taken.
   */
  readonly budgetBytes: number;
  readonly cosineBaseline: number;
}

export function createVectorStore(deps: VectorStoreDeps): VectorIndex {
  return new VectorStore(deps);
}

interface Waiter {
  /** Runs before anything else can evict the matrix. */
  use(matrix: Matrix): void;
  /** The set has no room in memory. */
  refuse(): void;
  fail(error: unknown): void;
}

/** A set of a brain; both of a brain come and go on their own. */
type SetKey = number;

function keyOf(set: VectorSet, brain: BrainId): SetKey {
  return brain * 2 + (set === "lessons" ? 1 : 0);
}

class VectorStore implements VectorIndex {
  /** Complete matrices, the least recently used first. */
  private readonly ready = new Map<SetKey, Matrix>();
  private readonly loading = new Map<SetKey, Waiter[]>();
  /** Sets that filled the whole budget and had more rows: they are streamed at once. */
  private readonly tooLarge = new Set<SetKey>();
  private readonly watches = new ReadWatches();
  private budgetBlocks: number;
  private heldBlocks = 0;
  private loads = 0;
  private evictions = 0;

  constructor(private readonly deps: VectorStoreDeps) {
    this.budgetBlocks = Math.floor(deps.budgetBytes / BLOCK_BYTES);
  }

  async rank(set: VectorSet, brain: BrainId, request: RankRequest): Promise<RankedRow[]> {
    assertQuery(request.query);
    if (!(request.limit >= 1)) throw new RangeError(`limit ${request.limit} is below 1`);
    const { kernels, cosineBaseline } = this.deps;
    const ranked = await this.withMatrix(set, brain, (matrix) =>
      rankBlocks(kernels, matrix.blocks, matrix.rowCount, request, cosineBaseline),
    );
    if (ranked !== null) return ranked;
    const key = keyOf(set, brain);
    const streamed = await this.watches.during(key, (watch) => rankStream(this.streamOf(set, brain), request, watch));
    if (streamed.rowCount <= this.budgetBlocks * BLOCK_ROWS) this.tooLarge.delete(key);
    return streamed.ranked;
  }

  async compareAll(set: VectorSet, brain: BrainId, query: Float32Array): Promise<ComparedRows> {
    assertQuery(query);
    const { kernels, cosineBaseline } = this.deps;
    const compared = await this.withMatrix(set, brain, (matrix) =>
      compareBlocks(kernels, matrix, query, cosineBaseline),
    );
    if (compared !== null) return compared;
    const key = keyOf(set, brain);
    const streamed = await this.watches.during(key, (watch) => compareStream(this.streamOf(set, brain), query, watch));
    if (streamed.count <= this.budgetBlocks * BLOCK_ROWS) this.tooLarge.delete(key);
    return streamed;
  }

  async vectorsOf(set: VectorSet, brain: BrainId, seqs: readonly number[]): Promise<(Float32Array | null)[]> {
    if (seqs.length === 0) return [];
    const copies = await this.withMatrix(set, brain, (matrix) => copyRows(this.deps.kernels, matrix, seqs));
    if (copies !== null) return copies;
    return this.watches.during(keyOf(set, brain), (watch) => copyStream(this.streamOf(set, brain), seqs, watch));
  }

  async similarities(
    set: VectorSet,
    brain: BrainId,
    seqs: readonly number[],
    query: Float32Array,
  ): Promise<(number | null)[]> {
    assertQuery(query);
    if (seqs.length === 0) return [];
    const { kernels, cosineBaseline } = this.deps;
    const similarities = await this.withMatrix(set, brain, (matrix) =>
      matrixSimilarities(kernels, matrix, seqs, query, cosineBaseline),
    );
    if (similarities !== null) return similarities;
    return this.watches.during(keyOf(set, brain), (watch) =>
      similaritiesStream(this.streamOf(set, brain), seqs, query, watch),
    );
  }

  append(set: VectorSet, brain: BrainId, rows: VectorChunk): void {
    const key = keyOf(set, brain);
    this.watches.appended(key);
    const matrix = this.ready.get(key);
    if (matrix === undefined) return;
    // Out of the map while it grows: it must not be evicted to make room for itself.
    this.ready.delete(key);
    if (matrix.misses(rows)) {
      // An embedding that came late, after those of packets recorded later: the next use reads all in anew.
      matrix.release();
      return;
    }
    let complete = true;
    try {
      complete = matrix.append(rows);
    } finally {
      if (complete) this.ready.set(key, matrix);
      else this.giveUp(key, matrix);
    }
  }

  remove(set: VectorSet, brain: BrainId, seq: number): void {
    const key = keyOf(set, brain);
    this.watches.removed(key, seq);
    this.ready.get(key)?.remove(seq);
  }

  forget(brain: BrainId): void {
    for (const set of ["packets", "lessons"] as const) {
      const key = keyOf(set, brain);
      this.watches.forgotten(key);
      this.tooLarge.delete(key);
      this.ready.get(key)?.release();
      this.ready.delete(key);
    }
  }

  fit(budgetBytes: number): void {
    this.budgetBlocks = Math.floor(budgetBytes / BLOCK_BYTES);
    while (this.heldBlocks > this.budgetBlocks && this.evictOldest());
  }

  stats(): VectorIndexStats {
    let rows = 0;
    const brains = new Set<BrainId>();
    for (const [key, matrix] of this.ready) {
      rows += matrix.liveCount;
      brains.add(Math.floor(key / 2));
    }
    return {
      brains: brains.size,
      rows,
      bytes: this.heldBlocks * BLOCK_BYTES,
      budgetBytes: this.budgetBlocks * BLOCK_BYTES,
      loads: this.loads,
      evictions: this.evictions,
    };
  }

  /**
   * Runs `use` on the complete matrix, read in where need be; null where it has no room. `use` is synchronous and
   * runs at once when the matrix is there, so that no matrix in use is ever evicted.
   */
  private withMatrix<T>(set: VectorSet, brain: BrainId, use: (matrix: Matrix) => T): Promise<T | null> {
    const key = keyOf(set, brain);
    if (this.tooLarge.has(key)) return Promise.resolve(null);
    const matrix = this.ready.get(key);
    if (matrix !== undefined) {
      this.ready.delete(key);
      this.ready.set(key, matrix);
      return Promise.resolve(use(matrix));
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        use: (loaded) => {
          try {
            resolve(use(loaded));
          } catch (error) {
            reject(error);
          }
        },
        refuse: () => resolve(null),
        fail: reject,
      };
      const waiters = this.loading.get(key);
      if (waiters !== undefined) {
        waiters.push(waiter);
      } else {
        this.loading.set(key, [waiter]);
        void this.load(set, brain, key);
      }
    });
  }

  /** Reads a set in and settles everybody who waits for it; never rejects. */
  private async load(set: VectorSet, brain: BrainId, key: SetKey): Promise<void> {
    const matrix = this.newMatrix();
    this.loads++;
    try {
      await this.watches.during(key, async (watch) => {
        for (;;) {
          watch.appended = false;
          const chunk = await this.deps.source.scan(set, brain, matrix.lastSeq, CHUNK_ROWS);
          if (watch.forgotten) {
            matrix.release();
            resetWatch(watch);
            continue;
          }
          if (!matrix.append(chunk)) {
            this.giveUp(key, matrix);
            for (const waiter of this.takeWaiters(key)) waiter.refuse();
            return;
          }
          // A scan that begins from here on sees what was removed; only the one just answered may not have.
          for (const seq of watch.removed) matrix.remove(seq);
          watch.removed.clear();
          if (chunk.count === CHUNK_ROWS || watch.appended) continue;
          this.publish(key, matrix);
          return;
        }
      });
    } catch (error) {
      matrix.release();
      for (const waiter of this.takeWaiters(key)) waiter.fail(error);
    }
  }

  /** In one synchronous piece with the last look at the watch: no change falls between load and use. */
  private publish(key: SetKey, matrix: Matrix): void {
    while (this.ready.size >= MATRICES_MAX && this.evictOldest());
    this.ready.set(key, matrix);
    for (const waiter of this.takeWaiters(key)) waiter.use(matrix);
  }

  private takeWaiters(key: SetKey): Waiter[] {
    const waiters = this.loading.get(key) ?? [];
    this.loading.delete(key);
    return waiters;
  }

  /** Lets go of a matrix that has no room; what is there stays in the source. */
  private giveUp(key: SetKey, matrix: Matrix): void {
    // Where other loads hold the rest of the budget, it may well fit the next time.
    if (matrix.blocks.length >= this.budgetBlocks) this.tooLarge.add(key);
    matrix.release();
    this.evictions++;
  }

  private newMatrix(): Matrix {
    return new Matrix(this.deps.kernels.memory, {
      take: () => this.takeBlock(),
      give: (block) => {
        this.deps.kernels.blocks.give(block);
        this.heldBlocks--;
      },
    });
  }

  private takeBlock(): number | null {
    while (this.heldBlocks >= this.budgetBlocks) if (!this.evictOldest()) return null;
    let block = this.deps.kernels.blocks.take();
    while (block === null && this.evictOldest()) block = this.deps.kernels.blocks.take();
    if (block !== null) this.heldBlocks++;
    return block;
  }

  private evictOldest(): boolean {
    for (const [key, matrix] of this.ready) {
      this.ready.delete(key);
      matrix.release();
      this.evictions++;
      return true;
    }
    return false;
  }

  private streamOf(set: VectorSet, brain: BrainId): RowStream {
    return { ...this.deps, set, brain };
  }
}
