// Measures what memory alone costs: reads the bytes that a scan reads, and hardly uses them.
import { blockOf } from "../memory";
import { BLOCK_BYTES, BLOCK_ROWS } from "./memory";

/** The xor of all 16-byte words of the blocks, folded to 32 bits; a scan cannot be faster than this. */
export function streamRead(table: usize, rows: u32): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (let first: u32 = 0; first < rows; first += BLOCK_ROWS) {
    const block = blockOf(table, first);
    for (let at = block, end = block + BLOCK_BYTES; at < end; at += 64) {
      a = v128.xor(a, v128.load(at));
      b = v128.xor(b, v128.load(at, 16));
      c = v128.xor(c, v128.load(at, 32));
      d = v128.xor(d, v128.load(at, 48));
    }
  }
  const all = v128.xor(v128.xor(a, b), v128.xor(c, d));
  return (
    i32x4.extract_lane(all, 0) ^ i32x4.extract_lane(all, 1) ^ i32x4.extract_lane(all, 2) ^ i32x4.extract_lane(all, 3)
  );
}
