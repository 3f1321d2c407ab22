// Where everything stands in the one linear memory of the kernels.

/*
 *   0          nothing
 *   1,024      query: up to 384 f32
 *   4,096      table: up to 65,536 u32, addresses of blocks (or of rows)
 *   266,240    results: 16,384 heap entries of 16 bytes, or one f32 or i32 a row
 *   528,384    block 0, block 1, … to the end, at most 4 GiB
 *
 * A block, at a multiple of 64 bytes (wasm/memory.ts says the same to the kernels):
 *
 *   0                                  98,304              98,560            98,816
 *   [row 0: 384 x f32] … [row 63]      [64 confidences f32][64 seqs u32]
 */
export const QUERY_ADDRESS = 1024;
export const TABLE_ADDRESS = 4096;
export const RESULTS_ADDRESS = 266_240;
export const FIRST_BLOCK_ADDRESS = 528_384;

/** Addresses that one call takes: more blocks than 4 GiB hold. */
export const TABLE_MAX = 65_536;
/** Entries that the results have room for: the most that one call of a kernel ranks or compares. */
export const RESULTS_MAX = 16_384;
export const RESULT_BYTES = 16;
/** Rows that one call compares: one f32 each. */
export const COMPARED_MAX = 65_536;

export const BLOCK_ROWS = 64;
export const BLOCK_BYTES = 98_816;
export const CONFIDENCES_OFFSET = 98_304;
export const SEQS_OFFSET = 98_560;

export const PAGE_BYTES = 65_536;
/** 4 GiB, all that 32-bit addresses reach. */
export const PAGES_MAX = 65_536;
