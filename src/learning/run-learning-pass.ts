// One learning pass of the service's own over one brain.
import type { Clock } from "../base/chance.ts";
import { createGiveWay } from "../base/give-way.ts";
import type { Brain } from "../domain/brain.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { ForeseenLesson, PassStatus, Scan } from "../domain/ports/learning-store.ts";
import { type CollectedRules, type CollectRulesDeps, collectRules, type DistilledCluster } from "./collect-rules.ts";
import {
  type EndedPass,
  type EndPassDeps,
  endPass,
  finishedPass,
  type PassReport,
  statusOf,
  tell,
} from "./end-pass.ts";
import { type KeptCluster, loadCluster } from "./keep-clusters.ts";
import { type PlannedRules, type PlanRulesDeps, planRules } from "./plan-rules.ts";
import { type ScanBrainDeps, scanBrain } from "./scan-brain.ts";

export interface RunLearningPassDeps extends CollectRulesDeps, EndPassDeps, ScanBrainDeps, PlanRulesDeps {
  readonly clock: Clock;
}

const NO_PLAN: PlannedRules = {
  wishes: [],
  changing: new Map(),
  taught: new Set(),
  ended: [],
  changedInPassing: [],
  endings: [],
  clusters: [],
};
const NO_RULES: CollectedRules = {
  ...{ lessons: [], merges: [], replaced: [], ended: [] },
  ...{ skipped: 0, writeFailed: 0, error: null },
};

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
  const work = await workOnPass(deps, brain, distiller, signal);
  return work === null ? tell(deps, nothingFor(distiller)) : endPass(deps, work);
}

export interface ForeseenPass {
  readonly status: PassStatus;
  readonly lessons: readonly ForeseenLesson[];
}

export const NOTHING_FORESEEN: ForeseenPass = { status: "ok", lessons: [] };

/** Which lessons a pass would make now, by all that a pass does before it stores them. */
export async function foreseePass(
  deps: Omit<RunLearningPassDeps, "onPass">,
  brain: Brain,
  distiller: Distiller,
  signal: AbortSignal,
): Promise<ForeseenPass> {
  const work = await workOnPass(deps, brain, distiller, signal);
  if (work === null) return NOTHING_FORESEEN;
  return { status: work.status, lessons: await deps.learning.foreseeLessons(finishedPass(deps, work)) };
}

/** All that comes before a pass is stored: it changes nothing. null: there is nothing to learn from. */
async function workOnPass(
  deps: Omit<RunLearningPassDeps, "onPass">,
  brain: Brain,
  distiller: Distiller,
  signal: AbortSignal,
): Promise<EndedPass | null> {
  const now = deps.clock.now();
  const scan = await scanBrain(deps, brain, { withAlone: true, now });
  if (scan === null || scan.fresh.length === 0) return null;
  let planned = NO_PLAN;
  let rules: CollectedRules;
  try {
    planned = await planRules(deps, brain, scan, now);
    const distilled = await distilAll(deps, brain, planned.clusters, distiller, signal);
    const wished = await wordAll(deps, brain, planned, distiller, signal);
    rules = await collectRules(deps, brain, [...wished, ...distilled], now);
    const confirmed = new Set(rules.merges.map(({ lessonSeq }) => lessonSeq));
    const passed = planned.changedInPassing.filter((lessonSeq) => !confirmed.has(lessonSeq));
    const gone = [...new Set([...planned.ended, ...passed])].map((lessonSeq) => ({ lessonSeq, by: null }));
    rules = { ...rules, replaced: [...rules.replaced, ...gone], ended: [...planned.endings, ...rules.ended] };
    signal.throwIfAborted();
  } catch (error) {
    const failed = { ...NO_RULES, error: error instanceof Error ? error.message : "the distiller failed" };
    return { ...passOf({ brain, distiller, scan, planned, rules: failed, now }), status: "failed" };
  }
  return passOf({ brain, distiller, scan, planned, rules, now });
}

/** For a brain without new packets, or one that is being re-embedded: nothing is scanned, and nothing is written. */
export function nothingFor(distiller: Distiller): PassReport {
  return {
    distiller: distiller.name,
    status: "ok",
    packetsScanned: 0,
    clusters: 0,
    lessons: [],
    lessonsCreated: 0,
    skipped: 0,
  };
}

/** A model words what one turn teaches too; else it is worded already. */
async function wordAll(
  deps: Pick<RunLearningPassDeps, "learning">,
  brain: Brain,
  { wishes, changing }: PlannedRules,
  distiller: Distiller,
  signal: AbortSignal,
): Promise<DistilledCluster[]> {
  const clusters = wishes.map(({ seqs }) => ({ seqs, fromCorrection: false, centralSeq: seqs.at(-1) ?? 0 }));
  const worded = distiller.isModel ? await distilAll(deps, brain, clusters, distiller, signal) : null;
  return wishes.map(({ text, seqs, wish, replaces = [] }, at) => {
    // Of the orders that a sentence lists, the first.
    const isFirst = wishes.findIndex((rule) => rule.wish === wish) === at;
    const changed = wish === null || !isFirst ? [] : (changing.get(wish)?.rules ?? []);
    return { seqs, rule: worded === null ? text : (worded[at]?.rule ?? null), replaces: [...replaces, ...changed] };
  });
}

async function distilAll(
  deps: Pick<RunLearningPassDeps, "learning">,
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
  readonly planned: PlannedRules;
  readonly rules: CollectedRules;
  readonly now: number;
}

function passOf({ brain, distiller, scan, planned, rules, now }: WorkDone): EndedPass {
  return {
    ...rules,
    brain: brain.id,
    distiller: distiller.name,
    status: statusOf(rules),
    after: scan.after,
    through: scan.fresh.at(-1)?.seq ?? scan.after,
    packetsScanned: scan.fresh.length,
    clusters: planned.clusters.length,
    learnedSeqs: [...new Set([...planned.taught, ...planned.clusters.flatMap(({ seqs }) => [...seqs])])],
    tokenHash: null,
    now,
  };
}
