// The layout of a block of quantized rows; src/vectors/scan-layout.ts repeats it.

/**
 * A block holds up to 64 rows of one matrix, 384 numbers each, in 16 groups of four rows:
 *
 *   0                1,536     1,552     1,568    1,584    1,600          1,616    1,632
 *   [codes           [scales   [errors   [norms   [sums    [confidences   [seqs    end
 *    4 x 384 x i8     4 x f32   4 x f32   4 x f32  4 x i32  4 x f32        4 x u32
 *
 * The codes of the four lie between one another, 16 at a time:
 *
 *   0                                                                 64                           1,536
 *   [row 0: codes 0-15][row 1: 0-15][row 2: 0-15][row 3: 0-15]        [row 0: codes 16-31]…        end
 *
 * A kernel that takes four rows at once so reads memory in one line from end to end. That is what a scan's time hangs on:
 * with the columns behind all codes of a block, and blocks taken from the last to the first, a processor's prefetching began
 * anew at every block, and 100,000 rows took more than twice as long.
 *
 * A block begins at a multiple of 64 bytes, so that every group and column is 16-byte aligned. What a column holds is
 * said in quantize-rows.ts; confidences and seqs are the host's. A slot without a row is all zero, and so of confidence
 * 0: absent. Kernels therefore go through whole blocks, and a matrix may end anywhere in its last one.
 */
export const BLOCK_ROWS: u32 = 64;
export const BLOCK_BYTES: u32 = 26112;
export const GROUP_ROWS: u32 = 4;
export const GROUP_BYTES: u32 = 1632;
export const SCALES_OFFSET: u32 = 1536;
export const ERRORS_OFFSET: u32 = 1552;
export const NORMS_OFFSET: u32 = 1568;
export const SUMS_OFFSET: u32 = 1584;
export const CONFIDENCES_OFFSET: u32 = 1600;
export const SEQS_OFFSET: u32 = 1616;

/** Bytes of a row's codes, and the only dimension that there is. */
export const ROW_BYTES: u32 = 384;
/** Codes of one row that stand together, and the distance to the next piece of the same row. */
export const PIECE_BYTES: u32 = 16;
export const PIECE_STRIDE: u32 = 64;

/** Where the group of a row begins. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function groupOf(block: usize, slot: u32): usize {
  return block + slot / GROUP_ROWS * GROUP_BYTES;
}

/** Where the codes of a row begin. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function codesOf(block: usize, slot: u32): usize {
  return groupOf(block, slot) + (slot % GROUP_ROWS) * PIECE_BYTES;
}

/** Where a row's entry in the columns stands, less the offset of the column. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function columnOf(block: usize, slot: u32): usize {
  return groupOf(block, slot) + ((slot % GROUP_ROWS) << 2);
}
