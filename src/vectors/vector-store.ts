// Brains' vectors in memory within a budget: read in when asked for; the least recently used leave to make room.
import { createGiveWay } from "../base/give-way.ts";
import type { BrainId } from "../domain/brain.ts";
import {
  type AddedColumn,
  type ComparedRows,
  type EstimatedRows,
  type ExactRow,
  type RankedRow,
  type RankRequest,
  VECTOR_SETS,
  type VectorChunk,
  type VectorIndex,
  type VectorIndexStats,
  type VectorSet,
  type VectorSource,
} from "../domain/ports/vector-index.ts";
import { compareScan, EstimateRoom, greatestOf } from "./compare-scan.ts";
import type { Kernels } from "./kernels.ts";
import { rankScan, ScanMatrixReleasedError } from "./rank-scan.ts";
import { compareNamed, compareStream, readNamed } from "./read-rows.ts";
import { ReadWatches, resetWatch } from "./read-watch.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import { BLOCK_BYTES, BLOCK_ROWS } from "./scan-layout.ts";
import { ScanMatrix } from "./scan-matrix.ts";
import { assertQuery, CHUNK_ROWS, type RowStream, rankStream } from "./stream-rows.ts";

/** Bounds the number of matrices, because the budget does not: a matrix without a row takes no block. */
const MATRICES_MAX = 100_000;

/** How often a ranking may begin: it begins again where its rows left memory, or changed, while some were read. */
const ATTEMPTS_MAX = 4;
/** The rows left memory while they were ranked. */
const RELEASED = Symbol("released");

export interface VectorStoreDeps {
  /** For sets that have no room in memory, and for exact answers. */
  readonly kernels: Kernels;
  /** For sets in memory. */
  readonly scan: ScanKernels;
  readonly source: VectorSource;
  /**
   * Bound on the blocks of all matrices together, those being read in included. Beyond it only the scratch of one
   * synchronous step (1,024 float32 rows, 1.5 MB) and the blocks of a clustering are ever taken.
   */
  readonly budgetBytes: number;
  readonly cosineBaseline: number;
}

export function createVectorStore(deps: VectorStoreDeps): VectorIndex {
  return new VectorStore(deps);
}

interface Waiter {
  /** Runs before anything else can evict the matrix. */
  use(matrix: ScanMatrix): void;
  /** The set has no room in memory. */
  refuse(): void;
  fail(error: unknown): void;
}

/** Names one set of a brain; the two sets of a brain enter and leave memory independently. */
type SetKey = number;

function keyOf(set: VectorSet, brain: BrainId): SetKey {
  return brain * 2 + (set === "lessons" ? 1 : 0);
}

// Single writer: what is in memory is valid until this process changes it, or forgets what another process erased.
class VectorStore implements VectorIndex {
  /** Complete matrices, the least recently used first. */
  readonly #ready = new Map<SetKey, ScanMatrix>();
  readonly #loading = new Map<SetKey, Waiter[]>();
  /** Sets that are larger than the whole budget: they are streamed without an attempt to read them in. */
  readonly #tooLarge = new Set<SetKey>();
  readonly #watches = new ReadWatches();
  readonly #estimateRoom = new EstimateRoom();
  #budgetBlocks: number;
  #heldBlocks = 0;
  #loads = 0;
  #evictions = 0;

  constructor(private readonly deps: VectorStoreDeps) {
    this.#budgetBlocks = Math.floor(deps.budgetBytes / BLOCK_BYTES);
  }

