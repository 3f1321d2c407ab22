// How a long text is cut into windows, and how their embeddings become one.
import { DIMENSION } from "../domain/model-spec.ts";

/** One run of the model. */
export interface Window {
  /** Everything the model is given: special tokens, prefix, content. */
  readonly ids: Int32Array;
  /** How many of `ids` are the text's own. */
  readonly tokens: number;
}

/** Sizes of the fewest windows of at most `capacity` tokens that hold `count`; none differs from another by more than 1. */
export function windowSizes(count: number, capacity: number): number[] {
  if (capacity < 1) throw new Error(`A window must hold at least one token, not ${capacity}.`);
  const windows = Math.max(1, Math.ceil(count / capacity));
  const size = Math.floor(count / windows);
  const larger = count % windows;
  return Array.from({ length: windows }, (_, index) => (index < larger ? size + 1 : size));
}

/** Mean weighted by the windows' own tokens, of length 1; summed in window order in float64, so that equal input gives equal bytes. */
export function combineVectors(vectors: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const sum = new Float64Array(DIMENSION);
  vectors.forEach((vector, window) => {
    const weight = weights[window] ?? 0;
    for (let i = 0; i < DIMENSION; i++) sum[i] = sum[i]! + vector[i]! * weight;
  });
  let square = 0;
  for (const value of sum) square += value * value;
  const length = Math.sqrt(square);
  // Windows that cancel each other out leave a zero vector, which is similar to nothing.
  return length === 0 ? new Float32Array(DIMENSION) : Float32Array.from(sum, (value) => value / length);
}
