// Dot products of float32 vectors, in one fixed order of summation.

/**
 * Dot product of two vectors of `dimension` f32 each, at any address (4-byte aligned at least; loads are unaligned).
 *
 * The order of summation, which src/vectors/scalar-reference.ts repeats to the bit (no fused multiply-add anywhere):
 *
 *   elements 16i + 0…3 -> s0, 4…7 -> s1, 8…11 -> s2, 12…15 -> s3   four accumulators of four lanes, from +0
 *   then up to three whole groups of four are left: the first -> s0, the second -> s1, the third -> s2
 *   s = (s0 + s1) + (s2 + s3) lane by lane; total = (s[0] + s[1]) + (s[2] + s[3])
 *   then up to three elements are left: total = total + a * b, one after another
 *
 * Four accumulators are equally fast for every dimension; eight, or two rows at once, were no faster at 384 (a scan
 * waits for memory). Dimension 0 and zero vectors give 0. NaN and infinities follow IEEE 754: they come out as NaN or
 * infinity.
 */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function dot(a: usize, b: usize, dimension: u32): f32 {
  let s0 = f32x4.splat(0);
  let s1 = f32x4.splat(0);
  let s2 = f32x4.splat(0);
  let s3 = f32x4.splat(0);
  const sixteens = a + ((dimension >>> 4) << 6);
  while (a < sixteens) {
    s0 = f32x4.add(s0, f32x4.mul(v128.load(a), v128.load(b)));
    s1 = f32x4.add(s1, f32x4.mul(v128.load(a, 16), v128.load(b, 16)));
    s2 = f32x4.add(s2, f32x4.mul(v128.load(a, 32), v128.load(b, 32)));
    s3 = f32x4.add(s3, f32x4.mul(v128.load(a, 48), v128.load(b, 48)));
    a += 64;
    b += 64;
  }
  const fours = (dimension >>> 2) & 3;
  if (fours > 0) s0 = f32x4.add(s0, f32x4.mul(v128.load(a), v128.load(b)));
  if (fours > 1) s1 = f32x4.add(s1, f32x4.mul(v128.load(a, 16), v128.load(b, 16)));
  if (fours > 2) s2 = f32x4.add(s2, f32x4.mul(v128.load(a, 32), v128.load(b, 32)));
  a += fours << 4;
  b += fours << 4;
  const s = f32x4.add(f32x4.add(s0, s1), f32x4.add(s2, s3));
  let total: f32 =
    f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + (f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3));
  const end = a + ((dimension & 3) << 2);
  while (a < end) {
    total = total + load<f32>(a) * load<f32>(b);
    a += 4;
    b += 4;
  }
  return total;
}

/**
 * Dot products of one query with `count` rows anywhere in memory; for rows of unit length (or all zero) these are
 * cosines, 0 for a zero row.
 *
 *   addresses: count x u32, one row each    out: count x f32, 4-byte aligned, apart from the rows
 */
export function dotRows(query: usize, addresses: usize, count: u32, dimension: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    store<f32>(out + (i << 2), dot(query, load<u32>(addresses + (i << 2)), dimension));
  }
}
