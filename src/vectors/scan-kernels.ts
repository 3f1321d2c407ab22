// The scan's WASM module, with a linear memory of its own; all traffic with it but the matrices' columns is here.
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankRequest } from "../domain/vector-index.ts";
import { type BlockAllocator, createBlockAllocator } from "./block-allocator.ts";
import { KernelsUnsupportedError } from "./kernels.ts";
import type { QuantizedQuery } from "./quantize-query.ts";
import { createScanHelpers, NO_HELPERS } from "./scan-helpers.ts";
import * as layout from "./scan-layout.ts";
import type { ScanWork, WorkExports } from "./scan-work.ts";

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
export interface RowEstimates {
  /** -1 for an absent row. */
  readonly similarities: Float32Array;
  readonly errors: Float32Array;
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
   * An estimate of each row's similarity, written into `out`, which has room for them; the greatest error of those that
   * are there. See wasm/scan/estimate-rows.ts.
   */
  estimateRows(
    blocks: readonly number[],
    rowCount: number,
    query: QuantizedQuery,
    baseline: number,
    out: RowEstimates,
  ): number;
  /** Closer estimates of some rows, each written in its place in `out`. See wasm/scan/refine-rows.ts. */
  refineRows(
    blocks: readonly number[],
    rowCount: number,
    rows: ArrayLike<number>,
    query: QuantizedQuery,
    baseline: number,
    out: RowEstimates,
  ): void;
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
  assertLayout(instance.exports);
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

  /** Whole blocks for each thread. */
  function sharesOf(blockCount: number, rowCount: number, threads: number): Share[] {
    const each = Math.max(1, Math.ceil(blockCount / threads));
    return Array.from({ length: Math.ceil(blockCount / each) }, (_, at): Share => {
      const firstRow = at * each * layout.BLOCK_ROWS;
      const rows = Math.min(rowCount, (at + 1) * each * layout.BLOCK_ROWS) - firstRow;
      const room = layout.HELPERS_ADDRESS + (at - 1) * layout.HELPER_BYTES;
      const [heap, results] = at === 0 ? [HEAP_ADDRESS, RESULTS_ADDRESS] : [room, room + layout.HELPER_RESULTS_OFFSET];
      return { firstRow, rows, table: TABLE_ADDRESS + at * each * 4, heap, results };
    });
  }

