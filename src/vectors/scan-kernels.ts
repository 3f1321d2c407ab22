// The scan's WASM module, with a linear memory of its own: its kernels as functions.
import { PEAK_ROWS, peaksFor } from "../base/peaks.ts";
import { createReusedRoom } from "../base/reused-room.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankRequest } from "../domain/ports/vector-index.ts";
import { type BlockAllocator, createBlockAllocator } from "./block-allocator.ts";
import { KernelsUnsupportedError } from "./kernels.ts";
import type { QuantizedQuery } from "./quantize-query.ts";
import { createScanHelpers, NO_HELPERS, type ScanHelpers } from "./scan-helpers.ts";
import * as layout from "./scan-layout.ts";
import { assertWithin, ScanMemory } from "./scan-memory.ts";
import type { WorkExports } from "./scan-work.ts";
import { type Done, SharedScan } from "./share-scan.ts";

/** What wasm/scan/index.ts exports. Addresses are u32: JavaScript may pass them as they are. */
interface ScanExports extends WorkExports {
  dotRows(query: number, addresses: number, count: number, dimension: number, out: number): void;
  quantizeRows(rows: number, count: number, block: number, slot: number): void;
  copyColumn(table: number, rows: number, offset: number, out: number): void;
  refineRows(
    query: number,
    table: number,
    rows: number,
    count: number,
    baseline: number,
    similarities: number,
    errors: number,
  ): void;
  streamRead(table: number, rows: number): number;
  readonly refined: WebAssembly.Global;
}

const { QUERY_ADDRESS, CODES_ADDRESS, TABLE_ADDRESS, HEAP_ADDRESS, RESULTS_ADDRESS, SCRATCH_ADDRESS } = layout;

type ModuleBytes = ArrayBuffer | Uint8Array<ArrayBuffer>;

export interface ScanModules {
  readonly strict: ModuleBytes;
  /** The same kernels with relaxed SIMD, which not every engine has. Leave it out to run the strict one. */
  readonly relaxed?: ModuleBytes;
}

export interface ScanOptions {
  /** Where helpers' threads begin; without it there are none. */
  readonly threadUrl?: string | URL | undefined;
  /** Threads besides the calling one, at most HELPERS_MAX; they start with the first large scan. */
  readonly helpers?: number | undefined;
  /** Fewer rows are scanned by the calling thread alone. */
  readonly sharedRowsMin?: number;
}

/** Below this a helper would take longer to wake than it saves. */
const SHARED_ROWS_MIN = 16_384;

export interface ScanRequest {
  readonly query: QuantizedQuery;
  /** 1 to CANDIDATES_MAX. */
  readonly limit: number;
  readonly floor: number;
  readonly by: NonNullable<RankRequest["by"]>;
  readonly baseline: number;
  /** `limit` rows with higher seqs than any scanned here are known to reach this score; -1 where none is known. */
  readonly threshold: number;
  /** 1 to CANDIDATES_MAX. */
  readonly capacity: number;
}

export interface ComparedQuery {
  readonly query: QuantizedQuery;
  readonly baseline: number;
}

export interface EstimateRequest extends ComparedQuery {
  /** What other terms add to the similarities, one entry for each row; null: nothing. */
  readonly added: Float32Array | null;
}

/** In no order. */
export interface ScanCandidates {
  /** No score of the row is above this; NaN where nothing is known. */
  readonly uppers: Float32Array;
  /** Places in the list of blocks: 64 x block + slot. */
  readonly rows: Uint32Array;
}

/** One entry for each row. */
export interface EstimatedColumns {
  /** -1 for an absent row. */
  readonly similarities: Float32Array;
  readonly errors: Float32Array;
}

export interface RowEstimates extends EstimatedColumns {
  /** The greatest of the errors; 0 where there are no rows. */
  readonly greatestError: number;
  /** Peaks of similarity + what is added, see base/peaks.ts; null where nothing is added. */
  readonly peaks: Float32Array | null;
}

