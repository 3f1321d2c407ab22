// The WASM module of the float32 kernels as functions. They write and read all of its memory except the blocks.
import { CommandFault } from "../domain/command-fault.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankedRow, RankRequest } from "../domain/ports/vector-index.ts";
import { type BlockAllocator, createBlockAllocator } from "./block-allocator.ts";
import * as layout from "./memory-layout.ts";

/** What wasm/index.ts exports. Addresses are u32: JavaScript may pass them as they are. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  dotRows(query: number, addresses: number, count: number, dimension: number, out: number): void;
  compareRows(query: number, table: number, rows: number, dimension: number, baseline: number, out: number): void;
  topK(
    query: number,
    table: number,
    rows: number,
    dimension: number,
    k: number,
    floor: number,
    baseline: number,
    weighted: number,
    heap: number,
  ): number;
  clusterBlock(
    rows: number,
    count: number,
    dimension: number,
    centroids: number,
    clusters: number,
    threshold: number,
    baseline: number,
    out: number,
  ): number;
}

export interface ClusterStep {
  /** Block with the rows, at most 64 of `dimension` f32. */
  readonly block: number;
  readonly count: number;
  readonly dimension: number;
  /** Blocks with room for clusters + count centroids, zero at the start. */
  readonly centroids: readonly number[];
  readonly clusters: number;
  readonly threshold: number;
  readonly baseline: number;
}

/** Everywhere the dimension is the query's length, at most 384; rows and queries have unit length or are all zero. */
export interface Kernels {
  /** Its views have length 0 once the memory has grown: make new ones at each use. */
  readonly memory: WebAssembly.Memory;
  readonly blocks: BlockAllocator;
  /** Dot product of the query with the row at each address; at most RESULTS_MAX rows. */
  dotRows(addresses: readonly number[], query: Float32Array): Float32Array;
  /** Similarity of each of the `rowCount` rows that fill `blocks` in order, at most COMPARED_MAX; -1 for an absent row. */
  compareRows(blocks: readonly number[], rowCount: number, query: Float32Array, baseline: number): Float32Array;
  /** Ranks `rowCount` rows that fill `blocks` in order; limit at most RESULTS_MAX. See wasm/top-k.ts. */
  topK(blocks: readonly number[], rowCount: number, request: RankRequest, baseline: number): RankedRow[];
  /** One step of a clustering: the number of clusters after it, and the cluster of each row. */
  clusterBlock(step: ClusterStep): { clusters: number; assignment: Int32Array };
}

/** The engine here cannot run the kernels; the message is one sentence for the operator. */
export class KernelsUnsupportedError extends CommandFault {
  override readonly name = "KernelsUnsupportedError";
  readonly kind = "failed";
}

/**
 * `bytes`: the module. It imports nothing, compiles in a few milliseconds and keeps one linear memory. Throws
 * KernelsUnsupportedError where the processor lacks the instructions that it needs.
 */
