// The scan's WASM module, with a linear memory of its own; all traffic with it but the matrices' columns is here.
import { PEAK_ROWS, peaksFor } from "../base/peaks.ts";
import { createReusedRoom } from "../base/reused-room.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankRequest } from "../domain/ports/vector-index.ts";
import { type BlockAllocator, createBlockAllocator } from "./block-allocator.ts";
import { KernelsUnsupportedError } from "./kernels.ts";
import type { QuantizedQuery } from "./quantize-query.ts";
import { createScanHelpers, NO_HELPERS } from "./scan-helpers.ts";
import * as layout from "./scan-layout.ts";
import type { ScanWork, WorkExports } from "./scan-work.ts";
import { DESKS, type Desk } from "./thread-desks.ts";

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
}

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
  /** A score that `limit` rows with higher seqs than any scanned here are known to have; -1 where none is known. */
  readonly threshold: number;
  /** 1 to CANDIDATES_MAX. */
  readonly capacity: number;
}

/** In no order. */
export interface ScanCandidates {
  /** No score of the row is above this; NaN where nothing is known. */
  readonly uppers: Float32Array;
  /** Places in the list of blocks: 64 x block + slot. */
  readonly rows: Uint32Array;
}

/** An entry a row. */
export interface EstimatedColumns {
  /** -1 for an absent row. */
  readonly similarities: Float32Array;
  readonly errors: Float32Array;
}

export interface RowEstimates extends EstimatedColumns {
  /** The greatest of the errors, 0 of none. */
  readonly greatestError: number;
  /** Of similarity + what is added, see domain/peaks.ts; null where nothing is. */
  readonly peaks: Float32Array | null;
}

export interface ScanKernels {
  /** Which of the two modules runs; they agree to the bit. */
  readonly build: "strict" | "relaxed";
  /** Shared with the helpers. Views made before it grew do not reach its end: make them anew at each use. */
  readonly memory: WebAssembly.Memory;
  /** Threads that a large scan is shared among now. */
  readonly threads: number;
  /** Blocks of 26,112 bytes, see scan-layout.ts. */
  readonly blocks: BlockAllocator;
  /** Quantizes `count` rows of `vectors` into a block from `slot` on; see wasm/scan/quantize-rows.ts. */
  quantizeRows(block: number, slot: number, vectors: Float32Array, count: number): void;
  /** The rows that may be among the best `limit`; null where they are more than `capacity`. See wasm/scan/scan-rows.ts. */
  scanRows(blocks: readonly number[], rowCount: number, request: ScanRequest): ScanCandidates | null;
  /**
   * An estimate of each row's similarity; `added`: what others add to it, an entry a row. The columns stand in memory that
   * the next call writes over. See wasm/scan/estimate-rows.ts.
   */
  estimateRows(
    blocks: readonly number[],
    rowCount: number,
    query: QuantizedQuery,
    baseline: number,
    added: Float32Array | null,
  ): RowEstimates;
  /** Closer estimates of some rows, in the order of `rows`. See wasm/scan/refine-rows.ts. */
  refineRows(
    blocks: readonly number[],
    rowCount: number,
    rows: ArrayLike<number>,
    query: QuantizedQuery,
    baseline: number,
  ): EstimatedColumns;
  /** Copies a column of 4-byte values, see scan-layout.ts, into `out`, which has room for it. */
  copyColumn(blocks: readonly number[], rowCount: number, offset: number, out: Uint32Array): void;
  /** Exact dot products of `count` float32 rows, in the order of summation of wasm/dot-f32.ts. */
  dotRows(vectors: Float32Array, count: number, query: Float32Array): Float32Array;
  /** Reads all bytes of the blocks and does nothing with them: what a scan can at best take. */
  streamRead(blocks: readonly number[], rowCount: number): number;
  /** Ends the helpers. */
  close(): void;
}

