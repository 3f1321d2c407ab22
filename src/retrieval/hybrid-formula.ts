// The formula of hybrid scoring. Estimates, exact scores and explanations all take their terms from here.
import type { ModelSpec } from "../domain/model-spec.ts";
import type { Seq } from "../domain/packet.ts";
import type { WordMatches } from "../domain/ports/lexical-index.ts";
import type { AddedColumn } from "../domain/ports/vector-index.ts";
import { ADDED_STEPS, type AddedStep, type Entry } from "../domain/retrieved.ts";
import type { TimeCue } from "../domain/time-cue.ts";
import { matchTime } from "./match-time.ts";
import { NO_RECENCY } from "./recency.ts";

export interface HybridWeights
  extends Pick<ModelSpec, "similarityFloor" | "lexicalWeight" | "neighbourWeight" | "timeWeight" | "lexicalEntry"> {
  /** Whether packets without evidence of their own enter as the nearest. Absent: they do. */
  readonly letsInNearest?: boolean;
}

/**
 * A question's words count in full where its best packet reaches this share of their total weight. A question in
 * another language shares a word or two with some packet by chance, which must not make that packet the best of all.
 * .5: best of .3 to .7 on LoCoMo.
 */
const WEAK_SHARE = 0.5;

/**
 * What a packet that tells a lasting need gains, at most, where the question asks for advice. From .4 on nothing more is
 * gained on small brains (bench:brains, seen and third part).
 */
const NEED_WEIGHT = 0.4;

/** Brings the turn that an input leans on among the best of any brain. */
const SESSION_WEIGHT = 0.5;

/** Words of a question that asks for a time and little else: a verb, and the words of the time. */
const TIME_WORDS_MAX = 3;

/**
 * For a packet p, and a question whose words together weigh W and whose best BM25 in this brain is B:
 *
 *   words(p)      = lexicalWeight × BM25(p) / max(B, WEAK_SHARE × W) + NEED_WEIGHT × need(p)
 *   time(p)       = timeWeight × timeFit(p)                                   0 ≤ timeFit ≤ 1
 *   recency(p)    = recencyOf, by its position, in a small brain; 0 in others
 *   session(p)    = SESSION_WEIGHT for the turn that the input leans on, 0 for all others
 *   sum(p)        = cosine(p) + words(p) + time(p) + recency(p) + session(p)
 *   similarity(p) = sum(p) + neighbourWeight × leaning(p) × max(sum(before p), sum(after p))     0 ≤ leaning ≤ 1
 *   score(p)      = similarity(p) × confidence(p)
 *
 * cosine(p) is the similarity of the embeddings, the model's baseline taken off; 0 without an embedding. need(p) is the
 * BM25 of the mark of lasting needs, over the weight of the rarest word; 0 where the question does not ask for it. A
 * neighbour that is not there has the sum 0. No term is negative. A packet enters by the first of these that holds:
 *
 *   similarity:  cosine(p) ≥ similarityFloor
 *   words:       BM25(p) > 0 and BM25(p) ≥ lexicalEntry × W, and p holds two of the words, or one that is telling
 *   time:        timeFit(p) = 1, the question has TIME_WORDS_MAX words at most, and B ≤ WEAK_SHARE × W
 *   nearest:     cosine(p) > 0, and p is among the best: see retrieve-hybrid.ts
 *
 * The words of a packet's neighbours count among its own; their embeddings and times are no evidence. A question that is
 * foreign to the brain brings nothing: foreign-question.ts. At the end a newer statement gets at least the score of an older
 * one that says the same: newest-statement.ts.
 *
 * Packets are named by their position in `words`.
 */
export class HybridFormula {
  /** What is added to a cosine, in the order of ADDED_STEPS, and never negative; null: adds nothing to any packet. */
  readonly terms: Readonly<Record<AddedStep, Term | null>>;
  readonly #asksForTime: boolean;
  #addedOnce: AddedColumn | null = null;