export function createKernels(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Kernels {
  if (!WebAssembly.validate(bytes)) {
    throw new KernelsUnsupportedError("this processor is too old: memoryd needs WebAssembly SIMD (SSE 4.1 or NEON)");
  }
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  assertLayout(instance.exports);
  return new WasmKernels(instance.exports as unknown as KernelExports);
}

const { QUERY_ADDRESS, TABLE_ADDRESS, RESULTS_ADDRESS } = layout;

class WasmKernels implements Kernels {
  readonly memory: WebAssembly.Memory;
  readonly blocks: BlockAllocator;

  constructor(private readonly wasm: KernelExports) {
    this.memory = wasm.memory;
    this.blocks = createBlockAllocator(wasm.memory);
  }

  dotRows(addresses: readonly number[], query: Float32Array): Float32Array {
    assertAtMost("rows", addresses.length, layout.RESULTS_MAX);
    this.#writeQuery(query);
    this.#writeTable(addresses, query.length * 4);
    this.wasm.dotRows(QUERY_ADDRESS, TABLE_ADDRESS, addresses.length, query.length, RESULTS_ADDRESS);
    this.#wipeQuery(query);
    return new Float32Array(this.memory.buffer, RESULTS_ADDRESS, addresses.length).slice();
  }

  compareRows(blocks: readonly number[], rowCount: number, query: Float32Array, baseline: number): Float32Array {
    assertAtMost("rows", rowCount, Math.min(layout.COMPARED_MAX, blocks.length * layout.BLOCK_ROWS));
    this.#writeQuery(query);
    this.#writeTable(blocks);
    this.wasm.compareRows(QUERY_ADDRESS, TABLE_ADDRESS, rowCount, query.length, baseline, RESULTS_ADDRESS);
    this.#wipeQuery(query);
    return new Float32Array(this.memory.buffer, RESULTS_ADDRESS, rowCount).slice();
  }

  topK(blocks: readonly number[], rowCount: number, request: RankRequest, baseline: number): RankedRow[] {
    const { query, limit, floor, by } = request;
    assertAtMost("limit", limit, layout.RESULTS_MAX);
    assertAtMost("rows", rowCount, blocks.length * layout.BLOCK_ROWS);
    this.#writeQuery(query);
    this.#writeTable(blocks);
    const weighted = by === "similarity" ? 0 : 1;
    const rows = [QUERY_ADDRESS, TABLE_ADDRESS, rowCount, query.length] as const;
    const found = this.wasm.topK(...rows, limit, floor, baseline, weighted, RESULTS_ADDRESS);
    this.#wipeQuery(query);
    return readRanked(this.memory, found);
  }

  clusterBlock(step: ClusterStep): ReturnType<Kernels["clusterBlock"]> {
    const { block, count, dimension, centroids, clusters, threshold, baseline } = step;
    assertAtMost("dimension", dimension, DIMENSION);
    assertAtMost("rows", count, layout.BLOCK_ROWS);
    assertAtMost("clusters", clusters + count, centroids.length * layout.BLOCK_ROWS);
    this.#assertAddress(block, layout.BLOCK_BYTES);
    this.#writeTable(centroids);
    const rows = [block, count, dimension, TABLE_ADDRESS, clusters] as const;
    const opened = this.wasm.clusterBlock(...rows, threshold, baseline, RESULTS_ADDRESS);
    return { clusters: opened, assignment: new Int32Array(this.memory.buffer, RESULTS_ADDRESS, count).slice() };
  }

  #writeQuery(query: Float32Array): void {
    assertAtMost("dimension", query.length, DIMENSION);
    new Float32Array(this.memory.buffer, QUERY_ADDRESS, query.length).set(query);
  }

  /** A query is the embedding of somebody's words: it does not stay in memory when the call is over. */
  #wipeQuery(query: Float32Array): void {
    new Float32Array(this.memory.buffer, QUERY_ADDRESS, query.length).fill(0);
  }

  /** `bytes`: how many are read at each address. Throws RangeError where they are not all within the blocks. */
  #writeTable(addresses: readonly number[], bytes: number = layout.BLOCK_BYTES): void {
    assertAtMost("addresses", addresses.length, layout.TABLE_MAX);
    for (const address of addresses) this.#assertAddress(address, bytes);
    new Uint32Array(this.memory.buffer, TABLE_ADDRESS, addresses.length).set(addresses);
  }

  #assertAddress(address: number, bytes: number): void {
    const isWithin = address >= layout.FIRST_BLOCK_ADDRESS && address + bytes <= this.memory.buffer.byteLength;
    if (!isWithin || address % 4 !== 0) {
      throw new RangeError(`${address} is not the address of ${bytes} bytes of a block`);
    }
  }
}

function readRanked(memory: WebAssembly.Memory, count: number): RankedRow[] {
  const bytes = count * layout.RESULT_BYTES;
  const floats = new Float32Array(memory.buffer, layout.RESULTS_ADDRESS, bytes / 4);
  const integers = new Uint32Array(memory.buffer, layout.RESULTS_ADDRESS, bytes / 4);
  return Array.from({ length: count }, (_, i) => ({
    seq: integers[4 * i + 2]!,
    similarity: floats[4 * i + 1]!,
    score: floats[4 * i]!,
  }));
}

function assertAtMost(what: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new RangeError(`${what} ${value} is not in 0 to ${max}`);
}

/** The layout of a block is written down in wasm/ and here; a module built from other numbers must not run. */
function assertLayout(exports: Readonly<Record<string, unknown>>): void {
  const { BLOCK_ROWS, BLOCK_BYTES, CONFIDENCES_OFFSET, SEQS_OFFSET } = layout;
  const expected = { BLOCK_ROWS, BLOCK_BYTES, CONFIDENCES_OFFSET, SEQS_OFFSET };
  for (const [name, here] of Object.entries(expected)) {
    const exported = exports[name];
    const value = exported instanceof WebAssembly.Global ? exported.value : undefined;
    if (value !== here) throw new Error(`the WASM module has ${name} ${value}, not ${here}`);
  }
}
