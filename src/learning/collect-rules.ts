// Sorts the rules of a pass: new lessons, further sources for lessons that exist, and how many were skipped.
import type { RandomSource } from "../base/chance.ts";
import { newId } from "../base/new-id.ts";
import type { Brain } from "../domain/brain.ts";
import { LESSON_TTL_MS } from "../domain/lesson.ts";
import type { Limits } from "../domain/limits.ts";
import type { Seq } from "../domain/packet.ts";
import type { FinishedPass, LearnedLesson } from "../domain/ports/learning-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";
import { type RedactDeps, redactFor } from "../redaction/redact-for.ts";
import { type JudgeRuleDeps, judgeRule } from "./judge-rule.ts";
import { nearestLesson } from "./nearest-lesson.ts";
import { type About, aboutOf, contradict, liveRules } from "./rule-about.ts";

export interface DistilledCluster {
  readonly seqs: readonly Seq[];
  /** null: the cluster was considered, and holds nothing durable. */
  readonly rule: string | null;
  /** The rule says that something is otherwise than before: the lesson nearest to it holds no longer. Absent: it does not. */
  readonly changes?: boolean;
}

export type CollectedRules = Pick<FinishedPass, "lessons" | "merges" | "skipped" | "writeFailed" | "replaced"> & {
  /** What went wrong with the rules that failed; null where none did. */
  readonly error: string | null;
};

/** A lesson at least this near to a rule that changes something is what it changes. */
const CHANGED_SIMILARITY = 0.35;

export interface CollectRulesDeps extends JudgeRuleDeps, RedactDeps {
  readonly reading: Pick<TextReading, "redact" | "readWishes">;
  readonly random: RandomSource;
  readonly limits: Pick<Limits, "lessonCharsMax">;
}

/** A rule that cannot be embedded counts as failed; the others are stored all the same. */
export async function collectRules(
  deps: CollectRulesDeps,
  brain: Brain,
  distilled: readonly DistilledCluster[],
  now: number,
): Promise<CollectedRules> {
  const lessons: (LearnedLesson & { sourceSeqs: Seq[] })[] = [];
  const abouts = new Map<string, About>();
  const changes = new Set<string>();
  const merges: { lessonSeq: Seq; sourceSeqs: readonly Seq[] }[] = [];
  let skipped = 0;
  let writeFailed = 0;
  let error: string | null = null;
  for (const { seqs, rule: worded, changes: isChange } of distilled) {
    if (worded === null) {
      skipped += 1;
      continue;
    }
    try {
      // The packets it was learned from may be older than the setting `redact`.
      const rule = await redactFor(deps, brain.key.account, worded, deps.limits.lessonCharsMax);
      const judgement = await judgeRule(deps, brain, rule, now);
      if (judgement.kind === "new") {
        const twin = lessons.find(({ vector }) => isSameRule(deps, vector, judgement.vector));
        if (twin === undefined) {
          const id = newId(deps.random, "les");
          const expiresAt = now + LESSON_TTL_MS;
          if (isChange === true) changes.add(id);
          const about = await aboutOf(deps, rule, brain.key.account);
          abouts.set(id, about);
          const { isGeneral } = about;
          lessons.push({ id, text: rule, vector: judgement.vector, sourceSeqs: [...seqs], expiresAt, isGeneral });
          continue;
        }
        twin.sourceSeqs.push(...seqs);
      } else {
        merges.push({ lessonSeq: judgement.lessonSeq, sourceSeqs: seqs });
      }
      skipped += 1;
    } catch {
      // The message of what was thrown may quote the rule, so it is not kept.
      writeFailed += 1;
      error = "a rule could not be embedded";
    }
  }
  return {
    lessons,
    merges,
    skipped,
    writeFailed,
    error,
    replaced: await replacedBy(deps, brain, lessons, { abouts, changes, now }),
  };
}

interface Made {
  /** What each new lesson is about, by id, in their order. */
  readonly abouts: ReadonlyMap<string, About>;
  /** Those that say that something is otherwise than before. */
  readonly changes: ReadonlySet<string>;
  readonly now: number;
}

/** Live lessons about the same thing as a new one, that say otherwise. */
async function replacedBy(
  deps: CollectRulesDeps,
  brain: Brain,
  made: readonly LearnedLesson[],
  { abouts, changes, now }: Made,
): Promise<FinishedPass["replaced"]> {
  const rules = [...abouts].map(([id, about]) => ({ id, about }));
  const replaced: { lessonSeq: Seq; by: string }[] = [];
  for (const lesson of made.filter(({ id }) => changes.has(id))) {
    const changed = await nearestLesson(deps, brain.id, { query: lesson.vector, floor: CHANGED_SIMILARITY, now });
    if (changed !== null) replaced.push({ lessonSeq: changed.seq, by: lesson.id });
  }
  if (!rules.some(({ about }) => about.topic !== null || about.kinds.length > 0)) return replaced;
  for (const about of await liveRules(deps, brain, now)) {
    const successor = rules.findLast((rule) => contradict(about, rule.about) || isSameTopic(about, rule.about));
    if (successor !== undefined) replaced.push({ lessonSeq: about.seq, by: successor.id });
  }
  return replaced;
}

function isSameTopic(a: About, b: About): boolean {
  return a.topic !== null && a.topic === b.topic;
}

function isSameRule(deps: CollectRulesDeps, a: Float32Array, b: Float32Array): boolean {
  const { cosineBaseline, sameRuleSimilarity } = deps.embedder.model;
  return similarityOf(cosineOf(a, b), cosineBaseline) >= sameRuleSimilarity;
}
