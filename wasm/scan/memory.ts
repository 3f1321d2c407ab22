// The layout of a block of quantized rows; src/vectors/scan-layout.ts repeats it.

/**
 * A block holds up to 64 rows of one matrix, 384 numbers each:
 *
 *   0                     24,576      24,832      25,088     25,344     25,600           25,856    26,112
 *   [row 0][row 1]…[63]   [scales     [errors     [norms     [sums      [confidences     [seqs     end
 *   384 x i8 each          64 x f32    64 x f32    64 x f32   64 x i32   64 x f32         64 x u32
 *
 * A block begins at a multiple of 64 bytes, so that every row and column is 64-byte aligned. What a column holds is
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
