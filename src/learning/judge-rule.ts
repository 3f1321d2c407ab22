// Decides whether a distilled rule is new to its brain, or whether a live lesson says it already.

import type { Brain } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";

export interface JudgeRuleDeps {
  readonly embedder: Embedder;
  readonly lessons: LessonStore;
  readonly vectors: VectorIndex;
}

export type RuleJudgement =
  | { readonly kind: "new"; readonly vector: Float32Array }
  /** A live lesson means the same. */
  | { readonly kind: "same"; readonly lessonSeq: Seq };

/** Lessons that expired keep their vectors until they are swept, so the nearest few are looked at. */
const NEAREST_LESSONS = 16;

export async function judgeRule(
  deps: JudgeRuleDeps,
  { id: brain, key }: Brain,
  rule: string,
  now: number,
): Promise<RuleJudgement> {
  const { vector } = await deps.embedder.embed({
    text: saidInLesson(rule),
    role: "passage",
    lane: "background",
    account: key.account,
  });
  const near = await deps.vectors.rank("lessons", brain, {
    query: vector,
    limit: NEAREST_LESSONS,
    floor: deps.embedder.model.sameRuleSimilarity,
    by: "similarity",
  });
  const live = new Set(
    (
      await deps.lessons.bySeqs(
        brain,
        near.map(({ seq }) => seq),
        now,
      )
    ).map(({ seq }) => seq),
  );
  const same = near.find(({ seq }) => live.has(seq));
  return same === undefined ? { kind: "new", vector } : { kind: "same", lessonSeq: same.seq };
}
