// The numbers of one brain.
import type { BrainKey } from "../domain/brain.ts";
import type { Clock } from "../domain/chance.ts";
import type { BrainStore, LessonStore } from "../domain/ports.ts";

export interface BrainMetrics {
  readonly turns: number;
  readonly avgCoherence: number;
  readonly memorySize: number;
  readonly lessons: number;
}

/** A brain that was never used has zeros. */
export async function readMetrics(
  deps: { clock: Clock; brains: BrainStore; lessons: LessonStore },
  key: BrainKey,
): Promise<BrainMetrics> {
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