  constructor(
    readonly words: WordMatches,
    private readonly cues: readonly TimeCue[],
    private readonly weights: HybridWeights,
    private readonly last: Seq | null = null,
    readonly recency: Float64Array = NO_RECENCY,
  ) {
    const { asked, best, weight, scores, implied, seqs, times } = words;
    const weak = WEAK_SHARE * weight;
    this.#asksForTime = cues.length > 0 && asked <= TIME_WORDS_MAX && best <= weak;
    const lexicalUnit = best > 0 ? weights.lexicalWeight / Math.max(best, weak) : 0;
    this.terms = {
      words:
        best > 0 || implied.length > 0 ? (at) => lexicalUnit * scores[at]! + NEED_WEIGHT * (implied[at] ?? 0) : null,
      time: cues.length > 0 ? (at) => weights.timeWeight * matchTime(cues, times[at]!) : null,
      recency: recency.length > 0 ? (at) => recency[at]! : null,
      session: last !== null ? (at) => (seqs[at] === last ? SESSION_WEIGHT : 0) : null,
    };
  }

  /** All terms together, as float32: about sum(p) - cosine(p). */
  get added(): AddedColumn {
    this.#addedOnce ??= this.#addTerms();
    return this.#addedOnce;
  }

  #addTerms(): AddedColumn {
    const { count, seqs } = this.words;
    const values = new Float32Array(count);
    for (const step of ADDED_STEPS) {
      const term = this.terms[step];
      if (term !== null) for (let at = 0; at < count; at++) values[at] = values[at]! + term(at);
    }
    return { seqs, values };
  }

  /** Of the packets at `positions` (ascending) alone. A neighbour that is not among them counts as none. */
  among(positions: readonly number[]): HybridFormula {
    const { recency } = this;
    return new HybridFormula(
      wordsAmong(this.words, positions),
      this.cues,
      this.weights,
      this.last,
      recency.length === 0 ? recency : Float64Array.from(positions, (at) => recency[at]!),
    );
  }

  /** neighbourWeight × leaning(p): how much of its better neighbour's sum a packet gains. */
  shareOf(at: number): number {
    return this.weights.neighbourWeight * this.words.leaning[at]!;
  }

  /** No share is above it. */
  get greatestShare(): number {
    return this.weights.neighbourWeight;
  }

  /** How well a packet lies in the time that the question names, 0 to 1; 0 where it names none. */
  timeFitOf(at: number): number {
    return matchTime(this.cues, this.words.times[at]!);
  }

  /** The way by which a packet of that cosine enters; null: it does not enter. */
  entryOf(at: number, cosine: number): Entry | null {
    if (cosine >= this.weights.similarityFloor) return "similarity";
    if (this.entersByWords(at)) return "words";
    if (this.#asksForTime && this.timeFitOf(at) === 1) return "time";
    return cosine > 0 && this.weights.letsInNearest !== false ? "nearest" : null;
  }

  /** Whether some packet enters by its words or its time. */
  get isKnown(): boolean {
    for (let at = 0; at < this.words.count; at++) {
      if (this.entersByWords(at) || (this.#asksForTime && this.timeFitOf(at) === 1)) return true;
    }
    return false;
  }

  entersByWords(at: number): boolean {
    const { scores, weight, matched, telling } = this.words;
    const score = scores[at]!;
    return score > 0 && score >= this.weights.lexicalEntry * weight && (matched[at]! >= 2 || telling[at] === 1);
  }
}

function wordsAmong(words: WordMatches, positions: readonly number[]): WordMatches {
  const indexOf = new Map(positions.map((at, index) => [at, index]));
  const neighbours = (column: Int32Array) => Int32Array.from(positions, (at) => indexOf.get(column[at]!) ?? -1);
  return {
    count: positions.length,
    seqs: Uint32Array.from(positions, (at) => words.seqs[at]!),
    best: words.best,
    scores: Float64Array.from(positions, (at) => words.scores[at]!),
    implied: words.implied.length === 0 ? words.implied : Float64Array.from(positions, (at) => words.implied[at]!),
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

/** similarity(p) from sum(p) and that of the better neighbour. Its error comes from their errors in the same way. */
export function withNeighbour(sum: number, share: number, better: number): number {
  return sum + share * better;
}

/** What a term adds to the packet at a position. */
type Term = (at: number) => number;
