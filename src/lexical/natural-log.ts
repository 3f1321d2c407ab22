// The natural logarithm, the same to the bit on every machine.

const { LN2 } = Math;

/**
 * ln(x) for finite x > 0, within 4e-16 of its size or of 1. Math.log may differ in the last bit between processors, and
 * one bit can change the order of two packets; this uses nothing but the exactly rounded operations of IEEE 754.
 */
export function naturalLog(x: number): number {
  let exponent = 0;
  let mantissa = x;
  for (; mantissa >= Math.SQRT2; mantissa /= 2) exponent++;
  for (; mantissa < Math.SQRT1_2; mantissa *= 2) exponent--;
  // ln m = 2 artanh((m - 1) / (m + 1)); |t| is at most 0.172, so that the term in t^23 is below 1e-18.
  const t = (mantissa - 1) / (mantissa + 1);
  const square = t * t;
  let sum = 0;
  for (let odd = 21; odd >= 1; odd -= 2) sum = sum * square + 1 / odd;
  return exponent * LN2 + 2 * t * sum;
}
