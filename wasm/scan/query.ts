// A query in two levels of seven bits, and a bound on the error of its dot product with a quantized row.

/**
 * As the host writes it (src/vectors/quantize-query.ts), 64-byte aligned:
 *
 *   0                    384                  768       772       776     780      784      788     792      800
 *   [codes 1: 384 x i8]  [codes 2: 384 x i8]  [scale 1] [scale 2] [reach] [rest 1] [rest 2] [least] [unused] [ones]
 *                                             f32 each                                                       8 x i16
 *
 * The ones, 8 x 1, are a factor of the dot products (dot-codes.ts). They are loaded from memory, because an engine that
 * sees a constant makes it again at each use, which takes half as long again.
 *
 * y = scale1*t1 + f1 and f1 = scale2*t2 + f2, where t1, t2 are codes less 64, -63…63. With a row's x = s*q + e
 * (quantize-rows.ts) the dot product is
 *
 *   x.y = s*scale1*(q.t1) + s*(q.f1) + e.y = s*scale1*(q.t1) + s*scale2*(q.t2) + s*(q.f2) + e.y
 *
 * and by Cauchy-Schwarz |s*(q.f)| <= norm*||f||, |e.y| <= error*||y||. So x.y lies within
 *
 *   level 1: est1 = s*scale1*(q.t1)             err1 = error*||y|| + norm*||f1||
 *   level 2: est2 = est1 + s*scale2*(q.t2)      err2 = error*||y|| + norm*||f2||
 *
 * The float32 dot product (../dot-f32.ts) is not x.y: no sum passes through more than 28 roundings, so it is off by
 * 28*2^-24*||x||*||y|| at most, with ||x|| <= norm + error; and est and err are themselves computed in f32, in at most
 * 8 roundings of values of at most 1.2*(norm + error)*||y||. Together less than 2.5e-6*(norm + error)*||y||; 4e-6 are
 * allowed for, and `least` (1e-36) for what is lost among subnormals (384 products: 2^-141; s*scale times a dot product
 * of at most 3.1e6, twice: 2^-127):
 *
 *   reach = ||y||*(1 + 4e-6)    rest1 = ||f1|| + 4e-6*||y||    rest2 = ||f2|| + 4e-6*||y||, rounded up
 *   err = error*reach + norm*rest + least
 *
 * so that est - err <= the float32 dot product <= est + err, as real numbers and, rounding being monotone, as f32.
 * For a zero query all but the codes (64) is 0, `least` too: its products are exactly 0. For a query that is not
 * finite, or longer than 2^40, reach is infinity: err is then infinity or NaN, and no bound excludes any row.
 */
const CODES2: u32 = 384;
const SCALE1: u32 = 768;
const SCALE2: u32 = 772;
const REACH: u32 = 776;
const REST1: u32 = 780;
const REST2: u32 = 784;
const LEAST: u32 = 788;
const ONES: u32 = 800;

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function codes1Of(query: usize): usize {
  return query;
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function codes2Of(query: usize): usize {
  return query + CODES2;
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function scale1Of(query: usize): f32 {
  return load<f32>(query, SCALE1);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function scale2Of(query: usize): f32 {
  return load<f32>(query, SCALE2);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function reachOf(query: usize): f32 {
  return load<f32>(query, REACH);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function rest1Of(query: usize): f32 {
  return load<f32>(query, REST1);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function rest2Of(query: usize): f32 {
  return load<f32>(query, REST2);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function leastOf(query: usize): f32 {
  return load<f32>(query, LEAST);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function onesOf(query: usize): v128 {
  return v128.load(query, ONES);
}