  async rank(set: VectorSet, brain: BrainId, request: RankRequest): Promise<RankedRow[]> {
    assertQuery(request.query);
    if (!(request.limit >= 1)) throw new RangeError(`limit ${request.limit} is below 1`);
    const { scan, cosineBaseline } = this.deps;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const ranked = await this.#watches.during(keyOf(set, brain), async (watch) => {
        const rows = await this.#withMatrix(set, brain, (matrix) => {
          // Removals before this moment are in the matrix already.
          resetWatch(watch);
          return rankScan(scan, matrix, request, {
            baseline: cosineBaseline,
            readRows: (seqs) => this.deps.source.read(set, brain, seqs),
          });
        }).catch(orReleased);
        if (rows === null || rows === RELEASED) return rows;
        const isStale = watch.forgotten || rows.some((row) => watch.removed.has(row.seq));
        return isStale ? RELEASED : rows;
      });
      if (ranked === null) break;
      if (ranked !== RELEASED) return ranked;
    }
    const streamed = await this.#watches.during(keyOf(set, brain), (watch) =>
      rankStream(this.#streamOf(set, brain), request, watch),
    );
    this.#noteSize(set, brain, streamed.rowCount);
    return streamed.ranked;
  }

  async prefetch(brain: BrainId, added: AddedColumn | null): Promise<void> {
    const missing = VECTOR_SETS.filter((set) => !this.#ready.has(keyOf(set, brain)));
    const reading = missing.map((set) => this.#withMatrix(set, brain, async () => {}));
    const matrix = this.#ready.get(keyOf("packets", brain));
    if (added !== null && matrix !== undefined) this.#estimateRoom.rowsOf(matrix).are(added.seqs);
    await Promise.allSettled(reading);
  }

  async estimateAll<T>(
    set: VectorSet,
    brain: BrainId,
    query: Float32Array,
    added: AddedColumn | null,
    use: (rows: EstimatedRows) => T,
  ): Promise<T> {
    assertQuery(query);
    const { scan, cosineBaseline } = this.deps;
    const used = await this.#withMatrix(set, brain, async (matrix) => ({
      value: use(compareScan(scan, matrix, { query, baseline: cosineBaseline, added, room: this.#estimateRoom })),
    }));
    if (used !== null) return used.value;
    const compared = await this.compareAll(set, brain, query);
    this.#noteSize(set, brain, compared.count);
    const greatestConfidence = greatestOf(compared.confidences);
    const errors = new Float32Array(compared.count);
    return use({ ...compared, errors, greatestError: 0, greatestConfidence, peaks: null, refine: () => {} });
  }

  compareAll(set: VectorSet, brain: BrainId, query: Float32Array): Promise<ComparedRows> {
    assertQuery(query);
    return this.#watches.during(keyOf(set, brain), (watch) => compareStream(this.#streamOf(set, brain), query, watch));
  }

  async compare(
    set: VectorSet,
    brain: BrainId,
    seqs: readonly number[],
    query: Float32Array,
  ): Promise<(ExactRow | null)[]> {
    assertQuery(query);
    if (seqs.length === 0) return [];
    return this.#watches.during(keyOf(set, brain), (watch) =>
      compareNamed(this.#streamOf(set, brain), seqs, query, watch),
    );
  }

  async similarities(
    set: VectorSet,
    brain: BrainId,
    seqs: readonly number[],
    query: Float32Array,
  ): Promise<(number | null)[]> {
    const rows = await this.compare(set, brain, seqs, query);
    return rows.map((row) => row?.similarity ?? null);
  }

  append(set: VectorSet, brain: BrainId, rows: VectorChunk): void {
    const key = keyOf(set, brain);
    this.#watches.appended(key, rows.seqs.subarray(0, rows.count));
    const matrix = this.#ready.get(key);
    if (matrix === undefined) return;
    // The matrix leaves the map while it grows: it must not be evicted to make room for itself.
    this.#ready.delete(key);
    if (matrix.misses(rows.seqs.subarray(0, rows.count))) {
      // The embedding came after those of later packets: the next use reads the whole brain again.
      matrix.release();
      return;
    }
    let complete = true;
    try {
      complete = matrix.append(rows);
    } finally {
      if (complete) this.#ready.set(key, matrix);
      else this.#giveUp(key, matrix);
    }
  }

  async refresh(set: VectorSet, brain: BrainId, seqs: readonly number[]): Promise<void> {
    const key = keyOf(set, brain);
    // Readers under way may have read the old rows.
    this.#watches.forgotten(key);
    const matrix = this.#ready.get(key);
    if (matrix === undefined) return;
    const { releases } = matrix;
    try {
      await this.#watches.during(key, async (watch) => {
        const rows = await readNamed(this.#streamOf(set, brain), seqs, watch);
        if (matrix.releases === releases) matrix.rewrite(rows);
      });
      this.#watches.forgotten(key);
    } catch {
      this.#drop(key);
    }
  }

  remove(set: VectorSet, brain: BrainId, seq: number): void {
    const key = keyOf(set, brain);
    this.#watches.removed(key, seq);
    this.#ready.get(key)?.remove(seq);
  }

  forget(brain: BrainId): void {
    for (const set of VECTOR_SETS) {
      const key = keyOf(set, brain);
      this.#watches.forgotten(key);
      this.#tooLarge.delete(key);
      this.#drop(key);
    }
  }

  fit(budgetBytes: number): void {
    this.#budgetBlocks = Math.floor(budgetBytes / BLOCK_BYTES);
    while (this.#heldBlocks > this.#budgetBlocks && this.#evictOldest());
  }

  stats(): VectorIndexStats {
    let rows = 0;
    const brains = new Set<BrainId>();
    for (const [key, matrix] of this.#ready) {
      rows += matrix.liveCount;
      brains.add(Math.floor(key / 2));
    }
    return {
      brains: brains.size,
      rows,
      bytes: this.#heldBlocks * BLOCK_BYTES,
      budgetBytes: this.#budgetBlocks * BLOCK_BYTES,
      loads: this.#loads,
      evictions: this.#evictions,
    };
  }

  close(): void {
    this.deps.scan.close();
  }

  /** A set that was too large for memory may have become small, or the budget larger. */
  #noteSize(set: VectorSet, brain: BrainId, rowCount: number): void {
    if (rowCount <= this.#budgetBlocks * BLOCK_ROWS) this.#tooLarge.delete(keyOf(set, brain));
  }

  /**
   * Runs `use` on the complete matrix, which is read in first where it is not in memory; null where it has no room. The
   * matrix is sure to be complete until `use` first awaits something; after that it may be released at any time.
   */
  #withMatrix<T>(set: VectorSet, brain: BrainId, use: (matrix: ScanMatrix) => Promise<T>): Promise<T | null> {
    const key = keyOf(set, brain);
    if (this.#tooLarge.has(key)) return Promise.resolve(null);
    const matrix = this.#ready.get(key);
    if (matrix !== undefined) {
      this.#ready.delete(key);
      this.#ready.set(key, matrix);
      return use(matrix);
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        use: (loaded) => void use(loaded).then(resolve, reject),
        refuse: () => resolve(null),
        fail: reject,
      };
      const waiters = this.#loading.get(key);
      if (waiters !== undefined) {
        waiters.push(waiter);
      } else {
        this.#loading.set(key, [waiter]);
        void this.#load(set, brain, key);
      }
    });
  }

  /** Reads a set in, and settles all requests that wait for it. Never rejects. */
  async #load(set: VectorSet, brain: BrainId, key: SetKey): Promise<void> {
    const matrix = this.#newMatrix();
    this.#loads++;
    const giveWay = createGiveWay();
    try {
      await this.#watches.during(key, async (watch) => {
        for (;;) {
          watch.appended = [];
          await giveWay();
          const chunk = await this.deps.source.scan(set, brain, matrix.lastSeq, CHUNK_ROWS);
          const { appended } = watch;
          if (watch.forgotten) {
            matrix.release();
            resetWatch(watch);
            continue;
          }
          if (!matrix.append(chunk)) {
            this.#giveUp(key, matrix);
            for (const waiter of this.#takeWaiters(key)) waiter.refuse();
            return;
          }
          // Only the scan that has just answered may have missed these removals; later scans see them.
          for (const seq of watch.removed) matrix.remove(seq);
          watch.removed.clear();
          // An embedding came late: it belongs between rows that were read before it was there.
          if (matrix.misses(appended)) {
            matrix.release();
            resetWatch(watch);
            continue;
          }
          if (chunk.count === CHUNK_ROWS || appended.length > 0) continue;
          this.#publish(key, matrix);
          return;
        }
      });
    } catch (error) {
      matrix.release();
      for (const waiter of this.#takeWaiters(key)) waiter.fail(error);
    }
  }

  /** Called without an await after the last look at the watch: no change falls between load and use. */
  #publish(key: SetKey, matrix: ScanMatrix): void {
    while (this.#ready.size >= MATRICES_MAX && this.#evictOldest());
    this.#ready.set(key, matrix);
    for (const waiter of this.#takeWaiters(key)) waiter.use(matrix);
  }

  #takeWaiters(key: SetKey): Waiter[] {
    const waiters = this.#loading.get(key) ?? [];
    this.#loading.delete(key);
    return waiters;
  }

  #drop(key: SetKey): void {
    this.#ready.get(key)?.release();
    this.#ready.delete(key);
  }

  /** Releases a matrix that has no room; its rows stay in the source. */
  #giveUp(key: SetKey, matrix: ScanMatrix): void {
    // Other loads may hold the rest of the budget: then it may fit the next time.
    if (matrix.blocks.length >= this.#budgetBlocks) this.#tooLarge.add(key);
    matrix.release();
    this.#evictions++;
  }

  #newMatrix(): ScanMatrix {
    return new ScanMatrix(this.deps.scan, {
      take: () => this.#takeBlock(),
      give: (block) => {
        this.deps.scan.blocks.give(block);
        this.#heldBlocks--;
      },
    });
  }

  #takeBlock(): number | null {
    while (this.#heldBlocks >= this.#budgetBlocks) if (!this.#evictOldest()) return null;
    let block = this.deps.scan.blocks.take();
    while (block === null && this.#evictOldest()) block = this.deps.scan.blocks.take();
    if (block !== null) this.#heldBlocks++;
    return block;
  }

  #evictOldest(): boolean {
    for (const [key, matrix] of this.#ready) {
      this.#ready.delete(key);
      matrix.release();
      this.#evictions++;
      return true;
    }
    return false;
  }

  #streamOf(set: VectorSet, brain: BrainId): RowStream {
    return { ...this.deps, set, brain };
  }
}

function orReleased(error: unknown): typeof RELEASED {
  if (error instanceof ScanMatrixReleasedError) return RELEASED;
  throw error;
}
