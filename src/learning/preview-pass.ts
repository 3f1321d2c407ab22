// Shows what a learning pass would do, and does none of it.
import type { Clock } from "../base/chance.ts";
import type { Brain } from "../domain/brain.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import { loadCluster } from "./keep-clusters.ts";
import { type PlanRulesDeps, planRules } from "./plan-rules.ts";

export interface PreviewPassDeps extends PlanRulesDeps {
  readonly clock: Clock;
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
  const now = deps.clock.now();
  const scan = await deps.learning.scan(brain.id, { withAlone: true, now });
  const clusters: ClusterPreview[] = [];
  if (scan.fresh.length > 0) {
    const planned = await planRules(deps, brain, scan, now);
    for (const { text, seqs } of planned.wishes) {
      const found = await deps.learning.packets(brain.id, seqs);
      clusters.push({ packets: found.map(({ id }) => id), fromCorrection: false, rule: text });
    }
    for (const cluster of planned.clusters) {
      const loaded = await loadCluster(deps.learning, brain.id, cluster);
      if (loaded === null) continue;
      clusters.push({
        packets: loaded.packets.map(({ id }) => id),
        fromCorrection: cluster.fromCorrection,
        rule: await deps.distiller.distil(loaded, new AbortController().signal),
      });
    }
  }
  const packetsStale = [...scan.alone, ...scan.fresh].filter(({ isStale }) => isStale).length;
  return { packetsScanned: scan.fresh.length, packetsStale, clusters };
}
