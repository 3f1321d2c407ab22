// Hands a caller the clusters that its own model is to distil. No model is called here.
import type { Clock, RandomSource } from "../base/chance.ts";
import { newToken } from "../base/new-id.ts";
import { sha256 } from "../base/sha256.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import { SCAN_MAX, SYNTHESIS_TOKEN_TTL_MS } from "../domain/ports/learning-store.ts";
import { keepClusters, loadCluster } from "./keep-clusters.ts";
import { type ScanBrainDeps, scanBrain } from "./scan-brain.ts";
import { clusterPrompt, SYSTEM_PROMPT } from "./write-prompt.ts";

export interface PrepareSynthesisDeps extends ScanBrainDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly embedder: Embedder;
  readonly clusterer: Clusterer;
  readonly brains: BrainStore;
}

export interface SynthesisPlan {
  /** null where there is nothing to learn. */
  readonly synthesisToken: string | null;
  readonly system: string;
  readonly packetsScanned: number;
  readonly clusters: readonly SynthesisCluster[];
}

export interface SynthesisCluster {
  readonly id: string;
  readonly prompt: string;
  readonly sources: number;
  readonly fromCorrection: boolean;
}

function emptyPlan(packetsScanned: number): SynthesisPlan {
  return { synthesisToken: null, system: SYSTEM_PROMPT, packetsScanned, clusters: [] };
}

/** A full scan that keeps no cluster moves the watermark: otherwise later packets would never be scanned. */
export async function prepareSynthesis(deps: PrepareSynthesisDeps, key: BrainKey): Promise<SynthesisPlan> {
  const brain = await deps.brains.find(key);
  if (brain === null) return emptyPlan(0);
  const now = deps.clock.now();
  const scan = await scanBrain(deps, brain, { withAlone: false, now });
  if (scan === null) return emptyPlan(0);
  const through = scan.fresh.at(-1)?.seq ?? scan.after;
  const kept = await keepClusters(deps.clusterer, deps.embedder.model.clusterSimilarity, scan);
  const clusters: (SynthesisCluster & { seqs: readonly number[] })[] = [];
  for (const cluster of kept) {
    const loaded = await loadCluster(deps.learning, brain.id, cluster);
    if (loaded === null) continue;
    clusters.push({
      id: `c${clusters.length + 1}`,
      prompt: clusterPrompt(loaded),
      sources: loaded.packets.length,
      fromCorrection: cluster.fromCorrection,
      seqs: cluster.seqs,
    });
  }
  const packetsScanned = scan.fresh.length;
  if (clusters.length === 0) {
    if (packetsScanned === SCAN_MAX) await deps.learning.moveWatermark(brain.id, through);
    return emptyPlan(packetsScanned);
  }
  const synthesisToken = newToken(deps.random, "syn");
  await deps.learning.savePlan({
    tokenHash: sha256(synthesisToken),
    brain: brain.id,
    after: scan.after,
    through,
    packetsScanned,
    clusters,
    createdAt: now,
    expiresAt: now + SYNTHESIS_TOKEN_TTL_MS,
  });
  return { synthesisToken, system: SYSTEM_PROMPT, packetsScanned, clusters };
}
