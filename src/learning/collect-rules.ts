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
import { type About, contradict } from "../domain/wish.ts";
import { type RedactDeps, redactFor } from "../redaction/redact-for.ts";
import { type JudgeRuleDeps, judgeRule } from "./judge-rule.ts";
import { aboutOf, liveRules } from "./rule-about.ts";

export interface DistilledCluster {
  readonly seqs: readonly Seq[];
  /** null: the cluster was considered, and holds nothing durable. */
  readonly rule: string | null;
  /** The live lessons that it takes the place of, by what was said with it; absent: none. */
  readonly replaces?: readonly Seq[];
}

export type CollectedRules = Pick<FinishedPass, "lessons" | "merges" | "skipped" | "writeFailed" | "replaced"> & {
  /** What went wrong with the rules that failed; null where none did. */
  readonly error: string | null;
};

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
  const lessons: MadeLesson[] = [];
  const merges: { lessonSeq: Seq; sourceSeqs: readonly Seq[] }[] = [];
  let skipped = 0;
  let writeFailed = 0;
  let error: string | null = null;
  for (const { seqs, rule: worded, replaces = [] } of distilled) {
    if (worded === null) {
      skipped += 1;
      continue;
    }
    try {
      // The packets it was learned from may be older than the setting `redact`.
      const rule = await redactFor(deps, brain.key.account, worded, deps.limits.lessonCharsMax);
      const judgement = await judgeRule(deps, brain, rule, { replaces, now });
      if (judgement.kind === "new") {
        const twin = lessons.find(({ vector }) => isSameRule(deps, vector, judgement.vector));
        if (twin === undefined) {
          const { vector } = judgement;
          const about = await aboutOf(deps, rule, brain.key.account);
          const made = { id: newId(deps.random, "les"), text: rule, vector, sourceSeqs: [...seqs], about, replaces };
          lessons.push({ ...made, expiresAt: now + LESSON_TTL_MS, isGeneral: about.isGeneral });
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
    replaced: await replacedBy(deps, brain, lessons, now),
  };
}

interface MadeLesson extends LearnedLesson {
  readonly sourceSeqs: Seq[];
  readonly about: About;
  readonly replaces: readonly Seq[];
}

/** Live lessons about the same thing as a new one, that say otherwise. */
async function replacedBy(
  deps: CollectRulesDeps,
  brain: Brain,
  made: readonly MadeLesson[],
  now: number,
): Promise<FinishedPass["replaced"]> {
  const replaced = made.flatMap(({ id, replaces }) => replaces.map((lessonSeq) => ({ lessonSeq, by: id })));
  if (!made.some(({ about }) => about.topic !== null || about.kinds.length > 0)) return replaced;
  for (const about of await liveRules(deps, brain, now)) {
    const successor = made.findLast((rule) => contradict(about, rule.about) || isSameTopic(about, rule.about));
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
