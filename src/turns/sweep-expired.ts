// Removes what has expired: lessons, and turn tokens with what they hold.
import type { Clock } from "../base/chance.ts";
import type { LearningStore } from "../domain/ports/learning-store.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";

/** For so long an expired token is answered otherwise than one that never was. */
const EXPIRED_TOKEN_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface SweepDeps {
  readonly clock: Clock;
  readonly lessons: LessonStore;
  readonly learning: LearningStore;
  readonly meter: Meter;
  readonly turns: TurnStore;
  readonly vectors: VectorIndex;
}

export async function sweepExpired(deps: SweepDeps): Promise<void> {
  const now = deps.clock.now();
  const expired = await deps.lessons.sweep(now);
  for (const { brain, seq } of expired) deps.vectors.remove("lessons", brain, seq);
  if (expired.length > 0) deps.meter.count({ event: "lessons_expired" }, expired.length);
  await deps.learning.sweep(now);
  await deps.turns.sweep(now, EXPIRED_TOKEN_KEPT_MS);
}
