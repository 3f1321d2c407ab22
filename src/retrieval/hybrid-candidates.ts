// Chooses by estimates the few packets that may be among the best of the exact hybrid ranking.
import { PEAK_ROWS, peaksOf } from "../base/peaks.ts";
import { createReusedRoom } from "../base/reused-room.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { WordMatches } from "../domain/ports/lexical-index.ts";
import type { EstimatedRows } from "../domain/ports/vector-index.ts";
import { type HybridFormula, withNeighbour } from "./hybrid-formula.ts";
import { forEachRow } from "./rank-hybrid.ts";

/** Far more than all rounding errors: sums are rounded to float32 on the way, and confidences are float32. */
const SLACK = 1e-6;

/** The columns of the estimates, one entry for each packet. */
type Estimates = Omit<EstimatedRows, "count" | "seqs" | "peaks"> & { readonly peaks: Float32Array };

/** Positions among all packets, ascending. */
export interface Candidates {
  /** All that may be among the best. */
  readonly candidates: readonly number[];
  /** The candidates, and the neighbours on which their scores depend. */
  readonly positions: readonly number[];
  /** The confidences of `positions`; CONFIDENCE.raw where a row is gone. */
  readonly confidences: Float32Array;
}

export const NO_CANDIDATES: Candidates = { candidates: [], positions: [], confidences: new Float32Array(0) };

/**
 * All packets that may be among the best `limit` of rankHybrid. Each estimate gives a score that is certain and a score
 * that is possible; a packet is a candidate where its possible score reaches the limit-th best of the certain ones.
 *
 * This runs over every packet of a brain. So neighbours are looked up only where a sum is high: a packet is too far behind
 * where neither its own sum nor a neighbour's is high.
 */
export function candidatesOf(rows: EstimatedRows, formula: HybridFormula, limit: number): Candidates {
  const added = formula.added.values;
  const estimates = rows.peaks === null ? alignedTo(formula.words, rows, added) : { ...rows, peaks: rows.peaks };
  const ranking = new EstimatedRanking(estimates, added, formula);
  const { certain, near } = ranking.nearest(limit);
  const reaching = ranking.reaching(certain, near);
  estimates.refine(reaching);
  return ranking.possible(reaching, limit, certain);
}

const roomForPositions = createReusedRoom((count) => new Int32Array(count));
/** All 0 before and after. */
const roomForMarks = createReusedRoom((count) => new Uint8Array(count));

class EstimatedRanking {
  readonly #words: WordMatches;
  /** The most that a similarity can be off by: its own error, a neighbour's, and rounding. */
  readonly #spread: number;

  constructor(
    private readonly estimates: Estimates,
    private readonly added: Float32Array,
    private readonly formula: HybridFormula,
  ) {
    const { greatestError } = estimates;
    this.#words = formula.words;
    this.#spread = SLACK + withNeighbour(greatestError, formula.greatestShare, greatestError);
  }

  /**
   * `certain`: the limit-th best score is at least this, even without what neighbours add. `near`: the positions whose
   * sum is high enough to score that much with the help of a neighbour of the same sum.
   */
  nearest(limit: number): { readonly certain: number; readonly near: Int32Array } {
    const { peaks, similarities, confidences } = this.estimates;
    const { added } = this;
    const { count } = this.#words;
    const near = roomForPositions(count);
    const best = new GreatestValues(limit);
    const most = this.estimates.greatestConfidence;
    let certain = Number.NEGATIVE_INFINITY;
    let high = this.#highFor(certain);
    let found = 0;
    for (let peak = 0; peak < peaks.length; peak++) {
      if (peaks[peak]! < high - SLACK) continue;
      const end = Math.min((peak + 1) * PEAK_ROWS, count);
      for (let at = peak * PEAK_ROWS; at < end; at++) {
        const sum = similarities[at]! + added[at]!;
        if (sum < high) continue;
        near[found++] = at;
        // For most packets the first test is enough, and the column of confidences is not read.
        if (!(sum * most > certain && sum * confidences[at]! > certain)) continue;
        if (best.add(this.#certainAt(at))) {
          certain = best.least;
          high = this.#highFor(certain);
        }
      }
    }
    let kept = 0;
    for (let index = 0; index < found; index++) {
      const at = near[index]!;
      if (!(similarities[at]! + added[at]! < high)) near[kept++] = at;
    }
    return { certain, near: near.subarray(0, kept) };
  }

  #sumOf(at: number): number {
    return this.estimates.similarities[at]! + this.added[at]!;
  }