  function readCandidates(shares: readonly Share[], counts: readonly number[]): ScanCandidates {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const uppers = new Float32Array(total);
    const rows = new Uint32Array(total);
    let next = 0;
    for (const [at, { firstRow, results }] of shares.entries()) {
      const floats = new Float32Array(memory.buffer, results, counts[at]! * 2);
      const integers = new Uint32Array(memory.buffer, results, counts[at]! * 2);
      for (let i = 0; i < counts[at]!; i++, next++) {
        uppers[next] = floats[2 * i]!;
        rows[next] = firstRow + integers[2 * i + 1]!;
      }
    }
    return { uppers, rows };
  }

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
      const shares = sharesOf(blocks.length, rowCount, threadsFor(rowCount));
      const works = shares.map(({ table, rows, heap, results }): ScanWork => {
        const { floor, baseline, threshold, capacity } = request;
        const limit = Math.min(request.limit, rows);
        const weighted = request.by === "similarity" ? 0 : 1;
        const bounds = [limit, floor, baseline, weighted, threshold];
        return { kernel: "scanRows", parameters: [CODES_ADDRESS, table, rows, ...bounds, heap, results, capacity] };
      });
      const counts = helpers.run(works, own);
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      return counts.some((count) => count < 0) ? null : readCandidates(shares, counts);
    },

    estimateRows(blocks, rowCount, query, baseline, { similarities, errors }) {
      assertWithin("rows", rowCount, 0, Math.min(similarities.length, errors.length));
      const threads = threadsFor(rowCount);
      const rowsAtOnce = threads * layout.ESTIMATES_MAX;
      let greatest = 0;
      writeCodes(query);
      for (let first = 0; first < rowCount; first += rowsAtOnce) {
        const rows = Math.min(rowCount - first, rowsAtOnce);
        const part = blocksOf(blocks, first, rows);
        writeTable(part, rows);
        const shares = sharesOf(part.length, rows, threads);
        const works = shares.map(({ table, rows, heap, results }): ScanWork => {
          const columns = [results, results + layout.ESTIMATES_MAX * 4, heap];
          return { kernel: "estimateRows", parameters: [CODES_ADDRESS, table, rows, baseline, ...columns] };
        });
        helpers.run(works, own);
        for (const { firstRow, rows, heap, results } of shares) {
          greatest = Math.max(greatest, ...new Float32Array(memory.buffer, heap, 4));
          similarities.set(new Float32Array(memory.buffer, results, rows), first + firstRow);
          errors.set(new Float32Array(memory.buffer, results + layout.ESTIMATES_MAX * 4, rows), first + firstRow);
        }
      }
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      return greatest;
    },

    refineRows(blocks, rowCount, rows, query, baseline, { similarities, errors }) {
      assertWithin("rows", rowCount, 0, Math.min(similarities.length, errors.length));
      writeTable(blocks, rowCount);
      writeCodes(query);
      const errorsAddress = RESULTS_ADDRESS + layout.ESTIMATES_MAX * 4;
      for (let first = 0; first < rows.length; first += layout.CANDIDATES_MAX) {
        const count = Math.min(rows.length - first, layout.CANDIDATES_MAX);
        const named = new Uint32Array(memory.buffer, HEAP_ADDRESS, count);
        for (let at = 0; at < count; at++) {
          const row = rows[first + at]!;
          assertWithin("row", row, 0, rowCount - 1);
          named[at] = row;
        }
        wasm.refineRows(CODES_ADDRESS, TABLE_ADDRESS, HEAP_ADDRESS, count, baseline, RESULTS_ADDRESS, errorsAddress);
        const found = new Float32Array(memory.buffer, RESULTS_ADDRESS, count);
        const bounds = new Float32Array(memory.buffer, errorsAddress, count);
        for (let at = 0; at < count; at++) {
          similarities[rows[first + at]!] = found[at]!;
          errors[rows[first + at]!] = bounds[at]!;
        }
      }
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
    },

    copyColumn(blocks, rowCount, offset, out) {
      assertWithin("offset", offset, layout.SCALES_OFFSET, layout.SEQS_OFFSET);
      assertWithin("rows", rowCount, 0, out.length);
      for (let first = 0; first < rowCount; first += layout.ESTIMATES_MAX) {
        const rows = Math.min(rowCount - first, layout.ESTIMATES_MAX);
        writeTable(blocksOf(blocks, first, rows), rows);
        wasm.copyColumn(TABLE_ADDRESS, rows, offset, RESULTS_ADDRESS);
        out.set(new Uint32Array(memory.buffer, RESULTS_ADDRESS, rows), first);
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

/** A thread's part of a matrix, and where its heap and its results stand. */
interface Share {
  readonly firstRow: number;
  readonly rows: number;
  readonly table: number;
  readonly heap: number;
  readonly results: number;
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

/** The layout of a block is written down in wasm/scan/ and here; a module built from other numbers must not run. */
function assertLayout(exports: Readonly<Record<string, unknown>>): void {
  const { BLOCK_ROWS, BLOCK_BYTES, CONFIDENCES_OFFSET, SEQS_OFFSET } = layout;
  const { SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET } = layout;
  const places = { SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET, CONFIDENCES_OFFSET, SEQS_OFFSET };
  for (const [name, here] of Object.entries({ BLOCK_ROWS, BLOCK_BYTES, ...places })) {
    const exported = exports[name];
    const value = exported instanceof WebAssembly.Global ? exported.value : undefined;
    if (value !== here) throw new Error(`the scan's module has ${name} ${value}, not ${here}`);
  }
}
