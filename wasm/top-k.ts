// The best rows of a matrix by similarity x confidence: a scan through a heap of the k best so far.
import { dot } from "./dot-f32";
import { BLOCK_ROWS, blockOf, CONFIDENCES_OFFSET, SEQS_OFFSET } from "./memory";
import { similarityOf } from "./similarity";

/**
 *   heap: [score: f32][similarity: f32][seq: u32][unused: u32] x k, 16-byte aligned
 *
 * While scanning, the worst entry stands first and the children of entry i are 2i + 1 and 2i + 2.
 */
const ENTRY_SHIFT: u32 = 4;

/** Lower score first, equal scores by lower seq. Scores are never NaN, seqs never equal. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function isWorse(score: f32, seq: u32, otherScore: f32, otherSeq: u32): bool {
  return score < otherScore || (score == otherScore && seq < otherSeq);
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function write(entry: usize, score: f32, similarity: f32, seq: u32): void {
  store<f32>(entry, score);
  store<f32>(entry, similarity, 4);
  store<u32>(entry, seq, 8);
}

function siftUp(heap: usize, at: u32, score: f32, similarity: f32, seq: u32): void {
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    const above = heap + (parent << ENTRY_SHIFT);
    if (!isWorse(score, seq, load<f32>(above), load<u32>(above, 8))) break;
    write(heap + (at << ENTRY_SHIFT), load<f32>(above), load<f32>(above, 4), load<u32>(above, 8));
    at = parent;
  }
  write(heap + (at << ENTRY_SHIFT), score, similarity, seq);
}

/** Puts an entry at the root of a heap of `size` entries and lets it sink. */
function siftDown(heap: usize, size: u32, score: f32, similarity: f32, seq: u32): void {
  let at: u32 = 0;
  for (;;) {
    let child = (at << 1) + 1;
    if (child >= size) break;
    let below = heap + (child << ENTRY_SHIFT);
    if (child + 1 < size) {
      const right = below + (1 << ENTRY_SHIFT);
      if (isWorse(load<f32>(right), load<u32>(right, 8), load<f32>(below), load<u32>(below, 8))) {
        child++;
        below = right;
      }
    }
    if (!isWorse(load<f32>(below), load<u32>(below, 8), score, seq)) break;
    write(heap + (at << ENTRY_SHIFT), load<f32>(below), load<f32>(below, 4), load<u32>(below, 8));
    at = child;
  }
  write(heap + (at << ENTRY_SHIFT), score, similarity, seq);
}

/** Swaps the worst entry to the end until all are sorted, the best first. */
function sortBestFirst(heap: usize, size: u32): void {
  while (size > 1) {
    size--;
    const last = heap + (size << ENTRY_SHIFT);
    const score = load<f32>(last);
    const similarity = load<f32>(last, 4);
    const seq = load<u32>(last, 8);
    write(last, load<f32>(heap), load<f32>(heap, 4), load<u32>(heap, 8));
    siftDown(heap, size, score, similarity, seq);
  }
}

/** Takes one row into the heap of `size` entries if it belongs there; returns the new size. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function offer(
  block: usize,
  slot: u32,
  cosine: f32,
  k: u32,
  floor: f32,
  baseline: f32,
  weighted: bool,
  heap: usize,
  size: u32,
): u32 {
  const confidence = load<f32>(block + (slot << 2), CONFIDENCES_OFFSET);
  const similarity = similarityOf(cosine, baseline);
  const score = weighted ? similarity * confidence : similarity;
  if (!(similarity >= floor && confidence > 0 && score <= f32.MAX_VALUE)) return size;
  const seq = load<u32>(block + (slot << 2), SEQS_OFFSET);
  if (size < k) {
    siftUp(heap, size, score, similarity, seq);
    return size + 1;
  }
  if (isWorse(load<f32>(heap), load<u32>(heap, 8), score, seq)) siftDown(heap, size, score, similarity, seq);
  return size;
}

/**
 * Ranks the rows of a matrix and leaves the best min(k, rows) of them in `heap`, best score first, equal scores by
 * higher seq; returns how many there are. k is 1 or more.
 *
 *   query: dimension x f32    table: one u32 block address for each 64 rows (see memory.ts)
 *
 * Rows and query have unit length (or are all zero), so that the dot product is the cosine; a zero vector's is 0, and
 * such a row comes back only where the floor is 0 or less. A row of confidence 0 (or below, or NaN) is absent. A
 * similarity below the floor, a NaN, and a score that is not finite never come back. Where `weighted` is false, the
 * score is the similarity alone.
 */
export function topK(
  query: usize,
  table: usize,
  rows: u32,
  dimension: u32,
  k: u32,
  floor: f32,
  baseline: f32,
  weighted: bool,
  heap: usize,
): u32 {
  let size: u32 = 0;
  for (let first: u32 = 0; first < rows; first += BLOCK_ROWS) {
    const block = blockOf(table, first);
    const count = min<u32>(BLOCK_ROWS, rows - first);
    for (let slot: u32 = 0; slot < count; slot++) {
      const cosine = dot(query, block + ((slot * dimension) << 2), dimension);
      size = offer(block, slot, cosine, k, floor, baseline, weighted, heap, size);
    }
  }
  sortBestFirst(heap, size);
  return size;
}
