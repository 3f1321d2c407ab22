// The layout of a block, the unit in which rows stand in the one linear memory; src/vectors/memory-layout.ts repeats it.

/**
 * A block holds up to 64 rows of one matrix, or 64 centroids of a clustering (sum, norm of the sum, nothing):
 *
 *   offset 0                                98,304               98,560          98,816
 *   [row 0][row 1]…[row 63][unused         ][64 x f32           ][64 x u32      ]
 *   dimension x f32 each, no gap between    confidences or norms  seqs
 *
 * A block begins at a multiple of 64 bytes. At dimension 384 the rows fill the first part and each is 16-byte
 * aligned; at smaller dimensions (tests only) rows are 4-byte aligned, which costs time and changes no result.
 */
export const BLOCK_ROWS: u32 = 64;
export const BLOCK_BYTES: u32 = 98816;
export const CONFIDENCES_OFFSET: u32 = 98304;
export const SEQS_OFFSET: u32 = 98560;

/** Address of row `row` of the matrix whose block addresses stand as u32 in `table`. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function blockOf(table: usize, row: u32): usize {
  return load<u32>(table + ((row >>> 6) << 2));
}
