// Of a hybrid ranking by estimates: the few packets that may be among the best of the exact one.
import type { WordMatches } from "../domain/lexical-index.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import { createReusedRoom } from "../domain/reused-room.ts";
import type { TimeCue } from "../domain/time-cue.ts";
import type { EstimatedRows } from "../domain/vector-index.ts";
import { matchTime } from "./match-time.ts";
import { asksForTime, entersByWords, type HybridWeights, lexicalUnitOf } from "./rank-hybrid.ts";

/** Sums in doubles are rounded, and confidences travel as float32: this is far more than both. */
const SLACK = 1e-6;

/** The columns of the estimates, an entry a packet. */
interface Estimates {
  readonly similarities: Float32Array;
  readonly errors: Float32Array;
  readonly confidences: Float32Array;
}

/**
 * Positions (ascending) of all packets that may be among the best `limit` of rankHybrid over exact similarities: those
 * whose score may be as high as the limit-th best of the scores that are certain. Two passes, and
 * no column is made: this runs over every packet of a brain.
 */
export function candidatesOf(
  rows: EstimatedRows,
  words: WordMatches,
  cues: readonly TimeCue[],
  weights: HybridWeights,
  limit: number,
): number[] {
  const { count, scores, before, after, leaning, times } = words;
  const { similarities, errors, confidences } = alignedTo(words, rows);
  const { similarityFloor: floor, neighbourWeight, timeWeight, lexicalEntry } = weights;
  const unit = lexicalUnitOf(words, weights);
  const sums = roomForSums(count);
  const isTimed = cues.length > 0;
  let greatestSum = 0;
  let greatestError = 0;
  let greatestConfidence = 0;
  for (let at = 0; at < count; at++) {
    let sum = similarities[at]! + unit * scores[at]!;
    if (isTimed) sum += timeWeight * matchTime(cues, times[at]!);
    sums[at] = sum;
    if (sum > greatestSum) greatestSum = sum;
    if (errors[at]! > greatestError) greatestError = errors[at]!;
    if (confidences[at]! > greatestConfidence) greatestConfidence = confidences[at]!;
  }
  // No row gets more from its neighbours and its error, and most are too far behind even with that.
  const spare = neighbourWeight * greatestSum + (1 + neighbourWeight) * greatestError + SLACK;
  const most = greatestConfidence * (1 + SLACK);
  const byTime = asksForTime(words, cues);
  const best = new GreatestValues(limit);
  const found: number[] = [];
  const uppers: number[] = [];
  for (let at = 0; at < count; at++) {
    if ((sums[at]! + spare) * most < best.least) continue;
    const similarity = similarities[at]!;
    const error = errors[at]!;
    const entersAnyway =
      (scores[at]! > 0 && entersByWords(words, at, lexicalEntry)) || (byTime && matchTime(cues, times[at]!) === 1);
    if (similarity + error < floor && !entersAnyway) continue;
    const previous = before[at]!;
    const next = after[at]!;
    const ofPrevious = previous < 0 ? 0 : sums[previous]!;
    const ofNext = next < 0 ? 0 : sums[next]!;
    const errorOfPrevious = previous < 0 ? 0 : errors[previous]!;
    const errorOfNext = next < 0 ? 0 : errors[next]!;
    const share = neighbourWeight * leaning[at]!;
    const sum = sums[at]! + share * Math.max(ofPrevious, ofNext);
    const spread = error + share * Math.max(errorOfPrevious, errorOfNext) + SLACK;
    const confidence = confidences[at]!;
    const upper = (sum + spread) * confidence * (1 + SLACK);
    // An error of infinity leaves a row where it may be anywhere.
    if (upper < best.least) continue;
    found.push(at);
    uppers.push(upper);
    if (similarity - error >= floor || entersAnyway) best.add((sum - spread) * confidence * (1 - SLACK));
  }
  return found.filter((_, index) => !(uppers[index]! < best.least));
}

const roomForSums = createReusedRoom((count) => new Float64Array(count));

/** As they are where each packet has its row, which is nearly always. */
function alignedTo({ count, seqs }: WordMatches, rows: EstimatedRows): Estimates {
  let same = rows.count === count;
  for (let at = 0; same && at < count; at++) same = rows.seqs[at] === seqs[at];
  if (same) return rows;
  const similarities = new Float32Array(count);
  const errors = new Float32Array(count);
  // A packet without an embedding, while another model's are being made anew, is found by its words alone.
  const confidences = new Float32Array(count).fill(CONFIDENCE.raw);
  for (let at = 0, row = 0; at < count; at++) {
    while (row < rows.count && rows.seqs[row]! < seqs[at]!) row++;
    if (row === rows.count || rows.seqs[row] !== seqs[at]) continue;
    similarities[at] = rows.similarities[row]!;
    errors[at] = rows.errors[row]!;
    confidences[at] = rows.confidences[row]!;
  }
  return { similarities, errors, confidences };
}

/** Remembers the greatest so many values. */
class GreatestValues {
  /** A heap, the least first. */
  readonly #heap: number[] = [];

  constructor(private readonly limit: number) {}

  /** No value that is less than this is among the greatest; -Infinity until there are enough. */
  get least(): number {
    return this.#heap.length < this.limit ? Number.NEGATIVE_INFINITY : this.#heap[0]!;
  }

  add(value: number): void {
    const heap = this.#heap;
    if (!(value > this.least)) return;
    if (heap.length === this.limit) {
      heap[0] = value;
      this.#sink();
      return;
    }
    let at = heap.push(value) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && heap[parent]! > heap[at]!; parent = (at - 1) >> 1) {
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && heap[child]! < heap[least]!) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  }
}
