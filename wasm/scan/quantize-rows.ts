// From float32 rows to one byte for each number, with a proven bound on the loss.
import {
  codesOf,
  columnOf,
  ERRORS_OFFSET,
  NORMS_OFFSET,
  PIECE_BYTES,
  PIECE_STRIDE,
  ROW_BYTES,
  SCALES_OFFSET,
  SUMS_OFFSET,
} from "./memory";

/** A row whose largest number is outside these gets no codes: no product or square on the way leaves normal f32. */
const SMALLEST: f32 = 8.673617379884035e-19; // 2^-60
const LARGEST: f32 = 1099511627776; // 2^40

/** 1.5 * 2^23: added to a number of at most 2^22, it puts the nearest integer, half to even, into the lowest bits. */
const ROUNDER: f32 = 12582912;
const ROUNDER_BITS: i32 = 0x4b400000;

/** The largest |x[i]|; NaN where one is NaN. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function largestOf(row: usize): f32 {
  let m = f32x4.splat(0);
  let unordered = i32x4.splat(0);
  // The quick maximum loses a NaN; the maximum that keeps it takes six instructions.
  for (let at: u32 = 0; at < ROW_BYTES * 4; at += 16) {
    const x = v128.load(row + at);
    m = f32x4.pmax(m, f32x4.abs(x));
    unordered = v128.or(unordered, f32x4.ne(x, x));
  }
  if (v128.any_true(unordered)) return NaN;
  const low = max<f32>(f32x4.extract_lane(m, 0), f32x4.extract_lane(m, 1));
  return max<f32>(low, max<f32>(f32x4.extract_lane(m, 2), f32x4.extract_lane(m, 3)));
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function writeColumns(column: usize, scale: f32, error: f32, norm: f32, sum: i32): void {
  store<f32>(column, scale, SCALES_OFFSET);
  store<f32>(column, error, ERRORS_OFFSET);
  store<f32>(column, norm, NORMS_OFFSET);
  store<i32>(column, sum, SUMS_OFFSET);
}

/** The address of the codes from `at` on; `at` is a multiple of 16. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function pieceOf(codes: usize, at: u32): usize {
  return codes + (at / PIECE_BYTES) * PIECE_STRIDE;
}

/** Sum of four i32 lanes. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function sumOf(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + (i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3))
  );
}

/**
 * Writes `count` rows into the block, from `slot` on (slot + count is at most 64): their codes and four columns.
 *
 *   rows: [r0: 384 x f32][r1: 384 x f32]…, 4-byte aligned    block: see memory.ts
 *
 * With m = max|x[i]|: scale s = m/127, code q[i] = x[i]/s to the nearest integer (half to even), -127…127. Both s and
 * the quotient are rounded, so the quotient may be 127*(1 + 2^-23), whose nearest integer is still 127. What the code
 * leaves is e = x - s*q.
 *
 *   error >= ||e||: u[i] = x[i]/s and so d[i] = u[i] - q[i] are within 127*2^-24 = 7.6e-6 of the real ones (the
 *     subtraction is exact), so ||e|| <= s*(||d|| + 7.6e-6*sqrt(384)) <= s*(||d|| + 1.5e-4). The sum of squares, its
 *     root and the product err by less than 1e-5 of the value in 103 roundings: hence s*(||d||*1.00002 + 1.6e-4).
 *   norm >= s*||q||: the sum of squares is an integer below 2^24 and exact, three roundings follow: hence *1.000001.
 *   sum = the sum of the codes, which takes the shift of the query's codes back out (see dot-codes.ts)
 *
 * A zero row, and one with m below 2^-60, has scale, norm, sum and codes 0, and error 20*m >= sqrt(384)*m >= ||x||
 * (exact also among subnormals). A row with a NaN, an infinity or m above 2^40 has error infinity and all else 0: no
 * bound excludes it, so that the exact stage decides, where a float32 product may itself be infinite or NaN.
 */
export function quantizeRows(rows: usize, count: u32, block: usize, slot: u32): void {
  for (let end = slot + count; slot < end; slot++, rows += ROW_BYTES * 4) {
    const codes = codesOf(block, slot);
    const column = columnOf(block, slot);
    const m = largestOf(rows);
    if (!(m >= SMALLEST && m <= LARGEST)) {
      for (let at: u32 = 0; at < ROW_BYTES; at += PIECE_BYTES) v128.store(pieceOf(codes, at), i32x4.splat(0));
      writeColumns(column, 0, m < SMALLEST ? m * 20 : f32.MAX_VALUE * 2, 0, 0);
      continue;
    }
    const scale = m / 127;
    const s = f32x4.splat(scale);
    const rounder = f32x4.splat(ROUNDER);
    const bits = i32x4.splat(ROUNDER_BITS);
    const ones = i16x8.splat(1);
    let sum = i32x4.splat(0);
    let squares = i32x4.splat(0);
    let lost = f32x4.splat(0);
    for (let at: u32 = 0; at < ROW_BYTES; at += PIECE_BYTES) {
      const from = rows + (at << 2);
      const u0 = f32x4.div(v128.load(from), s);
      const u1 = f32x4.div(v128.load(from, 16), s);
      const u2 = f32x4.div(v128.load(from, 32), s);
      const u3 = f32x4.div(v128.load(from, 48), s);
      const r0 = f32x4.add(u0, rounder);
      const r1 = f32x4.add(u1, rounder);
      const r2 = f32x4.add(u2, rounder);
      const r3 = f32x4.add(u3, rounder);
      const d0 = f32x4.sub(u0, f32x4.sub(r0, rounder));
      const d1 = f32x4.sub(u1, f32x4.sub(r1, rounder));
      const d2 = f32x4.sub(u2, f32x4.sub(r2, rounder));
      const d3 = f32x4.sub(u3, f32x4.sub(r3, rounder));
      lost = f32x4.add(lost, f32x4.mul(d0, d0));
      lost = f32x4.add(lost, f32x4.mul(d1, d1));
      lost = f32x4.add(lost, f32x4.mul(d2, d2));
      lost = f32x4.add(lost, f32x4.mul(d3, d3));
      const low = i16x8.narrow_i32x4_s(i32x4.sub(r0, bits), i32x4.sub(r1, bits));
      const high = i16x8.narrow_i32x4_s(i32x4.sub(r2, bits), i32x4.sub(r3, bits));
      sum = i32x4.add(sum, i32x4.add(i32x4.dot_i16x8_s(low, ones), i32x4.dot_i16x8_s(high, ones)));
      squares = i32x4.add(squares, i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high)));
      v128.store(pieceOf(codes, at), i8x16.narrow_i16x8_s(low, high));
    }
    const lostSum: f32 =
      f32x4.extract_lane(lost, 0) +
      f32x4.extract_lane(lost, 1) +
      (f32x4.extract_lane(lost, 2) + f32x4.extract_lane(lost, 3));
    const error: f32 = scale * (sqrt<f32>(lostSum) * <f32>1.00002 + <f32>0.00016);
    const norm: f32 = scale * sqrt<f32>(<f32>sumOf(squares)) * <f32>1.000001;
    writeColumns(column, scale, error, norm, sumOf(sum));
  }
}