export interface ScanKernels {
  /** Which of the two modules runs; they agree to the bit. */
  readonly build: "strict" | "relaxed";
  /** Shared with the helpers. Views made before it grew do not reach its end: make new ones at each use. */
  readonly memory: WebAssembly.Memory;
  /** How many threads share a large scan now. */
  readonly threads: number;
  /** Blocks of 26,112 bytes, see scan-layout.ts. */
  readonly blocks: BlockAllocator;
  /** Quantizes `count` rows of `vectors` into a block from `slot` on; see wasm/scan/quantize-rows.ts. */
  quantizeRows(block: number, slot: number, vectors: Float32Array, count: number): void;
  /** The rows that may be among the best `limit`; null where they are more than `capacity`. See wasm/scan/scan-rows.ts. */
  scanRows(blocks: readonly number[], rowCount: number, request: ScanRequest): ScanCandidates | null;
  /** Of the last `scanRows`, on this thread, the rows that the first level of their codes did not exclude. */
  readonly refined: number;
  /**
   * An estimate of each row's similarity. The columns stand in memory that the next call overwrites. See
   * wasm/scan/estimate-rows.ts.
   */
  estimateRows(blocks: readonly number[], rowCount: number, request: EstimateRequest): RowEstimates;
  /** Closer estimates of some rows, in the order of `rows`. See wasm/scan/refine-rows.ts. */
  refineRows(
    blocks: readonly number[],
    rowCount: number,
    rows: ArrayLike<number>,
    asked: ComparedQuery,
  ): EstimatedColumns;
  /** Copies a column of 4-byte values, see scan-layout.ts, into `out`, which has room for it. */
  copyColumn(blocks: readonly number[], rowCount: number, offset: number, out: Uint32Array): void;
  /** Exact dot products of `count` float32 rows, in the order of summation of wasm/dot-f32.ts. */
  dotRows(vectors: Float32Array, count: number, query: Float32Array): Float32Array;
  /** Reads all bytes of the blocks and does nothing with them: no scan can be faster. */
  streamRead(blocks: readonly number[], rowCount: number): number;
  /** Ends the helpers. */
  close(): void;
}

/** Runs the relaxed module where the engine supports it. Throws KernelsUnsupportedError where it supports neither. */
export function createScanKernels(modules: ScanModules, options: ScanOptions = {}): ScanKernels {
  const isRelaxed = modules.relaxed !== undefined && WebAssembly.validate(modules.relaxed);
  const bytes = isRelaxed ? modules.relaxed! : modules.strict;
  if (!WebAssembly.validate(bytes)) {
    throw new KernelsUnsupportedError("this processor is too old: memoryd needs WebAssembly SIMD (SSE 4.1 or NEON)");
  }
  const module = new WebAssembly.Module(bytes);
  const memory = new ScanMemory();
  const instance = new WebAssembly.Instance(module, { env: { memory: memory.wasm } });
  layout.assertSameLayout(instance.exports);
  const wasm = instance.exports as unknown as ScanExports;
  const count = Math.min(options.helpers ?? 0, layout.HELPERS_MAX);
  const { threadUrl, sharedRowsMin = SHARED_ROWS_MIN } = options;
  const hasHelpers = threadUrl !== undefined && count >= 1;
  const helpers = hasHelpers ? createScanHelpers({ threadUrl, module, memory: memory.wasm, count }) : NO_HELPERS;
  const shared = new SharedScan({ memory, wasm, helpers, sharedRowsMin });
  return new WasmScan(isRelaxed ? "relaxed" : "strict", wasm, memory, { helpers, shared });
}

interface Threads {
  readonly helpers: ScanHelpers;
  readonly shared: SharedScan;
}

