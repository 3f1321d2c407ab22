// From a cosine to the similarity that every floor and threshold is about.

/** max(0, (cosine - baseline) / (1 - baseline)) with each step rounded to f32, as wasm/similarity.ts has it. */
export function similarityOf(cosine: number, baseline: number): number {
  const base = Math.fround(baseline);
  const above = Math.fround(Math.fround(cosine) - base);
  return Math.max(0, Math.fround(above / Math.fround(1 - base)));
}

/** Dot product of two vectors of equal length: their cosine where both have length 1. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  // A loop: `reduce` takes ten times as long, and hybrid retrieval compares hundreds of pairs.
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
