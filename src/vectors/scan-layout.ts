// Where everything stands in the linear memory of the scan. The other kernels have another memory.
import { PEAK_ROWS } from "../base/peaks.ts";

/*
 *   0            nothing
 *   64           8 counters of parts taken, 64 bytes apart
 *   1,024        query: 384 f32
 *   2,560        quantized query: 816 bytes, see wasm/scan/query.ts
 *   4,096        table: up to 164,864 u32, addresses of blocks (or of rows in the scratch)
 *   663,552      heap: 32,768 f32, or numbers of rows
 *   794,624      results: 32,768 candidates of 8 bytes
 *   1,056,768    scratch: 64 rows of 384 f32
 *   1,155,072    a heap and results for each of 3 helpers, 393,216 bytes each
 *   2,334,720    estimates: three columns of 131,072 f32: similarities, errors, what is added
 *   3,907,584    peaks of estimates: 16,384 f32
 *   3,973,120    block 0, block 1, … to the end, at most 4 GiB
 *
 * A block, at a multiple of 64 bytes (wasm/scan/memory.ts says the same to the kernels):
 *
 *   16 groups of four rows, 1,632 bytes each:
 *   0                               1,536      1,552      1,568     1,584     1,600           1,616    1,632
 *   [codes of 4 rows, 384 each]     [scales]   [errors]   [norms]   [sums]    [confidences]   [seqs]
 *   The columns hold 4 x 4 bytes each.
 */
/** Counts the parts of a scan that are taken. The next scan uses the next counter, 64 bytes further on. */
export const COUNTERS_ADDRESS = 64;
export const COUNTERS = 8;
export const QUERY_ADDRESS = 1024;
export const CODES_ADDRESS = 2560;
export const TABLE_ADDRESS = 4096;
export const HEAP_ADDRESS = 663_552;
export const RESULTS_ADDRESS = 794_624;
export const SCRATCH_ADDRESS = 1_056_768;
export const HELPERS_ADDRESS = 1_155_072;
export const HELPER_BYTES = 393_216;
export const HELPER_RESULTS_OFFSET = 131_072;
export const HELPERS_MAX = 3;
export const ESTIMATES_ADDRESS = 2_334_720;
/** The other columns of estimates, beside the similarities. */
export const ERRORS_ADDRESS = 2_859_008;
export const ADDED_ADDRESS = 3_383_296;
export const PEAKS_ADDRESS = 3_907_584;
export const FIRST_BLOCK_ADDRESS = 3_973_120;
/** Pages of the linear memory, at the start and at most; the module says the same. */
export const PAGES_FIRST = 61;
export const PAGES_MAX = 65_536;

/** More blocks than 4 GiB hold. */
export const TABLE_MAX = 164_864;
/** The most rows that one scan keeps, and the most that a heap compares. */
export const CANDIDATES_MAX = 32_768;
export const CANDIDATE_BYTES = 8;
/** The most rows that one call estimates. */
export const ESTIMATES_MAX = 131_072;
export const SCRATCH_ROWS = 64;

export const QUERY_BYTES = 816;
export const QUERY_CODES2_OFFSET = 384;
export const QUERY_NUMBERS_OFFSET = 768;
export const QUERY_ONES_OFFSET = 800;

export const BLOCK_ROWS = 64;
export const BLOCK_BYTES = 26_112;
export const ROW_BYTES = 384;
export const PIECE_BYTES = 16;
export const PIECE_STRIDE = 64;
const GROUP_ROWS = 4;
const GROUP_BYTES = 1_632;
export const SCALES_OFFSET = 1_536;
export const ERRORS_OFFSET = 1_552;
export const NORMS_OFFSET = 1_568;
export const SUMS_OFFSET = 1_584;
export const CONFIDENCES_OFFSET = 1_600;
export const SEQS_OFFSET = 1_616;

/** Where in a block a row's entry in the columns stands, less the offset of the column. */
export function columnOf(slot: number): number {
  return Math.floor(slot / GROUP_ROWS) * GROUP_BYTES + (slot % GROUP_ROWS) * 4;
}

/** Where in a block the pieces of a row's codes stand, in order. */
export function codePieces(slot: number): number[] {
  const first = Math.floor(slot / GROUP_ROWS) * GROUP_BYTES + (slot % GROUP_ROWS) * PIECE_BYTES;
  return Array.from({ length: ROW_BYTES / PIECE_BYTES }, (_, piece) => first + piece * PIECE_STRIDE);
}

/** The layout of a block is written down in wasm/scan/ and here; a module built from other numbers must not run. */
export function assertSameLayout(exports: Readonly<Record<string, unknown>>): void {
  const places = { SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET, CONFIDENCES_OFFSET, SEQS_OFFSET };
  for (const [name, here] of Object.entries({ BLOCK_ROWS, BLOCK_BYTES, GROUP_BYTES, PEAK_ROWS, ...places })) {
    const exported = exports[name];
    const value = exported instanceof WebAssembly.Global ? exported.value : undefined;
    if (value !== here) throw new Error(`the scan's module has ${name} ${value}, not ${here}`);
  }
}
