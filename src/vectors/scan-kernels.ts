// The scan's WASM module, with a linear memory of its own; all traffic with it but the matrices' columns is here.
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankRequest } from "../domain/vector-index.ts";
import { type BlockAllocator, createBlockAllocator } from "./block-allocator.ts";
import { KernelsUnsupportedError } from "./kernels.ts";
import type { QuantizedQuery } from "./quantize-query.ts";
import * as layout from "./scan-layout.ts";

/** What wasm/scan/index.ts exports. Addresses are u32: JavaScript may pass them as they are. */
interface ScanExports {
  readonly memory: WebAssembly.Memory;
  dotRows(query: number, addresses: number, count: number, dimension: number, out: number): void;
  quantizeRows(rows: number, count: number, block: number, slot: number): void;
  scanRows(
    query: number,
    table: number,
    rows: number,
    k: number,
    floor: number,
    baseline: number,
    weighted: number,
    threshold: number,
    heap: number,
    candidates: number,
    capacity: number,
  ): number;
  estimateRows(
    query: number,
    table: number,
    rows: number,
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

export interface RowEstimates {
  /** -1 for an absent row. */
  readonly similarities: Float32Array;
  readonly errors: Float32Array;
}

export interface ScanKernels {
  /** Which of the two modules runs; they agree to the bit. */
  readonly build: "strict" | "relaxed";
  /** Its views have length 0 once the memory has grown: make them anew at each use. */
  readonly memory: WebAssembly.Memory;
  /** Blocks of 26,112 bytes, see scan-layout.ts. */
  readonly blocks: BlockAllocator;
  /** Quantizes `count` rows of `vectors` into a block from `slot` on; see wasm/scan/quantize-rows.ts. */
  quantizeRows(block: number, slot: number, vectors: Float32Array, count: number): void;
  /** The rows that may be among the best `limit`; null where they are more than `capacity`. See wasm/scan/scan-rows.ts. */
  scanRows(blocks: readonly number[], rowCount: number, request: ScanRequest): ScanCandidates | null;
  /** An estimate of each row's similarity, at most ESTIMATES_MAX rows. See wasm/scan/estimate-rows.ts. */
  estimateRows(blocks: readonly number[], rowCount: number, query: QuantizedQuery, baseline: number): RowEstimates;
  /** Exact dot products of `count` float32 rows, in the order of summation of wasm/dot-f32.ts. */
  dotRows(vectors: Float32Array, count: number, query: Float32Array): Float32Array;
  /** Reads all bytes of the blocks and does nothing with them: what a scan can at best take. */
  streamRead(blocks: readonly number[], rowCount: number): number;
}

/** Runs the relaxed module where the engine knows it. Throws KernelsUnsupportedError where it knows neither. */
export function createScanKernels(modules: ScanModules): ScanKernels {
  const isRelaxed = modules.relaxed !== undefined && WebAssembly.validate(modules.relaxed);
  const bytes = isRelaxed ? modules.relaxed! : modules.strict;
  if (!WebAssembly.validate(bytes)) {
    throw new KernelsUnsupportedError("this processor is too old: memoryd needs WebAssembly SIMD (SSE 4.1 or NEON)");
  }
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  assertLayout(instance.exports);
  const wasm = instance.exports as unknown as ScanExports;
  const { memory } = wasm;
  const { QUERY_ADDRESS, CODES_ADDRESS, TABLE_ADDRESS, HEAP_ADDRESS, RESULTS_ADDRESS, SCRATCH_ADDRESS } = layout;
  const blockShape = { blockBytes: layout.BLOCK_BYTES, firstAddress: layout.FIRST_BLOCK_ADDRESS };

  function writeTable(addresses: readonly number[], rowCount: number): void {
    assertWithin("rows", rowCount, 0, addresses.length * layout.BLOCK_ROWS);
    assertWithin("blocks", addresses.length, 0, layout.TABLE_MAX);
    new Uint32Array(memory.buffer, TABLE_ADDRESS, addresses.length).set(addresses);
  }

  function writeCodes(query: QuantizedQuery): void {
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

  function readCandidates(count: number): ScanCandidates {
    const floats = new Float32Array(memory.buffer, RESULTS_ADDRESS, count * 2);
    const integers = new Uint32Array(memory.buffer, RESULTS_ADDRESS, count * 2);
    const uppers = new Float32Array(count);
    const rows = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      uppers[i] = floats[2 * i]!;
      rows[i] = integers[2 * i + 1]!;
    }
    return { uppers, rows };
  }

  return {
    build: isRelaxed ? "relaxed" : "strict",
    memory,
    blocks: createBlockAllocator(memory, blockShape),

    quantizeRows(block, slot, vectors, count) {
      assertWithin("rows", count, 0, layout.BLOCK_ROWS - slot);
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
      const count = wasm.scanRows(
        CODES_ADDRESS,
        TABLE_ADDRESS,
        rowCount,
        request.limit,
        request.floor,
        request.baseline,
        request.by === "similarity" ? 0 : 1,
        request.threshold,
        HEAP_ADDRESS,
        RESULTS_ADDRESS,
        request.capacity,
      );
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      return count < 0 ? null : readCandidates(count);
    },

    estimateRows(blocks, rowCount, query, baseline) {
      assertWithin("rows", rowCount, 0, layout.ESTIMATES_MAX);
      writeTable(blocks, rowCount);
      writeCodes(query);
      const errors = RESULTS_ADDRESS + layout.ESTIMATES_MAX * 4;
      wasm.estimateRows(CODES_ADDRESS, TABLE_ADDRESS, rowCount, baseline, RESULTS_ADDRESS, errors);
      wipe(CODES_ADDRESS, layout.QUERY_BYTES);
      return {
        similarities: new Float32Array(memory.buffer, RESULTS_ADDRESS, rowCount).slice(),
        errors: new Float32Array(memory.buffer, errors, rowCount).slice(),
      };
    },

    dotRows(vectors, count, query) {
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
  };
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
