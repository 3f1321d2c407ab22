// The live lesson that is nearest to an embedding.
import type { BrainId } from "../domain/brain.ts";
import type { Seq } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";

export interface NearestLessonDeps {
  readonly lessons: LessonStore;
  readonly vectors: VectorIndex;
}

/** Lessons that expired keep their vectors until they are swept, so the nearest few are looked at. */
const NEAREST_LESSONS = 16;

/** `floor`: the least similarity. null: none is as near. */
export async function nearestLesson(
  { lessons, vectors }: NearestLessonDeps,
  brain: BrainId,
  { query, floor, now }: { readonly query: Float32Array; readonly floor: number; readonly now: number },
): Promise<{ readonly seq: Seq; readonly similarity: number } | null> {
  const near = await vectors.rank("lessons", brain, { query, limit: NEAREST_LESSONS, floor, by: "similarity" });
  const seqs = near.map(({ seq }) => seq);
  const live = new Set((await lessons.bySeqs(brain, seqs, now)).map(({ seq }) => seq));
  return near.find(({ seq }) => live.has(seq)) ?? null;
}