class WasmScan implements ScanKernels {
  readonly memory: WebAssembly.Memory;
  readonly blocks: BlockAllocator;
  readonly #roomForEstimates = createReusedRoom((rows) => ({
    similarities: new Float32Array(rows),
    errors: new Float32Array(rows),
    peaks: new Float32Array(peaksFor(rows)),
  }));

  constructor(
    readonly build: ScanKernels["build"],
    private readonly wasm: ScanExports,
    private readonly linear: ScanMemory,
    private readonly by: Threads,
  ) {
    this.memory = linear.wasm;
    const { BLOCK_BYTES: blockBytes, FIRST_BLOCK_ADDRESS: firstAddress } = layout;
    this.blocks = createBlockAllocator(linear.wasm, { blockBytes, firstAddress });
  }

  get threads(): number {
    return 1 + this.by.helpers.ready;
  }

  get refined(): number {
    return this.wasm.refined.value;
  }

  quantizeRows(block: number, slot: number, vectors: Float32Array, count: number): void {
    const { linear } = this;
    const numbers = count * DIMENSION;
    linear.assertBlock(block);
    assertWithin("slot", slot, 0, layout.BLOCK_ROWS);
    assertWithin("rows", count, 0, layout.BLOCK_ROWS - slot);
    assertWithin("numbers", numbers, 0, vectors.length);
    linear.floats(SCRATCH_ADDRESS, numbers).set(vectors.subarray(0, numbers));
    this.wasm.quantizeRows(SCRATCH_ADDRESS, count, block, slot);
    linear.wipe(SCRATCH_ADDRESS, numbers * 4);
  }

  scanRows(blocks: readonly number[], rowCount: number, request: ScanRequest): ScanCandidates | null {
    const { limit, floor, baseline, threshold, capacity } = request;
    assertWithin("limit", limit, 1, layout.CANDIDATES_MAX);
    assertWithin("capacity", capacity, 1, layout.CANDIDATES_MAX);
    this.linear.writeTable(blocks, rowCount);
    this.linear.writeCodes(request.query);
    const weighted = request.by === "similarity" ? 0 : 1;
    const bounds = [Math.min(limit, Math.max(1, rowCount)), floor, baseline, weighted, threshold];
    const done = this.by.shared.run(rowCount, ({ heap, results }, counter) => ({
      kernel: "scanRows",
      parameters: [CODES_ADDRESS, TABLE_ADDRESS, rowCount, ...bounds, heap, results, capacity, counter],
    }));
    this.linear.wipeCodes();
    return done.some(({ result }) => result < 0) ? null : this.#readCandidates(done);
  }

  #readCandidates(done: readonly Done[]): ScanCandidates {
    const total = done.reduce((sum, { result }) => sum + result, 0);
    const uppers = new Float32Array(total);
    const rows = new Uint32Array(total);
    let next = 0;
    for (const { desk, result } of done) {
      const floats = this.linear.floats(desk.results, result * 2);
      const integers = this.linear.integers(desk.results, result * 2);
      for (let i = 0; i < result; i++, next++) {
        uppers[next] = floats[2 * i]!;
        rows[next] = integers[2 * i + 1]!;
      }
    }
    return { uppers, rows };
  }

  estimateRows(blocks: readonly number[], rowCount: number, { query, baseline, added }: EstimateRequest): RowEstimates {
    assertWithin("rows", rowCount, 0, blocks.length * layout.BLOCK_ROWS);
    if (added !== null) assertWithin("rows", rowCount, 0, added.length);
    this.linear.writeCodes(query);
    // Where one call of the kernel has room for all rows, its columns need not be copied.
    const whole = rowCount > layout.ESTIMATES_MAX ? this.#roomForEstimates(rowCount) : null;
    let greatestError = 0;
    let last = this.#estimatesOf(0, false);
    for (let first = 0; first < rowCount; first += layout.ESTIMATES_MAX) {
      const rows = Math.min(rowCount - first, layout.ESTIMATES_MAX);
      this.linear.writeTable(blocksOf(blocks, first, rows), rows);
      if (added !== null) this.linear.writeAdded(added.subarray(first, first + rows));
      greatestError = Math.max(greatestError, this.#estimatePart(rows, baseline, added !== null));
      last = this.#estimatesOf(rows, added !== null);
      whole?.similarities.set(last.similarities, first);
      whole?.errors.set(last.errors, first);
      if (last.peaks !== null) whole?.peaks.set(last.peaks, first / PEAK_ROWS);
    }
    this.linear.wipeCodes();
    if (whole === null) return { ...last, greatestError };
    const similarities = whole.similarities.subarray(0, rowCount);
    const errors = whole.errors.subarray(0, rowCount);
    return { similarities, errors, peaks: added && whole.peaks.subarray(0, peaksFor(rowCount)), greatestError };
  }

  /** Estimates the rows of the table; returns the greatest of the errors. */
  #estimatePart(rows: number, baseline: number, hasPeaks: boolean): number {
    const columns = [layout.ESTIMATES_ADDRESS, layout.ERRORS_ADDRESS];
    const sums = hasPeaks ? [layout.ADDED_ADDRESS, layout.PEAKS_ADDRESS] : [0, 0];
    const done = this.by.shared.run(rows, ({ heap }, counter) => ({
      kernel: "estimateRows",
      parameters: [CODES_ADDRESS, TABLE_ADDRESS, rows, baseline, ...columns, heap, counter, ...sums],
    }));
    return Math.max(...done.flatMap(({ desk }) => [...this.linear.floats(desk.heap, 4)]));
  }

  /** The columns of the rows that the kernel has just estimated. */
  #estimatesOf(rows: number, hasPeaks: boolean): Omit<RowEstimates, "greatestError"> {
    return {
      similarities: this.linear.floats(layout.ESTIMATES_ADDRESS, rows),
      errors: this.linear.floats(layout.ERRORS_ADDRESS, rows),
      peaks: hasPeaks ? this.linear.floats(layout.PEAKS_ADDRESS, peaksFor(rows)) : null,
    };
  }

  refineRows(
    blocks: readonly number[],
    rowCount: number,
    rows: ArrayLike<number>,
    { query, baseline }: ComparedQuery,
  ): EstimatedColumns {
    const { linear } = this;
    linear.writeTable(blocks, rowCount);
    linear.writeCodes(query);
    const similarities = new Float32Array(rows.length);
    const errors = new Float32Array(rows.length);
    const errorsAddress = RESULTS_ADDRESS + layout.CANDIDATES_MAX * 4;
    for (let first = 0; first < rows.length; first += layout.CANDIDATES_MAX) {
      const count = Math.min(rows.length - first, layout.CANDIDATES_MAX);
      const named = linear.integers(HEAP_ADDRESS, count);
      for (let at = 0; at < count; at++) {
        const row = rows[first + at]!;
        assertWithin("row", row, 0, rowCount - 1);
        named[at] = row;
      }
      this.wasm.refineRows(CODES_ADDRESS, TABLE_ADDRESS, HEAP_ADDRESS, count, baseline, RESULTS_ADDRESS, errorsAddress);
      similarities.set(linear.floats(RESULTS_ADDRESS, count), first);
      errors.set(linear.floats(errorsAddress, count), first);
    }
    linear.wipeCodes();
    return { similarities, errors };
  }

  copyColumn(blocks: readonly number[], rowCount: number, offset: number, out: Uint32Array): void {
    assertWithin("offset", offset, layout.SCALES_OFFSET, layout.SEQS_OFFSET);
    assertWithin("rows", rowCount, 0, out.length);
    for (let first = 0; first < rowCount; first += layout.ESTIMATES_MAX) {
      const rows = Math.min(rowCount - first, layout.ESTIMATES_MAX);
      this.linear.writeTable(blocksOf(blocks, first, rows), rows);
      this.wasm.copyColumn(TABLE_ADDRESS, rows, offset, layout.ESTIMATES_ADDRESS);
      out.set(this.linear.integers(layout.ESTIMATES_ADDRESS, rows), first);
    }
  }

  dotRows(vectors: Float32Array, count: number, query: Float32Array): Float32Array {
    assertWithin("dimension", query.length, DIMENSION, DIMENSION);
    assertWithin("numbers", count * DIMENSION, 0, vectors.length);
    const { linear } = this;
    const { SCRATCH_ROWS } = layout;
    const dots = new Float32Array(count);
    const addresses = Uint32Array.from({ length: SCRATCH_ROWS }, (_, i) => SCRATCH_ADDRESS + i * DIMENSION * 4);
    linear.integers(TABLE_ADDRESS, SCRATCH_ROWS).set(addresses);
    linear.floats(QUERY_ADDRESS, DIMENSION).set(query);
    for (let first = 0; first < count; first += SCRATCH_ROWS) {
      const rows = Math.min(SCRATCH_ROWS, count - first);
      const part = vectors.subarray(first * DIMENSION, (first + rows) * DIMENSION);
      linear.floats(SCRATCH_ADDRESS, rows * DIMENSION).set(part);
      this.wasm.dotRows(QUERY_ADDRESS, TABLE_ADDRESS, rows, DIMENSION, RESULTS_ADDRESS);
      dots.set(linear.floats(RESULTS_ADDRESS, rows), first);
    }
    linear.wipe(QUERY_ADDRESS, DIMENSION * 4);
    linear.wipe(SCRATCH_ADDRESS, Math.min(count, SCRATCH_ROWS) * DIMENSION * 4);
    return dots;
  }

  streamRead(blocks: readonly number[], rowCount: number): number {
    this.linear.writeTable(blocks, rowCount);
    return this.wasm.streamRead(TABLE_ADDRESS, rowCount);
  }

  close(): void {
    this.by.helpers.close();
  }
}

/** The blocks of `rows` rows from `first` on; `first` is the first row of a block. */
function blocksOf(blocks: readonly number[], first: number, rows: number): readonly number[] {
  const at = first / layout.BLOCK_ROWS;
  return blocks.slice(at, at + Math.ceil(rows / layout.BLOCK_ROWS));
}
