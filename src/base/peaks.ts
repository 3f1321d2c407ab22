// The greatest sum of every few rows, so that a search for the highest sums skips most rows.

/** Rows one after another that have a peak together. */
export const PEAK_ROWS = 8;

export function peaksFor(rows: number): number {
  return Math.ceil(rows / PEAK_ROWS);
}

/** The greatest float32 sum of both columns in each PEAK_ROWS rows, -1 at least; NaN where one is. */
export function peaksOf(similarities: Float32Array, added: Float32Array): Float32Array {
  const peaks = new Float32Array(peaksFor(similarities.length)).fill(-1);
  for (let row = 0; row < similarities.length; row++) {
    const peak = Math.floor(row / PEAK_ROWS);
    peaks[peak] = Math.max(peaks[peak]!, similarities[row]! + added[row]!);
  }
  return peaks;
}
