// Keeps the k best lower bounds of scores: the k-th best score is at least the smallest of them.

/**
 * Takes a score into a heap of `size` f32, at most k of them, 4-byte aligned, and returns the new size. The smallest
 * stands first and the children of entry i are 2i + 1 and 2i + 2. A full heap loses its smallest, or does not take a
 * score that is no larger. A score is never NaN.
 */
export function offerLower(heap: usize, size: u32, k: u32, score: f32): u32 {
  if (size < k) {
    let at = size;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = load<f32>(heap + (parent << 2));
      if (!(score < above)) break;
      store<f32>(heap + (at << 2), above);
      at = parent;
    }
    store<f32>(heap + (at << 2), score);
    return size + 1;
  }
  if (!(score > load<f32>(heap))) return size;
  let at: u32 = 0;
  for (;;) {
    let child = (at << 1) + 1;
    if (child >= size) break;
    let below = load<f32>(heap + (child << 2));
    if (child + 1 < size) {
      const right = load<f32>(heap + ((child + 1) << 2));
      if (right < below) {
        child++;
        below = right;
      }
    }
    if (!(below < score)) break;
    store<f32>(heap + (at << 2), below);
    at = child;
  }
  store<f32>(heap + (at << 2), score);
  return size;
}
