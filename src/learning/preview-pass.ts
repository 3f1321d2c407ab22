// Shows what a learning pass would do, and does none of it.
import type { Clock } from "../base/chance.ts";
import type { Brain } from "../domain/brain.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { LearningStore } from "../domain/ports/learning-store.ts";
import { keepClusters } from "./keep-clusters.ts";
import { loadCluster } from "./load-cluster.ts";

export interface PreviewPassDeps {
  readonly clock: Clock;
  readonly clusterer: Clusterer;
  readonly clusterSimilarity: number;
  readonly learning: LearningStore;
  readonly distiller: Distiller;
}

export interface PassPreview {
  readonly packetsScanned: number;
  /** Scanned packets with an embedding of another model: they are not compared until this model embeds them. */
  readonly packetsStale: number;
  readonly clusters: readonly ClusterPreview[];
}

export interface ClusterPreview {
  /** Ids of its packets, corrections first. */
  readonly packets: readonly string[];
  readonly fromCorrection: boolean;
  /** null: the cluster holds nothing durable. */
  readonly rule: string | null;
}

export async function previewPass(deps: PreviewPassDeps, brain: Brain): Promise<PassPreview> {
  const scan = await deps.learning.scan(brain.id, { withAlone: true, now: deps.clock.now() });
  const kept = scan.fresh.length === 0 ? [] : await keepClusters(deps.clusterer, deps.clusterSimilarity, scan);
  const clusters: ClusterPreview[] = [];
  for (const cluster of kept) {
    const loaded = await loadCluster(deps.learning, brain.id, cluster);
    if (loaded === null) continue;
    clusters.push({
      packets: loaded.packets.map(({ id }) => id),
      fromCorrection: cluster.fromCorrection,
      rule: await deps.distiller.distil(loaded, new AbortController().signal),
    });
  }
  const packetsStale = [...scan.alone, ...scan.fresh].filter(({ isStale }) => isStale).length;
  return { packetsScanned: scan.fresh.length, packetsStale, clusters };
}
