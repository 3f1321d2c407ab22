// One learning pass of the service's own over one brain.
import type { Brain } from "../domain/brain.ts";
import type { Clock } from "../domain/chance.ts";
import type { Clusterer, Distiller } from "../domain/learning.ts";
import type { FinishedPass, LearningStore, PassStatus, Scan } from "../domain/learning-store.ts";
import type { Seq } from "../domain/packet.ts";
import { type CollectedRules, type CollectRulesDeps, collectRules, type DistilledCluster } from "./collect-rules.ts";
import { type KeptCluster, keepClusters } from "./keep-clusters.ts";
import { loadCluster } from "./load-cluster.ts";
import { showLessons } from "./show-lessons.ts";

export interface RunLearningPassDeps extends CollectRulesDeps {
  readonly learning: LearningStore;
  readonly clock: Clock;
  readonly clusterer: Clusterer;
  /** Told of every pass that ended, however it ended. */
  readonly onPass: (pass: PassReport) => void;
}

export interface PassReport {
  readonly distiller: string;
  readonly status: PassStatus;
  readonly packetsScanned: number;
  readonly clusters: number;
  readonly lessonsCreated: number;
  readonly skipped: number;
}

const NO_RULES: CollectedRules = { lessons: [], merges: [], skipped: 0, writeFailed: 0, error: null };

/**
 * Scans what is new, joins what stayed alone, distils what is kept, and stores all of it in one write. A failed pass
 * stores nothing and leaves the watermark where it was. Packets recorded meanwhile belong to the next pass.
 */
export async function runLearningPass(
  deps: RunLearningPassDeps,
  brain: Brain,
  distiller: Distiller,
  signal: AbortSignal,
): Promise<PassReport> {
  const now = deps.clock.now();
  const scan = await deps.learning.scan(brain.id, { withAlone: true, now });
  const last = scan.fresh.at(-1);
  if (last === undefined) return report(deps, passOf(deps, brain, distiller, scan, [], NO_RULES, now), 0);
  const kept = await keepClusters(deps.clusterer, deps.embedder.model.clusterSimilarity, scan);
  let rules: CollectedRules;
  try {
    rules = await collectRules(deps, brain.id, await distilAll(deps, brain, kept, distiller, signal), now);
    signal.throwIfAborted();
  } catch (error) {
    const failed = { ...NO_RULES, error: error instanceof Error ? error.message : "the distiller failed" };
    const pass = { ...passOf(deps, brain, distiller, scan, kept, failed, now), status: "failed" as const };
    await deps.learning.finishPass(pass);
    return report(deps, pass, 0);
  }
  const pass = passOf(deps, brain, distiller, scan, kept, rules, now);
  const { lessons, forgotten } = await deps.learning.finishPass(pass);
  showLessons(deps.vectors, pass, lessons);
  return report(deps, { ...pass, skipped: pass.skipped + forgotten }, lessons.length);
}

async function distilAll(
  deps: RunLearningPassDeps,
  brain: Brain,
  kept: readonly KeptCluster[],
  distiller: Distiller,
  signal: AbortSignal,
): Promise<DistilledCluster[]> {
  const distilled: DistilledCluster[] = [];
  for (const cluster of kept) {
    signal.throwIfAborted();
    const loaded = await loadCluster(deps.learning, brain.id, cluster);
    const rule = loaded === null ? null : await distiller.distil(loaded, signal);
    distilled.push({ seqs: cluster.seqs, rule });
  }
  return distilled;
}

function passOf(
  deps: RunLearningPassDeps,
  brain: Brain,
  distiller: Distiller,
  scan: Scan,
  kept: readonly KeptCluster[],
  rules: CollectedRules,
  now: number,
): FinishedPass {
  const learnedSeqs: Seq[] = kept.flatMap(({ seqs }) => [...seqs]);
  return {
    ...rules,
    brain: brain.id,
    distiller: distiller.name,
    status: statusOf(rules),
    after: scan.after,
    through: scan.fresh.at(-1)?.seq ?? scan.after,
    packetsScanned: scan.fresh.length,
    clusters: kept.length,
    llmCost: 0,
    learnedSeqs,
    forgottenSimilarity: deps.embedder.model.forgottenRuleSimilarity,
    cosineBaseline: deps.embedder.model.cosineBaseline,
    tokenHash: null,
    now,
  };
}

/** `partial` where some rules failed, `failed` where all that there were did. */
export function statusOf({ lessons, merges, writeFailed }: CollectedRules): PassStatus {
  if (writeFailed === 0) return "ok";
  return lessons.length + merges.length > 0 ? "partial" : "failed";
}

function report(deps: RunLearningPassDeps, pass: FinishedPass, lessonsCreated: number): PassReport {
  const { distiller, status, packetsScanned, clusters, skipped } = pass;
  const done = { distiller, status, packetsScanned, clusters, lessonsCreated, skipped };
  deps.onPass(done);
  return done;
}
