// The layout of a block of quantized rows; src/vectors/scan-layout.ts repeats it.

/**
 * A block holds up to 64 rows of one matrix, 384 numbers each:
 *
 *   0                     24,576      24,832      25,088     25,344     25,600           25,856    26,112
 *   [rows 0-3][4-7]…      [scales     [errors     [norms     [sums      [confidences     [seqs     end
 *   16 groups of codes     64 x f32    64 x f32    64 x f32   64 x i32   64 x f32         64 x u32
 *
 * The codes of four rows, 384 x i8 each, lie between one another, 16 at a time, so that a kernel that takes four rows at once
 * reads memory in one line from end to end (row after row it took a fifth longer):
 *
 *   0                                                                 64                           1,536
 *   [row 0: codes 0-15][row 1: 0-15][row 2: 0-15][row 3: 0-15]        [row 0: codes 16-31]…        end
 *
 * A block begins at a multiple of 64 bytes, so that every group and column is 64-byte aligned. What a column holds is
 * said in quantize-rows.ts; confidences and seqs are the host's. A slot without a row is all zero, and so of confidence
 * 0: absent. Kernels therefore go through whole blocks, and a matrix may end anywhere in its last one.
 */
export const BLOCK_ROWS: u32 = 64;
export const BLOCK_BYTES: u32 = 26112;
export const SCALES_OFFSET: u32 = 24576;
export const ERRORS_OFFSET: u32 = 24832;
export const NORMS_OFFSET: u32 = 25088;
export const SUMS_OFFSET: u32 = 25344;
export const CONFIDENCES_OFFSET: u32 = 25600;
export const SEQS_OFFSET: u32 = 25856;

/** Bytes of a row's codes, and the only dimension that there is. */
export const ROW_BYTES: u32 = 384;
/** Codes of one row that stand together, and the distance to the next piece of the same row. */
export const PIECE_BYTES: u32 = 16;
export const PIECE_STRIDE: u32 = 64;

/** Where the codes of a row begin, and those of its group where the slot is a multiple of 4. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function codesOf(block: usize, slot: u32): usize {
  return block + (slot & ~3) * ROW_BYTES + (slot & 3) * PIECE_BYTES;
}
