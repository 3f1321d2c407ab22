// The ranking of hybrid retrieval: embeddings, words, time and neighbours of every packet of a brain, added up.
import type { ModelSpec } from "../domain/model-spec.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { WordMatches } from "../domain/ports/lexical-index.ts";
import type { ComparedRows } from "../domain/ports/vector-index.ts";
import type { Entry, StepRanks } from "../domain/retrieved.ts";
import type { TimeCue } from "../domain/time-cue.ts";
import { matchTime } from "./match-time.ts";

export type HybridWeights = Pick<
  ModelSpec,
  "similarityFloor" | "lexicalWeight" | "neighbourWeight" | "timeWeight" | "lexicalEntry"
>;

/** A column a step, an entry a packet, ascending by seq. */
export interface HybridRanking {
  readonly seqs: Uint32Array;
  readonly cosines: Float64Array;
  /** Cosine + words, + time, + neighbours: each holds the ones before it. */
  readonly withWords: Float64Array;
  readonly withTime: Float64Array;
  readonly similarities: Float64Array;
  readonly confidences: Float64Array;
  /** similarity x confidence; -1 for a packet that does not enter. */
  readonly scores: Float64Array;
  /** By which way a packet enters; null: by none. */
  readonly entryOf: (at: number) => Entry | null;
  /** How well a packet lies in the time that the question names, 0 to 1; 0 where it names none. */
  readonly timeFitOf: (at: number) => number;
}

/**
 * Share of what a question's words weigh that its best packet must reach for its words to count in full. A question in
 * another language shares a word or two with some packet by chance, which must not make that one the best of all.
 */
const WEAK_SHARE = 0.3;

/** Words of a question that asks for a time and little else: a verb, and the words of the time. */
const TIME_WORDS_MAX = 3;

/**
 * similarity = c + lexicalWeight x BM25 / best BM25 of this question (or a weak one's bound) + timeWeight x fit of its time, and then
 * neighbourWeight x leaning x the better such sum of its two neighbours. A packet enters by its cosine floor, or by words
 * that are evidence in themselves: they make up a share of `lexicalEntry` or more of what the question's words weigh, and
 * are two or more, or one that is telling; or by its time, where a question names one and says little else ("What did we
 * talk about last week?"). What neighbours say counts among a packet's words; their embeddings and times let nothing in.
 */
export function rankHybrid(
  rows: ComparedRows,
  words: WordMatches,
  cues: readonly TimeCue[],
  weights: HybridWeights,
): HybridRanking {
  const { count, seqs } = words;
  const cosines = new Float64Array(count);
  // A packet without an embedding, while another model's are being made anew, is found by its words alone.
  const confidences = new Float64Array(count).fill(CONFIDENCE.raw);
  for (let at = 0, row = 0; at < count; at++) {
    while (row < rows.count && rows.seqs[row]! < seqs[at]!) row++;
    if (row === rows.count || rows.seqs[row] !== seqs[at]) continue;
    cosines[at] = rows.similarities[row]!;
    confidences[at] = exactConfidence(rows.confidences[row]!);
  }
  const lexicalUnit = lexicalUnitOf(words, weights);
  const withWords = new Float64Array(count);
  for (let at = 0; at < count; at++) withWords[at] = cosines[at]! + lexicalUnit * words.scores[at]!;
  const withTime = cues.length === 0 ? withWords : new Float64Array(count);
  if (cues.length > 0) {
    for (let at = 0; at < count; at++) {
      withTime[at] = withWords[at]! + weights.timeWeight * matchTime(cues, words.times[at]!);
    }
  }
  const byTime = asksForTime(words, cues);
  const timeFitOf = (at: number) => matchTime(cues, words.times[at]!);
  const entryOf = (at: number): Entry | null => {
    if (cosines[at]! >= weights.similarityFloor) return "similarity";
    if (entersByWords(words, at, weights.lexicalEntry)) return "words";
    return byTime && timeFitOf(at) === 1 ? "time" : null;
  };
  const similarities = new Float64Array(count);
  const scores = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const before = words.before[at]!;
    const after = words.after[at]!;
    const better = Math.max(before < 0 ? 0 : withTime[before]!, after < 0 ? 0 : withTime[after]!);
    similarities[at] = withTime[at]! + weights.neighbourWeight * words.leaning[at]! * better;
    scores[at] = entryOf(at) === null ? -1 : similarities[at]! * confidences[at]!;
  }
  return { seqs, cosines, withWords, withTime, similarities, confidences, scores, entryOf, timeFitOf };
}

/** What a BM25 of 1 adds to a similarity. */
export function lexicalUnitOf({ best, weight }: WordMatches, { lexicalWeight }: HybridWeights): number {
  return best > 0 ? lexicalWeight / Math.max(best, WEAK_SHARE * weight) : 0;
}

/** Whether the question names a time and says little else that is found. */
export function asksForTime({ asked, best, weight }: WordMatches, cues: readonly TimeCue[]): boolean {
  return cues.length > 0 && asked <= TIME_WORDS_MAX && best <= WEAK_SHARE * weight;
}

export function entersByWords(words: WordMatches, at: number, share: number): boolean {
  const score = words.scores[at]!;
  return score > 0 && score >= share * words.weight && (words.matched[at]! >= 2 || words.telling[at] === 1);
}

/** Confidences travel as float32 and are meant as decimal: 0.7, not 0.699999988. */
function exactConfidence(confidence: number): number {
  return Math.round(confidence * 1e6) / 1e6;
}

/** The packets at `positions` (ascending) alone; a neighbour that is not among them is none. */
export function only(words: WordMatches, positions: readonly number[]): WordMatches {
  const indexOf = new Map(positions.map((at, index) => [at, index]));
  const neighbours = (column: Int32Array) => Int32Array.from(positions, (at) => indexOf.get(column[at]!) ?? -1);
  return {
    count: positions.length,
    seqs: Uint32Array.from(positions, (at) => words.seqs[at]!),
    best: words.best,
    scores: Float64Array.from(positions, (at) => words.scores[at]!),
    matched: Uint16Array.from(positions, (at) => words.matched[at]!),
    telling: Uint8Array.from(positions, (at) => words.telling[at]!),
    before: neighbours(words.before),
    after: neighbours(words.after),
    leaning: Float64Array.from(positions, (at) => words.leaning[at]!),
    times: Float64Array.from(positions, (at) => words.times[at]!),
    weight: words.weight,
    asked: words.asked,
  };
}

/** Indices of the best by score, equal scores by higher seq; those that do not enter are left out. */
export function bestOf({ scores }: HybridRanking, limit: number): number[] {
  return bestIndices(scores, limit);
}

/** Negative values are left out. */
function bestIndices(scores: Float64Array, limit: number): number[] {
  const isBetter = (a: number, b: number) => scores[a]! > scores[b]! || (scores[a] === scores[b] && a > b);
  // A heap whose root is the worst of the best so far, so that equal scores by the thousand cost no more than others.
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

/** The places of one packet among all, 1 the best, equal ones by higher seq. `newest` is that of the last step there is here. */
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
  return {
    cosine: rankIn(ranking.cosines),
    words: rankIn(ranking.withWords),
    time: rankIn(ranking.withTime),
    neighbours: rankIn(ranking.similarities),
    confidence,
    newest: confidence,
  };
}