  /** What a packet scores at least, without its neighbours; -Infinity where it is not sure to enter. */
  #certainAt(at: number): number {
    const { errors, confidences } = this.estimates;
    if (!this.#surelyEnters(at)) return Number.NEGATIVE_INFINITY;
    return (this.#sumOf(at) - errors[at]! - SLACK) * confidences[at]! * (1 - SLACK);
  }

  /** The sum that a packet, or the neighbour that lifts it, must have for the packet to reach this score. */
  #highFor(score: number): number {
    const most = this.estimates.greatestConfidence * (1 + SLACK);
    return (score / most - this.#spread) / withNeighbour(1, this.formula.greatestShare, 1);
  }

  /** Positions of all that may enter and score `certain` or more, ascending. */
  reaching(certain: number, near: Int32Array): Int32Array {
    // Fewer packets than wanted are sure to enter: `near` then holds all packets, and all that may enter are wanted.
    if (certain === Number.NEGATIVE_INFINITY) return near.filter((at) => this.#mayEnter(at)).sort();
    const { confidences } = this.estimates;
    const { formula } = this;
    const { count, before, after } = this.#words;
    const marks = roomForMarks(count);
    let marked = 0;
    const spread = this.#spread;
    const most = this.estimates.greatestConfidence * (1 + SLACK);
    const lookAt = (at: number, neighbourSum: number) => {
      // For most packets the first test is enough, and no further column is read.
      const own = this.#sumOf(at);
      if ((withNeighbour(own, formula.greatestShare, neighbourSum) + spread) * most < certain) return;
      const upper = withNeighbour(own, formula.shareOf(at), neighbourSum) + spread;
      if (marks[at] === 1 || upper * confidences[at]! * (1 + SLACK) < certain || !this.#mayEnter(at)) return;
      marks[at] = 1;
      marked++;
    };
    for (let index = 0; index < near.length; index++) {
      const at = near[index]!;
      const sum = this.#sumOf(at);
      const previous = before[at]!;
      const next = after[at]!;
      if (previous >= 0) lookAt(previous, sum);
      if (next >= 0) lookAt(next, sum);
      lookAt(at, Math.max(previous < 0 ? 0 : this.#sumOf(previous), next < 0 ? 0 : this.#sumOf(next)));
    }
    const positions = new Int32Array(marked);
    for (let at = marks.indexOf(1), index = 0; at >= 0 && at < count; at = marks.indexOf(1, at + 1)) {
      positions[index++] = at;
      marks[at] = 0;
    }
    return positions;
  }

  /** Those of `among` that may be among the best `limit`; the last of the best scores at least `certain`. */
  possible(among: Int32Array, limit: number, certain: number): Candidates {
    const { errors, confidences } = this.estimates;
    const best = new GreatestValues(limit);
    const found: Possible[] = [];
    for (const at of among) {
      // The errors may be smaller since the refinement.
      if (!this.#mayEnter(at)) continue;
      const neighbours = this.#neighboursOf(at);
      const share = this.formula.shareOf(at);
      const sum = withNeighbour(this.#sumOf(at), share, neighbours.sum);
      const spread = withNeighbour(errors[at]!, share, neighbours.error) + SLACK;
      const confidence = confidences[at]!;
      const upper = (sum + spread) * confidence * (1 + SLACK);
      // A row with an error of infinity is never left out here.
      if (upper < certain || upper < best.least) continue;
      found.push({ at, upper, neighbours: share === 0 ? [] : neighbours.needed });
      if (this.#surelyEnters(at)) best.add((sum - spread) * confidence * (1 - SLACK));
    }
    const candidates = found.filter(({ upper }) => !(upper < best.least));
    const positions = [...new Set(candidates.flatMap(({ at, neighbours }) => [at, ...neighbours]))];
    positions.sort((a, b) => a - b);
    return {
      candidates: candidates.map(({ at }) => at),
      positions,
      confidences: Float32Array.from(positions, (at) => confidences[at]!),
    };
  }

  #surelyEnters(at: number): boolean {
    const { similarities, errors } = this.estimates;
    return this.formula.entryOf(at, similarities[at]! - errors[at]!) !== null;
  }

  #mayEnter(at: number): boolean {
    const { similarities, errors } = this.estimates;
    const most = similarities[at]! + errors[at]!;
    // NaN: the query is not finite, and nothing is known.
    return Number.isNaN(most) || this.formula.entryOf(at, most) !== null;
  }

  /** The better of both neighbours' sums, and its error. `needed`: both positions, or only the one surely better. */
  #neighboursOf(at: number): { sum: number; error: number; needed: readonly number[] } {
    const previous = this.#words.before[at]!;
    const next = this.#words.after[at]!;
    if (previous < 0 && next < 0) return NO_NEIGHBOURS;
    if (previous < 0 || next < 0) return this.#neighbour(previous < 0 ? next : previous);
    const one = this.#neighbour(previous);
    const other = this.#neighbour(next);
    if (one.sum - one.error > other.sum + other.error + SLACK) return one;
    if (other.sum - other.error > one.sum + one.error + SLACK) return other;
    const needed = [previous, next];
    return { sum: Math.max(one.sum, other.sum), error: Math.max(one.error, other.error), needed };
  }

  #neighbour(at: number) {
    return { sum: this.#sumOf(at), error: this.estimates.errors[at]!, needed: [at] };
  }
}

const NO_NEIGHBOURS = { sum: 0, error: 0, needed: [] };

interface Possible {
  readonly at: number;
  readonly upper: number;
  /** Their sums are part of its score. */
  readonly neighbours: readonly number[];
}

/** One entry for each packet of `words`: for the rare brain in which some packets have no row of this model. */
function alignedTo(words: WordMatches, rows: EstimatedRows, added: Float32Array): Estimates {
  const { count } = words;
  const similarities = new Float32Array(count);
  const errors = new Float32Array(count);
  // A packet whose embedding is still another model's is found by its words alone.
  const confidences = new Float32Array(count).fill(CONFIDENCE.raw);
  forEachRow(words, rows, (at, row) => {
    similarities[at] = rows.similarities[row]!;
    errors[at] = rows.errors[row]!;
    confidences[at] = rows.confidences[row]!;
  });
  const greatestConfidence = Math.max(rows.greatestConfidence, CONFIDENCE.raw);
  const peaks = peaksOf(similarities, added);
  return { ...rows, similarities, errors, confidences, greatestConfidence, peaks, refine: () => {} };
}

/** Remembers the `limit` greatest values. */
class GreatestValues {
  /** A heap, the least first. */
  readonly #heap: number[] = [];

  constructor(private readonly limit: number) {}

  /** No value below this is among the greatest; -Infinity until there are `limit` values. */
  get least(): number {
    return this.#heap.length < this.limit ? Number.NEGATIVE_INFINITY : this.#heap[0]!;
  }

  /** False where `limit` values are already at least as great. */
  add(value: number): boolean {
    const heap = this.#heap;
    if (!(value > this.least)) return false;
    if (heap.length === this.limit) {
      heap[0] = value;
      this.#sink();
      return true;
    }
    let at = heap.push(value) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && heap[parent]! > heap[at]!; parent = (at - 1) >> 1) {
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
    return true;
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
