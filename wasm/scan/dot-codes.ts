// Integer dot products of a query's codes with rows' codes; the only code that differs between the two builds.
import { ROW_BYTES, SUMS_OFFSET } from "./memory";

/**
 * acc + the 16 products of a row's codes (a, i8 of -127…127) and the query's (b, 1…127). Each build spreads them over
 * the four lanes in its own way: only the sum of all lanes is defined. ones: 8 x i16 of 1.
 *
 * The relaxed instruction means the same on every processor because b has no bit 7, and because two neighbouring
 * products come to 2 * 127 * 127 = 32,258 at most, which an i16 holds. Integers do not round: both builds agree.
 * Its sibling that adds into i32 lanes, and extmul with extadd in the strict build, took 1.4 and 1.6 times as long.
 */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function dotAdd(a: v128, b: v128, ones: v128, acc: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) {
    return i32x4.add(acc, i32x4.dot_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(a, b), ones));
  }
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(a), i16x8.extend_low_i8x16_s(b));
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(a), i16x8.extend_high_i8x16_s(b));
  return i32x4.add(acc, i32x4.add(low, high));
}

/**
 * Dot products of a group's four rows with the query's codes t, a lane each. The query is stored as t + 64, and
 * q.t = q.(t + 64) - 64 * sum(q).
 *
 *   group: see memory.ts    query: 384 x i8 of 1…127, 16-byte aligned
 */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function dotFour(group: usize, query: usize, ones: v128): v128 {
  let codes = group;
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (const end = query + ROW_BYTES; query < end; query += 64, codes += 256) {
    let q = v128.load(query);
    a = dotAdd(v128.load(codes), q, ones, a);
    b = dotAdd(v128.load(codes, 16), q, ones, b);
    c = dotAdd(v128.load(codes, 32), q, ones, c);
    d = dotAdd(v128.load(codes, 48), q, ones, d);
    q = v128.load(query, 16);
    a = dotAdd(v128.load(codes, 64), q, ones, a);
    b = dotAdd(v128.load(codes, 80), q, ones, b);
    c = dotAdd(v128.load(codes, 96), q, ones, c);
    d = dotAdd(v128.load(codes, 112), q, ones, d);
    q = v128.load(query, 32);
    a = dotAdd(v128.load(codes, 128), q, ones, a);
    b = dotAdd(v128.load(codes, 144), q, ones, b);
    c = dotAdd(v128.load(codes, 160), q, ones, c);
    d = dotAdd(v128.load(codes, 176), q, ones, d);
    q = v128.load(query, 48);
    a = dotAdd(v128.load(codes, 192), q, ones, a);
    b = dotAdd(v128.load(codes, 208), q, ones, b);
    c = dotAdd(v128.load(codes, 224), q, ones, c);
    d = dotAdd(v128.load(codes, 240), q, ones, d);
  }
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  const dots = i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
  return i32x4.sub(dots, i32x4.shl(v128.load(group, SUMS_OFFSET), 6));
}

/** The same for one row. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function dotOne(codes: usize, column: usize, query: usize, ones: v128): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  for (const end = query + ROW_BYTES; query < end; query += 64, codes += 256) {
    a = dotAdd(v128.load(codes), v128.load(query), ones, a);
    b = dotAdd(v128.load(codes, 64), v128.load(query, 16), ones, b);
    a = dotAdd(v128.load(codes, 128), v128.load(query, 32), ones, a);
    b = dotAdd(v128.load(codes, 192), v128.load(query, 48), ones, b);
  }
  a = i32x4.add(a, b);
  const dot =
    i32x4.extract_lane(a, 0) + i32x4.extract_lane(a, 1) + (i32x4.extract_lane(a, 2) + i32x4.extract_lane(a, 3));
  return dot - (load<i32>(column, SUMS_OFFSET) << 6);
}
