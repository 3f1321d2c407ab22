// The numbers of one brain.
import type { Clock } from "../base/chance.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";

export interface BrainMetrics {
  readonly turns: number;
  readonly avgCoherence: number;
  readonly memorySize: number;
  readonly lessons: number;
}

export interface MetricsDeps {
  readonly clock: Clock;
  readonly brains: Pick<BrainStore, "find" | "counters">;
  readonly lessons: Pick<LessonStore, "countLive">;
}

/** A brain that was never used has zeros. */
export async function readMetrics(deps: MetricsDeps, key: BrainKey): Promise<BrainMetrics> {
  const brain = await deps.brains.find(key);
  if (brain === null) return { turns: 0, avgCoherence: 0, memorySize: 0, lessons: 0 };
  const counters = await deps.brains.counters(brain.id);
  return {
    turns: counters.turns,
    avgCoherence: counters.coherenceCount === 0 ? 0 : counters.coherenceSum / counters.coherenceCount,
    memorySize: counters.memorySize,
    lessons: await deps.lessons.countLive(brain.id, deps.clock.now()),
  };
}
