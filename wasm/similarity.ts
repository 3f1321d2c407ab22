// From a cosine to the similarity that every floor and threshold is about.

/** max(0, (cosine - baseline) / (1 - baseline)), each step rounded to f32; NaN stays NaN. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
export function similarityOf(cosine: f32, baseline: f32): f32 {
  return max<f32>(0, (cosine - baseline) / (1 - baseline));
}
