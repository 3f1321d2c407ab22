// What a pass works on. Nothing while the brain is being re-embedded: two models' embeddings cannot be compared.
import type { Brain, BrainId } from "../domain/brain.ts";
import type { LearningStore, Scan } from "../domain/ports/learning-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";

export interface ScanBrainDeps {
  readonly learning: LearningStore;
  readonly reembedding: Pick<Reembedding, "isUnderWay">;
  /** Resolves when what was recorded before has its embeddings. */
  readonly backlog: { settle(brain: BrainId): Promise<void> };
}

/** null: not now. The watermark stays where it is, so that a later pass learns from the packets. */
export async function scanBrain(
  deps: ScanBrainDeps,
  brain: Brain,
  options: { withAlone: boolean; now: number },
): Promise<Scan | null> {
  if (await deps.reembedding.isUnderWay(brain.id)) return null;
  const scan = await deps.learning.scan(brain.id, options);
  if (!scan.fresh.some(({ isStale }) => isStale)) return scan;
  // Turns may have been prepared with another model and recorded just now.
  await deps.backlog.settle(brain.id);
  return deps.learning.scan(brain.id, options);
}
