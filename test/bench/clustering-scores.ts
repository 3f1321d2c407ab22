// How well a clustering agrees with the labels of its items.
import type { SeededRandom } from "../vectors/seeded-random.ts";

/** A label of null belongs with nothing else: out of scope. */
export interface LabelledText {
  readonly text: string;
  readonly label: string | null;
}

export interface ClusteringScores {
  /** Of the pairs put together, the share with one label; 1 where no pair was. */
  readonly precision: number;
  /** Of the pairs with one label, the share put together; 1 where there is none. */
  readonly recall: number;
  readonly f1: number;
  /** Of the items in clusters of two or more, the share that bears its cluster's most frequent label; 1 without any. */
  readonly purity: number;
  /** Clusters of two items or more, and the items in them. */
  readonly kept: number;
  readonly items: number;
}

export const INTENTS = 60;
export const UTTERANCES_MAX = 6;
export const OUT_OF_SCOPE = 80;

/** `intents` labels with 1 to 6 utterances each and `outOfScope` others, in mixed order; fewer where there are no more. */
export function drawMix(
  random: SeededRandom,
  utterances: readonly LabelledText[],
  outOfScope: readonly LabelledText[],
): LabelledText[] {
  const labels = shuffled(random, [...new Set(utterances.map(({ label }) => label))].sort()).slice(0, INTENTS);
  const inScope = labels.flatMap((label) => {
    const ofLabel = utterances.filter((each) => each.label === label);
    return shuffled(random, ofLabel).slice(0, 1 + random.integer(UTTERANCES_MAX));
  });
  return shuffled(random, [...inScope, ...shuffled(random, outOfScope).slice(0, OUT_OF_SCOPE)]);
}

/** `assignment`: the cluster of each item. */
export function scoreClustering(items: readonly LabelledText[], assignment: Int32Array): ClusteringScores {
  const sizes = countBy(items, (_, at) => `${assignment[at]}`);
  const labels = countBy(items, ({ label }, at) => label ?? `alone ${at}`);
  const both = countBy(items, ({ label }, at) => `${assignment[at]} ${label ?? `alone ${at}`}`);
  const together = pairsIn(sizes);
  const alike = pairsIn(labels);
  const right = pairsIn(both);
  const precision = together === 0 ? 1 : right / together;
  const recall = alike === 0 ? 1 : right / alike;

  const kept = [...sizes].filter(([, size]) => size >= 2);
  const keptItems = kept.reduce((sum, [, size]) => sum + size, 0);
  const majority = new Map<string, number>();
  for (const [key, count] of both) {
    const cluster = key.slice(0, key.indexOf(" "));
    majority.set(cluster, Math.max(majority.get(cluster) ?? 0, count));
  }
  const pure = kept.reduce((sum, [cluster]) => sum + (majority.get(cluster) ?? 0), 0);
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    purity: keptItems === 0 ? 1 : pure / keptItems,
    kept: kept.length,
    items: keptItems,
  };
}

/** The mean of each figure. `all`: at least one. */
export function meanScores(all: readonly ClusteringScores[]): ClusteringScores {
  const mean = (of: (scores: ClusteringScores) => number) => all.reduce((sum, each) => sum + of(each), 0) / all.length;
  return {
    precision: mean((each) => each.precision),
    recall: mean((each) => each.recall),
    f1: mean((each) => each.f1),
    purity: mean((each) => each.purity),
    kept: mean((each) => each.kept),
    items: mean((each) => each.items),
  };
}

function countBy(items: readonly LabelledText[], key: (item: LabelledText, at: number) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const found = key(item, at);
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

function pairsIn(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
}

/** Fisher-Yates; the argument stays as it is. */
function shuffled<T>(random: SeededRandom, values: readonly T[]): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.integer(last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}
