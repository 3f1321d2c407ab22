// One learning pass of the service's own over one brain.
import type { Clock } from "../base/chance.ts";
import { createGiveWay } from "../base/give-way.ts";
import type { Brain } from "../domain/brain.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { Scan } from "../domain/ports/learning-store.ts";
import { type CollectedRules, type CollectRulesDeps, collectRules, type DistilledCluster } from "./collect-rules.ts";
import { type EndedPass, type EndPassDeps, endPass, type PassReport, statusOf, tell } from "./end-pass.ts";
import { type KeptCluster, keepClusters } from "./keep-clusters.ts";
import { loadCluster } from "./load-cluster.ts";
import { type ScanBrainDeps, scanBrain } from "./scan-brain.ts";

export interface RunLearningPassDeps extends CollectRulesDeps, EndPassDeps, ScanBrainDeps {
  readonly clock: Clock;
  readonly clusterer: Clusterer;
}

const NO_RULES: CollectedRules = { lessons: [], merges: [], skipped: 0, writeFailed: 0, error: null };

/**
 * Clusters the new packets together with those that stayed alone, distils the clusters that are kept, and stores all of
 * it in one write. A failed pass stores nothing and leaves the watermark where it was. Packets recorded meanwhile
 * belong to the next pass.
 */
export async function runLearningPass(
  deps: RunLearningPassDeps,
  brain: Brain,
  distiller: Distiller,
  signal: AbortSignal,
): Promise<PassReport> {
  const now = deps.clock.now();
  const scan = await scanBrain(deps, brain, { withAlone: true, now });
  if (scan === null || scan.fresh.length === 0) return tell(deps, nothingFor(distiller));
  const kept = await keepClusters(deps.clusterer, deps.embedder.model.clusterSimilarity, scan);
  let rules: CollectedRules;
  try {
    rules = await collectRules(deps, brain, await distilAll(deps, brain, kept, distiller, signal), now);
    signal.throwIfAborted();
  } catch (error) {
    const failed = { ...NO_RULES, error: error instanceof Error ? error.message : "the distiller failed" };
    return endPass(deps, { ...passOf({ brain, distiller, scan, kept, rules: failed, now }), status: "failed" });
  }
  return endPass(deps, passOf({ brain, distiller, scan, kept, rules, now }));
}

/** For a brain without new packets, or one that is being re-embedded: nothing is scanned, and nothing is written. */
export function nothingFor(distiller: Distiller): PassReport {
  return { distiller: distiller.name, status: "ok", packetsScanned: 0, clusters: 0, lessonsCreated: 0, skipped: 0 };
}

async function distilAll(
  deps: RunLearningPassDeps,
  brain: Brain,
  kept: readonly KeptCluster[],
  distiller: Distiller,
  signal: AbortSignal,
): Promise<DistilledCluster[]> {
  const distilled: DistilledCluster[] = [];
  const giveWay = createGiveWay();
  for (const cluster of kept) {
    await giveWay();
    signal.throwIfAborted();
    const loaded = await loadCluster(deps.learning, brain.id, cluster);
    const rule = loaded === null ? null : await distiller.distil(loaded, signal);
    distilled.push({ seqs: cluster.seqs, rule });
  }
  return distilled;
}

interface WorkDone {
  readonly brain: Brain;
  readonly distiller: Distiller;
  readonly scan: Scan;
  readonly kept: readonly KeptCluster[];
  readonly rules: CollectedRules;
  readonly now: number;
}

function passOf({ brain, distiller, scan, kept, rules, now }: WorkDone): EndedPass {
  return {
    ...rules,
    brain: brain.id,
    distiller: distiller.name,
    status: statusOf(rules),
    after: scan.after,
    through: scan.fresh.at(-1)?.seq ?? scan.after,
    packetsScanned: scan.fresh.length,
    clusters: kept.length,
    learnedSeqs: kept.flatMap(({ seqs }) => [...seqs]),
    tokenHash: null,
    now,
  };
}
