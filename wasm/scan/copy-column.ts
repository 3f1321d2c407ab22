// A column of a whole matrix in one piece.
import { blockOf } from "../memory";
import { BLOCK_ROWS, GROUP_ROWS, groupOf } from "./memory";

/**
 * Copies a column of 4-byte values, one for each row and 64 for every block.
 *
 *   table: one u32 block address for each 64 rows    offset: where the column stands in a group
 *   out: 4 bytes for 64 rows of every block, the rows past the last one included
 */
export function copyColumn(table: usize, rows: u32, offset: u32, out: usize): void {
  for (let first: u32 = 0; first < rows; first += BLOCK_ROWS) {
    const block = blockOf(table, first);
    for (let slot: u32 = 0; slot < BLOCK_ROWS; slot += GROUP_ROWS) {
      v128.store(out + ((first + slot) << 2), v128.load(groupOf(block, slot) + offset));
    }
  }
}
