// Removes what has expired: lessons, and turn tokens with what they hold.
import type { Clock } from "../domain/chance.ts";
import type { LessonStore, TurnStore } from "../domain/ports.ts";
import type { VectorIndex } from "../domain/vector-index.ts";

/** For so long an expired token is still told from one that never was. */
const EXPIRED_TOKEN_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface SweepDeps {
  readonly clock: Clock;
  readonly lessons: LessonStore;
  readonly turns: TurnStore;
  readonly vectors: VectorIndex;
}

export async function sweepExpired(deps: SweepDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { brain, seq } of await deps.lessons.sweep(now)) deps.vectors.remove("lessons", brain, seq);
  await deps.turns.sweep(now, EXPIRED_TOKEN_KEPT_MS);
}