/** Runs the relaxed module where the engine knows it. Throws KernelsUnsupportedError where it knows neither. */
export function createScanKernels(modules: ScanModules, options: ScanOptions = {}): ScanKernels {
  const isRelaxed = modules.relaxed !== undefined && WebAssembly.validate(modules.relaxed);
  const bytes = isRelaxed ? modules.relaxed! : modules.strict;
  if (!WebAssembly.validate(bytes)) {
    throw new KernelsUnsupportedError("this processor is too old: memoryd needs WebAssembly SIMD (SSE 4.1 or NEON)");
  }
  const module = new WebAssembly.Module(bytes);
  const memory = new WebAssembly.Memory({ initial: layout.PAGES_FIRST, maximum: layout.PAGES_MAX, shared: true });
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  layout.assertSameLayout(instance.exports);
  const wasm = instance.exports as unknown as ScanExports;
  const count = Math.min(options.helpers ?? 0, layout.HELPERS_MAX);
  const { threadUrl, sharedRowsMin = SHARED_ROWS_MIN } = options;
  const helpers =
    threadUrl === undefined || count < 1 ? NO_HELPERS : createScanHelpers({ threadUrl, module, memory, count });
  const { QUERY_ADDRESS, CODES_ADDRESS, TABLE_ADDRESS, HEAP_ADDRESS, RESULTS_ADDRESS, SCRATCH_ADDRESS } = layout;
  const blockShape = { blockBytes: layout.BLOCK_BYTES, firstAddress: layout.FIRST_BLOCK_ADDRESS };

  function writeTable(addresses: readonly number[], rowCount: number): void {
    assertWithin("rows", rowCount, 0, addresses.length * layout.BLOCK_ROWS);
    assertWithin("blocks", addresses.length, 0, layout.TABLE_MAX);
    for (const address of addresses) assertBlock(address);
    new Uint32Array(memory.buffer, TABLE_ADDRESS, addresses.length).set(addresses);
  }

  function assertBlock(address: number): void {
    assertWithin("block", address, layout.FIRST_BLOCK_ADDRESS, memory.buffer.byteLength - layout.BLOCK_BYTES);
    if (address % 64 !== 0) throw new RangeError(`block ${address} is not at a multiple of 64`);
  }

  function writeCodes(query: QuantizedQuery): void {
    assertWithin("codes", query.codes1.length, DIMENSION, DIMENSION);
    assertWithin("codes", query.codes2.length, DIMENSION, DIMENSION);
    const bytes = new Uint8Array(memory.buffer, CODES_ADDRESS, layout.QUERY_BYTES);
    bytes.set(query.codes1);
    bytes.set(query.codes2, layout.QUERY_CODES2_OFFSET);
    const numbers = [query.scale1, query.scale2, query.reach, query.rest1, query.rest2, query.least];
    new Float32Array(memory.buffer, CODES_ADDRESS + layout.QUERY_NUMBERS_OFFSET, numbers.length).set(numbers);
    new Uint16Array(memory.buffer, CODES_ADDRESS + layout.QUERY_ONES_OFFSET, 8).fill(1);
  }

  // Rows and queries are the embeddings of somebody's words: none stays in memory when the call is over.
  function wipe(address: number, bytes: number): void {
    new Uint8Array(memory.buffer, address, bytes).fill(0);
  }

  function own({ kernel, parameters }: ScanWork): number {
    return wasm[kernel](...parameters) ?? 0;
  }

  function threadsFor(rowCount: number): number {
    return rowCount < sharedRowsMin ? 1 : 1 + helpers.ready;
  }

  /** What each thread that took part returned. */
  function shareOut(rowCount: number, workOf: (desk: Desk, counter: number) => ScanWork): Done[] {
    const desks = DESKS.slice(0, threadsFor(rowCount));
    const counter = nextCounter();
    const results = helpers.run(
      desks.map((desk) => workOf(desk, counter)),
      own,
    );
    if (results !== null) return desks.map((desk, at) => ({ desk, result: results[at] ?? null })).filter(isDone);
    // Whoever was lost, and is still at it, finds nothing more to take.
    new Uint32Array(memory.buffer, counter, 1)[0] = layout.TABLE_MAX;
    return [{ desk: DESKS[0]!, result: own(workOf(DESKS[0]!, nextCounter())) }];
  }

  let scans = 0;
  function nextCounter(): number {
    const address = layout.COUNTERS_ADDRESS + 64 * (scans++ % layout.COUNTERS);
    new Uint32Array(memory.buffer, address, 1)[0] = 0;
    return address;
  }

  function readCandidates(done: readonly Done[]): ScanCandidates {
    const total = done.reduce((sum, { result }) => sum + result, 0);
    const uppers = new Float32Array(total);
    const rows = new Uint32Array(total);
    let next = 0;
    for (const { desk, result } of done) {
      const floats = new Float32Array(memory.buffer, desk.results, result * 2);
      const integers = new Uint32Array(memory.buffer, desk.results, result * 2);
      for (let i = 0; i < result; i++, next++) {
        uppers[next] = floats[2 * i]!;
        rows[next] = integers[2 * i + 1]!;
      }
    }
    return { uppers, rows };
  }

  function writeAdded(added: Float32Array): void {
    const { BLOCK_ROWS } = layout;
    const column = new Float32Array(
      memory.buffer,
      layout.ADDED_ADDRESS,
      Math.ceil(added.length / BLOCK_ROWS) * BLOCK_ROWS,
    );
    column.set(added);
    column.fill(0, added.length);
  }

  /** Of the rows that the kernel has just estimated. */
  function estimatesOf(rows: number, hasPeaks: boolean): Omit<RowEstimates, "greatestError"> {
    return {
      similarities: new Float32Array(memory.buffer, layout.ESTIMATES_ADDRESS, rows),
      errors: new Float32Array(memory.buffer, layout.ERRORS_ADDRESS, rows),
      peaks: hasPeaks ? new Float32Array(memory.buffer, layout.PEAKS_ADDRESS, peaksFor(rows)) : null,
    };
  }
  const roomForEstimates = createReusedRoom((rows) => ({
    similarities: new Float32Array(rows),
    errors: new Float32Array(rows),
    peaks: new Float32Array(peaksFor(rows)),
  }));

  return {
    build: isRelaxed ? "relaxed" : "strict",
    memory,
    blocks: createBlockAllocator(memory, blockShape),
    get threads() {
      return 1 + helpers.ready;
    },

    quantizeRows(block, slot, vectors, count) {
      assertBlock(block);
      assertWithin("slot", slot, 0, layout.BLOCK_ROWS);
      assertWithin("rows", count, 0, layout.BLOCK_ROWS - slot);
      assertWithin("numbers", count * DIMENSION, 0, vectors.length);
      const numbers = count * DIMENSION;
      new Float32Array(memory.buffer, SCRATCH_ADDRESS, numbers).set(vectors.subarray(0, numbers));
      wasm.quantizeRows(SCRATCH_ADDRESS, count, block, slot);
      wipe(SCRATCH_ADDRESS, numbers * 4);
    },

    scanRows(blocks, rowCount, request) {
      assertWithin("limit", request.limit, 1, layout.CANDIDATES_MAX);
      assertWithin("capacity", request.capacity, 1, layout.CANDIDATES_MAX);
      writeTable(blocks, rowCount);
      writeCodes(request.query);
      const { limit, floor, baseline, threshold, capacity } = request;
      const weighted = request.by === "similarity" ? 0 : 1;
      const bounds = [Math.min(limit, Math.max(1, rowCount)), floor, baseline, weighted, threshold];
      const done = shareOut(rowCount, ({ heap, results }, counter) => ({
        kernel: "scanRows",
        parameters: [CODES_ADDRESS, TABLE_ADDRESS, rowCount, ...bounds, heap, results, capacity, counter],
      }));
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      return done.some(({ result }) => result < 0) ? null : readCandidates(done);
    },

    estimateRows(blocks, rowCount, query, baseline, added) {
      assertWithin("rows", rowCount, 0, blocks.length * layout.BLOCK_ROWS);
      if (added !== null) assertWithin("rows", rowCount, 0, added.length);
      const { ESTIMATES_MAX } = layout;
      writeCodes(query);
      // What one call of the kernel has room for need not be copied.
      const whole = rowCount > ESTIMATES_MAX ? roomForEstimates(rowCount) : null;
      const columns = [layout.ESTIMATES_ADDRESS, layout.ERRORS_ADDRESS];
      const sums = added === null ? [0, 0] : [layout.ADDED_ADDRESS, layout.PEAKS_ADDRESS];
      let greatestError = 0;
      let last = estimatesOf(0, false);
      for (let first = 0; first < rowCount; first += ESTIMATES_MAX) {
        const rows = Math.min(rowCount - first, ESTIMATES_MAX);
        writeTable(blocksOf(blocks, first, rows), rows);
        if (added !== null) writeAdded(added.subarray(first, first + rows));
        const done = shareOut(rows, ({ heap }, counter) => ({
          kernel: "estimateRows",
          parameters: [CODES_ADDRESS, TABLE_ADDRESS, rows, baseline, ...columns, heap, counter, ...sums],
        }));
        for (const { desk } of done) {
          greatestError = Math.max(greatestError, ...new Float32Array(memory.buffer, desk.heap, 4));
        }
        last = estimatesOf(rows, added !== null);
        whole?.similarities.set(last.similarities, first);
        whole?.errors.set(last.errors, first);
        if (last.peaks !== null) whole?.peaks.set(last.peaks, first / PEAK_ROWS);
      }
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      if (whole === null) return { ...last, greatestError };
      const similarities = whole.similarities.subarray(0, rowCount);
      const errors = whole.errors.subarray(0, rowCount);
      return { similarities, errors, peaks: added && whole.peaks.subarray(0, peaksFor(rowCount)), greatestError };
    },

    refineRows(blocks, rowCount, rows, query, baseline) {
      writeTable(blocks, rowCount);
      writeCodes(query);
      const similarities = new Float32Array(rows.length);
      const errors = new Float32Array(rows.length);
      const errorsAddress = RESULTS_ADDRESS + layout.CANDIDATES_MAX * 4;
      for (let first = 0; first < rows.length; first += layout.CANDIDATES_MAX) {
        const count = Math.min(rows.length - first, layout.CANDIDATES_MAX);
        const named = new Uint32Array(memory.buffer, HEAP_ADDRESS, count);
        for (let at = 0; at < count; at++) {
          const row = rows[first + at]!;
          assertWithin("row", row, 0, rowCount - 1);
          named[at] = row;
        }
        wasm.refineRows(CODES_ADDRESS, TABLE_ADDRESS, HEAP_ADDRESS, count, baseline, RESULTS_ADDRESS, errorsAddress);
        similarities.set(new Float32Array(memory.buffer, RESULTS_ADDRESS, count), first);
        errors.set(new Float32Array(memory.buffer, errorsAddress, count), first);
      }
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      return { similarities, errors };
    },

    copyColumn(blocks, rowCount, offset, out) {
      assertWithin("offset", offset, layout.SCALES_OFFSET, layout.SEQS_OFFSET);
      assertWithin("rows", rowCount, 0, out.length);
      for (let first = 0; first < rowCount; first += layout.ESTIMATES_MAX) {
        const rows = Math.min(rowCount - first, layout.ESTIMATES_MAX);
        writeTable(blocksOf(blocks, first, rows), rows);
        wasm.copyColumn(TABLE_ADDRESS, rows, offset, layout.ESTIMATES_ADDRESS);
        out.set(new Uint32Array(memory.buffer, layout.ESTIMATES_ADDRESS, rows), first);
      }
    },

    dotRows(vectors, count, query) {
      assertWithin("dimension", query.length, DIMENSION, DIMENSION);
      assertWithin("numbers", count * DIMENSION, 0, vectors.length);
      const dots = new Float32Array(count);
      const addresses = Uint32Array.from(
        { length: layout.SCRATCH_ROWS },
        (_, i) => SCRATCH_ADDRESS + i * DIMENSION * 4,
      );
      new Uint32Array(memory.buffer, TABLE_ADDRESS, layout.SCRATCH_ROWS).set(addresses);
      new Float32Array(memory.buffer, QUERY_ADDRESS, DIMENSION).set(query);
      for (let first = 0; first < count; first += layout.SCRATCH_ROWS) {
        const rows = Math.min(layout.SCRATCH_ROWS, count - first);
        const part = vectors.subarray(first * DIMENSION, (first + rows) * DIMENSION);
        new Float32Array(memory.buffer, SCRATCH_ADDRESS, rows * DIMENSION).set(part);
        wasm.dotRows(QUERY_ADDRESS, TABLE_ADDRESS, rows, DIMENSION, RESULTS_ADDRESS);
        dots.set(new Float32Array(memory.buffer, RESULTS_ADDRESS, rows), first);
      }
      wipe(QUERY_ADDRESS, DIMENSION * 4);
      wipe(SCRATCH_ADDRESS, Math.min(count, layout.SCRATCH_ROWS) * DIMENSION * 4);
      return dots;
    },

    streamRead(blocks, rowCount) {
      writeTable(blocks, rowCount);
      return wasm.streamRead(TABLE_ADDRESS, rowCount);
    },

    close: () => helpers.close(),
  };
}

interface Done {
  readonly desk: Desk;
  readonly result: number;
}

/** Not of a helper that came too late. */
function isDone(done: { readonly desk: Desk; readonly result: number | null }): done is Done {
  return done.result !== null;
}

/** The blocks of `rows` rows from `first` on, which is the first of its block. */
function blocksOf(blocks: readonly number[], first: number, rows: number): readonly number[] {
  const at = first / layout.BLOCK_ROWS;
  return blocks.slice(at, at + Math.ceil(rows / layout.BLOCK_ROWS));
}

function assertWithin(what: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${what} ${value} is not in ${min} to ${max}`);
  }
}
