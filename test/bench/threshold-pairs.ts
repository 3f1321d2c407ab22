// What a threshold finds among pairs of sentences that people scored, and the one that finds what another model's does.
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import { cosineOf, similarityOf } from "../../src/domain/similarity.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import type { ScoredTexts } from "./threshold-data.ts";
import { type Interval, middleOf, RESAMPLES } from "./threshold-grid.ts";

/** What a threshold over pairs is for: which scores it is right about, which it should find, what decides on it. */
export interface PairPurpose {
  readonly rightFrom: number;
  readonly soughtFrom: number;
  /** Of two models' thresholds, those are each other's equal that agree in this. */
  readonly by: "precision" | "share";
}

export interface PairRow {
  readonly threshold: number;
  /** At or above the threshold. */
  readonly pairs: number;
  /** Of those, the share with a score of `rightFrom` or more; NaN without any. */
  readonly precision: number;
  /** Of the pairs with a score of `soughtFrom` or more, the share at or above the threshold; NaN without any. */
  readonly share: number;
}

/** The similarities of the same pairs by one model, and the threshold it has for a purpose. */
export interface Measured {
  readonly similarities: readonly number[];
  readonly shipped: number;
}

export interface PairFindings {
  readonly rows: readonly PairRow[];
  /** What decides, at the reference model's own threshold. */
  readonly reference: { readonly value: number; readonly pairs: number; readonly interval: Interval | null };
  /** null: no threshold of the grid reaches the reference. */
  readonly suggested: number | null;
  /** Of the suggestion, over resamples of the pairs that both models share. */
  readonly interval: Interval | null;
}

/** After the baseline, in the order of the pairs; each text is embedded once, as what is stored. */
export async function similaritiesOf(embedder: Embedder, pairs: readonly ScoredTexts[]): Promise<number[]> {
  const vectors = await embedDistinct(
    embedder,
    pairs.flatMap(({ first, second }) => [first, second]),
  );
  const { cosineBaseline } = embedder.model;
  return pairs.map(({ first, second }) =>
    similarityOf(cosineOf(vectors.get(first)!, vectors.get(second)!), cosineBaseline),
  );
}

export async function embedDistinct(
  embedder: Embedder,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const distinct = [...new Set(texts)];
  const embedded = await Promise.all(
    distinct.map((text) => embedder.embed({ text, role: "passage", lane: "background" })),
  );
  return new Map(distinct.map((text, at) => [text, embedded[at]!.vector]));
}

export interface PairComparison {
  /** Of the pairs, by people. */
  readonly scores: readonly number[];
  readonly purpose: PairPurpose;
  readonly model: Measured;
  readonly reference: Measured;
  /** Ascending, both thresholds in use among it. */
  readonly grid: readonly number[];
  /** Of the pairs, seeded. */
  readonly resamples?: number;
}

export function comparePairs(comparison: PairComparison): PairFindings {
  const { scores, purpose, model, reference, grid, resamples = RESAMPLES } = comparison;
  const [ours, theirs] = [model, reference].map(({ similarities }) => counterOf(scores, similarities, purpose, grid));
  const at = grid.indexOf(reference.shipped);
  if (at < 0) throw new RangeError(`${reference.shipped} is not among the thresholds that are tried`);
  const everyPair = scores.map((_, pair) => pair);
  const rows = ours!(everyPair);
  const there = theirs!(everyPair)[at]!;

  const random = seededRandom(1);
  const values: number[] = [];
  const suggestions: (number | null)[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    const drawn = everyPair.map(() => random.integer(scores.length));
    const value = theirs!(drawn)[at]![purpose.by];
    values.push(value);
    suggestions.push(equalThreshold(ours!(drawn), purpose, value));
  }
  return {
    rows,
    reference: { value: there[purpose.by], pairs: there.pairs, interval: middleOf(values) },
    suggested: equalThreshold(rows, purpose, there[purpose.by]),
    interval: middleOf(suggestions),
  };
}

/** The least threshold that is as precise, or the greatest that finds as large a share. */
export function equalThreshold(rows: readonly PairRow[], { by }: PairPurpose, value: number): number | null {
  const reaching = rows.filter((row) => row[by] >= value);
  return (by === "precision" ? reaching[0] : reaching.at(-1))?.threshold ?? null;
}

/** Counts the pairs that are named, each as often as it is, at every threshold of the grid. */
function counterOf(
  scores: readonly number[],
  similarities: readonly number[],
  { rightFrom, soughtFrom }: PairPurpose,
  grid: readonly number[],
): (pairs: readonly number[]) => PairRow[] {
  // The last threshold that a pair reaches; -1 for none.
  const reached = similarities.map((similarity) => grid.findLastIndex((threshold) => similarity >= threshold));
  return (pairs) => {
    const [above, right, found] = [0, 1, 2].map(() => new Int32Array(grid.length)) as [
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    let sought = 0;
    for (const pair of pairs) {
      const [at, score] = [reached[pair]!, scores[pair]!];
      if (score >= soughtFrom) sought++;
      if (at < 0) continue;
      above[at]!++;
      if (score >= rightFrom) right[at]!++;
      if (score >= soughtFrom) found[at]!++;
    }
    for (let at = grid.length - 2; at >= 0; at--) {
      for (const counts of [above, right, found]) counts[at]! += counts[at + 1]!;
    }
    return grid.map((threshold, at) => ({
      threshold,
      pairs: above[at]!,
      precision: right[at]! / above[at]!,
      share: found[at]! / sought,
    }));
  };
}
