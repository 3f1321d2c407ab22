// How purely and how fully each threshold clusters mixes of intents, and which one the rule of choice takes.
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import { clusterRows } from "../../src/vectors/cluster-rows.ts";
import type { Kernels } from "../../src/vectors/kernels.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import { type ClusteringScores, drawMix, type LabelledText, meanScores, scoreClustering } from "./clustering-scores.ts";
import type { Utterances } from "./threshold-data.ts";
import { type Interval, middleOf, RESAMPLES } from "./threshold-grid.ts";
import { embedDistinct } from "./threshold-pairs.ts";

/** Purity first: a rule made of turns that do not belong together is worse than one that comes a day later. */
export const PURITY_LEAST = 0.93;

export type ClusterRow = ClusteringScores & { readonly threshold: number };

export interface ClusterFindings {
  /** The mean over the mixes. */
  readonly rows: readonly ClusterRow[];
  /** null: no threshold of the grid is pure enough. */
  readonly suggested: number | null;
  /** Of the suggestion, over resamples of the mixes. */
  readonly interval: Interval | null;
}

/** The mixes of bench:clustering, with the seeds `seed`, `seed` + 1, … */
export function drawMixes({ inScope, outOfScope }: Utterances, seed: number, count: number): LabelledText[][] {
  return Array.from({ length: count }, (_, at) => drawMix(seededRandom(seed + at), inScope, outOfScope));
}

export async function measureClusters(
  embedder: Embedder,
  kernels: Kernels,
  mixes: readonly (readonly LabelledText[])[],
  grid: readonly number[],
  resamples = RESAMPLES,
): Promise<ClusterFindings> {
  const vectors = await embedDistinct(
    embedder,
    mixes.flat().map(({ text }) => text),
  );
  const { cosineBaseline } = embedder.model;
  const byMix = mixes.map((mix) => {
    const rows = new Float32Array(mix.length * DIMENSION);
    for (const [at, { text }] of mix.entries()) rows.set(vectors.get(text)!, at * DIMENSION);
    return grid.map((threshold) =>
      scoreClustering(
        mix,
        clusterRows(kernels, { vectors: rows, count: mix.length, threshold, baseline: cosineBaseline }),
      ),
    );
  });
  const meanOf = (chosen: readonly ClusteringScores[][]): ClusterRow[] =>
    grid.map((threshold, at) => ({ threshold, ...meanScores(chosen.map((mix) => mix[at]!)) }));

  const rows = meanOf(byMix);
  const random = seededRandom(1);
  const suggestions = Array.from({ length: resamples }, () =>
    suggestCluster(meanOf(byMix.map(() => byMix[random.integer(byMix.length)]!))),
  );
  return { rows, suggested: suggestCluster(rows), interval: middleOf(suggestions) };
}

/** Of the thresholds that are pure enough, the one of the best F1; ties: the least. */
export function suggestCluster(rows: readonly ClusterRow[]): number | null {
  const pure = rows.filter(({ purity }) => purity >= PURITY_LEAST);
  if (pure.length === 0) return null;
  return pure.reduce((best, row) => (row.f1 > best.f1 ? row : best)).threshold;
}
