// How threads share a scan: a free thread takes the next part, so a thread that wakes late takes fewer parts.
import { BLOCK_ROWS } from "./memory";

/** Blocks of a part: some 20 us of work. */
const PART_BLOCKS: u32 = 16;

// The part that this thread has taken: blocks firstBlock to endBlock, the latter not in it.
export let firstBlock: u32 = 0;
export let endBlock: u32 = 0;

/**
 * Takes the next part of `rows` rows, the last ones first; false where all are taken. `counter`: u32, the parts taken so
 * far, 0 before the scan; all threads of this scan share it, and no other scan uses it.
 */
export function takePart(counter: usize, rows: u32): bool {
  const blocks = (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
  const before = atomic.add<u32>(counter, 1);
  if (before >= (blocks + PART_BLOCKS - 1) / PART_BLOCKS) return false;
  endBlock = blocks - before * PART_BLOCKS;
  firstBlock = endBlock > PART_BLOCKS ? endBlock - PART_BLOCKS : 0;
  return true;
}
