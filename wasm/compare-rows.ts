// Similarity of every row of a matrix to one query.
import { dot } from "./dot-f32";
import { BLOCK_ROWS, blockOf, CONFIDENCES_OFFSET } from "./memory";
import { similarityOf } from "./similarity";

/**
 * out[i] is the similarity of row i, 0 for a NaN; -1 where the row is absent (confidence 0, below, or NaN).
 *
 *   query: dimension x f32    table: one u32 block address for each 64 rows (see memory.ts)    out: rows x f32
 *
 * Rows and query have unit length (or are all zero, which is similar to nothing).
 */
export function compareRows(
  query: usize,
  table: usize,
  rows: u32,
  dimension: u32,
  baseline: f32,
  out: usize,
): void {
  for (let first: u32 = 0; first < rows; first += BLOCK_ROWS) {
    const block = blockOf(table, first);
    const count = min<u32>(BLOCK_ROWS, rows - first);
    for (let slot: u32 = 0; slot < count; slot++) {
      let similarity: f32 = -1;
      if (load<f32>(block + (slot << 2), CONFIDENCES_OFFSET) > 0) {
        similarity = similarityOf(dot(query, block + ((slot * dimension) << 2), dimension), baseline);
        if (!(similarity >= 0)) similarity = 0;
      }
      store<f32>(out + ((first + slot) << 2), similarity);
    }
  }
}
