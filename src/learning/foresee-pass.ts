// Says which lessons a pass would make now, by all that a pass does before it stores them.
import type { Brain } from "../domain/brain.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { ForeseenLesson, PassStatus } from "../domain/ports/learning-store.ts";
import { finishedPass } from "./end-pass.ts";
import { type RunLearningPassDeps, workOnPass } from "./run-learning-pass.ts";

export interface ForeseenPass {
  readonly status: PassStatus;
  readonly lessons: readonly ForeseenLesson[];
}

export const NOTHING_FORESEEN: ForeseenPass = { status: "ok", lessons: [] };

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
