// Decides whether a distilled rule is new to its brain, or whether a live lesson says it already.

import type { Brain } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import { differInNumbers } from "./change-signs.ts";
import { type NearestLessonDeps, nearestLesson } from "./nearest-lesson.ts";

export interface JudgeRuleDeps extends NearestLessonDeps {
  readonly embedder: Embedder;
}

export type RuleJudgement =
  | { readonly kind: "new"; readonly vector: Float32Array }
  /** A live lesson means the same. */
  | { readonly kind: "same"; readonly lessonSeq: Seq };

export async function judgeRule(
  deps: JudgeRuleDeps,
  { id: brain, key }: Brain,
  rule: string,
  { replaces, now }: { readonly replaces: readonly Seq[]; readonly now: number },
): Promise<RuleJudgement> {
  const { vector } = await deps.embedder.embed({
    text: saidInLesson(rule),
    role: "passage",
    lane: "background",
    account: key.account,
  });
  const floor = deps.embedder.model.sameRuleSimilarity;
  const same = await nearestLesson(deps, brain, { query: vector, floor, now });
  return same !== null && saysTheSame(rule, same.lesson, replaces)
    ? { kind: "same", lessonSeq: same.seq }
    : { kind: "new", vector };
}

/** A wish that changes a lesson may be near it all the same; word for word it changes nothing. */
function saysTheSame(
  rule: string,
  same: { readonly seq: Seq; readonly text: string },
  replaces: readonly Seq[],
): boolean {
  const [said, known] = [saidInLesson(rule), saidInLesson(same.text)];
  return said === known || (!replaces.includes(same.seq) && !differInNumbers(said, known));
}
