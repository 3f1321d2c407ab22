// Plans what a pass makes rules of: wishes that are meant to last, and clusters of what was said again.
import type { Brain } from "../domain/brain.ts";
import type { Lesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { Scan } from "../domain/ports/learning-store.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import { decideWishes, type TaughtRule } from "./decide-wishes.ts";
import { endedBy } from "./ended-rules.ts";
import { type FindWishesDeps, findWishes, type Wish } from "./find-wishes.ts";
import { type KeptCluster, keepClusters } from "./keep-clusters.ts";
import { type About, aboutOf } from "./rule-about.ts";

export interface PlanRulesDeps extends FindWishesDeps {
  readonly accounts: Pick<AccountStore, "settings">;
  readonly lessons: LessonStore;
  readonly clusterer: Clusterer;
}

export interface PlannedRules {
  readonly wishes: readonly TaughtRule[];
  /** Packets whose wishes become rules. */
  readonly taught: ReadonlySet<Seq>;
  /** Live lessons that a sentence takes back. */
  readonly ended: readonly Lesson[];
  /** To be distilled. */
  readonly clusters: readonly KeptCluster[];
}

/** Lessons that are held against new wishes. */
const LESSONS_READ_MAX = 1_000;
/** Without a head for intents no share decides. */
const NEVER = { plain: 2, lasting: 2, worded: 2 } as const;

export async function planRules(deps: PlanRulesDeps, brain: Brain, scan: Scan, now: number): Promise<PlannedRules> {
  const { learnOnce } = await deps.accounts.settings(brain.key.account);
  const wishes = learnOnce === "off" ? [] : await findWishes(deps, brain, scan);
  const decided = decideWishes(wishes, {
    learnOnce,
    after: scan.after,
    thresholds: deps.intents?.thresholds ?? NEVER,
    standing: await standingRules(deps, brain, wishes, now),
  });
  const ended = await endedBy(deps, brain, decided.ended, now);
  // What ends a rule is none itself.
  const rules = decided.rules.filter(({ wish }) => wish === null || !ended.has(wish));
  const taught = new Set(rules.flatMap(({ seqs }) => seqs));
  const clusters = await keepClusters(deps.clusterer, deps.embedder.model.clusterSimilarity, scan);
  return {
    wishes: rules,
    taught,
    ended: [...new Set([...ended.values()].flat())],
    // What a wish of its own has taught is not distilled again with others.
    clusters: clusters.filter(({ seqs }) => !seqs.some((seq) => taught.has(seq))),
  };
}

/** What the live lessons are about; looked up only where a wish may say otherwise. */
async function standingRules(
  deps: PlanRulesDeps,
  brain: Brain,
  wishes: readonly Wish[],
  now: number,
): Promise<About[]> {
  if (!wishes.some(({ kinds }) => kinds.length > 0)) return [];
  const live = await deps.lessons.list(brain.id, { limit: LESSONS_READ_MAX, before: null }, now);
  return Promise.all(live.map(({ text }) => aboutOf(deps, text, brain.key.account)));
}
