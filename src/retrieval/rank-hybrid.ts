// The ranking of hybrid retrieval: every packet of a brain by its exact similarity and the formula's other terms.
import { CONFIDENCE } from "../domain/packet.ts";
import type { WordMatches } from "../domain/ports/lexical-index.ts";
import type { ComparedRows } from "../domain/ports/vector-index.ts";
import { ADDED_STEPS, type AddedStep, type Entry, type StepRanks, type SumStep } from "../domain/retrieved.ts";
import { forEachStep } from "./explain-score.ts";
import { type HybridFormula, withNeighbour } from "./hybrid-formula.ts";

/** A column for each step, with one entry for each packet, ascending by seq. */
export interface HybridRanking {
  readonly formula: HybridFormula;
  readonly seqs: Uint32Array;
  /** The sum of the terms after each step; the sums of the last step are the similarities. */
  readonly sums: Readonly<Record<SumStep, Float64Array>>;
  readonly confidences: Float64Array;
  /** similarity x confidence; -1 for a packet that does not enter. */
  readonly scores: Float64Array;
  /** The way by which a packet enters; null: it does not enter. */
  readonly entries: readonly (Entry | null)[];
}

export function rankHybrid(rows: ComparedRows, formula: HybridFormula): HybridRanking {
  const { count, seqs, before, after } = formula.words;
  const cosine = new Float64Array(count);
  // A packet whose embedding is still another model's is found by its words alone.
  const confidences = new Float64Array(count).fill(CONFIDENCE.raw);
  forEachRow(formula.words, rows, (at, row) => {
    cosine[at] = rows.similarities[row]!;
    confidences[at] = exactConfidence(rows.confidences[row]!);
  });
  let sum = cosine;
  const added = ADDED_STEPS.map((step) => {
    const term = formula.terms[step];
    if (term !== null) sum = sum.map((value, at) => value + term(at));
    return [step, sum];
  });
  const sumAt = (at: number) => (at < 0 ? 0 : sum[at]!);
  const neighbours = sum.map((value, at) =>
    withNeighbour(value, formula.shareOf(at), Math.max(sumAt(before[at]!), sumAt(after[at]!))),
  );
  const entries = Array.from(cosine, (value, at) => formula.entryOf(at, value));
  const scores = neighbours.map((value, at) => (entries[at] === null ? -1 : value * confidences[at]!));
  const sums = { cosine, ...(Object.fromEntries(added) as Record<AddedStep, Float64Array>), neighbours };
  return { formula, seqs, sums, confidences, scores, entries };
}

/** Each packet of `words` with the row that is its; packets without one are left out. Both are ascending by seq. */
export function forEachRow(
  words: Pick<WordMatches, "count" | "seqs">,
  rows: Pick<ComparedRows, "count" | "seqs">,
  visit: (at: number, row: number) => void,
): void {
  for (let at = 0, row = 0; at < words.count; at++) {
    while (row < rows.count && rows.seqs[row]! < words.seqs[at]!) row++;
    if (row < rows.count && rows.seqs[row] === words.seqs[at]) visit(at, row);
  }
}

/** Confidences travel as float32 and are meant as decimal: 0.7, not 0.699999988. */
function exactConfidence(confidence: number): number {
  return Math.round(confidence * 1e6) / 1e6;
}

/** Indices of the best by score, equal scores by higher seq; those that do not enter are left out. */
export function bestOf({ scores }: Pick<HybridRanking, "scores">, limit: number): number[] {
  const isBetter = (a: number, b: number) => scores[a]! > scores[b]! || (scores[a] === scores[b] && a > b);
  // A heap whose root is the worst of the best so far, so that thousands of equal scores cost no more than others.
  const heap: number[] = [];
  const sink = (at: number) => {
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBetter(heap[worst]!, heap[child]!)) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  };
  for (let index = 0; index < scores.length; index++) {
    if (scores[index]! < 0) continue;
    if (heap.length < limit) {
      heap.push(index);
      if (heap.length === limit) for (let at = heap.length >> 1; at >= 0; at--) sink(at);
    } else if (isBetter(index, heap[0]!)) {
      heap[0] = index;
      sink(0);
    }
  }
  return heap.sort((a, b) => (isBetter(a, b) ? -1 : 1));
}

/** The ranks of one packet among all: 1 is the best, equals by higher seq. `newest` is that of the last step here. */
export function ranksOf(ranking: HybridRanking, at: number): StepRanks {
  const rankIn = (column: Float64Array) => {
    const value = column[at]!;
    let rank = 1;
    for (let other = 0; other < column.length; other++) {
      if (column[other]! > value || (column[other] === value && other > at)) rank++;
    }
    return rank;
  };
  const confidence = rankIn(ranking.scores);
  return { ...forEachStep((step) => rankIn(ranking.sums[step])), confidence, newest: confidence };
}
