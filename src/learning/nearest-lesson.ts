// The live lesson that is nearest to an embedding.
import type { BrainId } from "../domain/brain.ts";
import type { Lesson } from "../domain/lesson.ts";
import { bySeq, type Seq } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";

export interface NearestLessonDeps {
  readonly lessons: LessonStore;
  readonly vectors: VectorIndex;
}

/** Lessons that expired keep their vectors until they are swept, so the nearest few are looked at. */
const NEAREST_LESSONS = 16;

interface Near {
  readonly seq: Seq;
  readonly similarity: number;
  readonly lesson: Lesson;
}

/** `floor`: the least similarity. null: none is as near. */
export async function nearestLesson(
  deps: NearestLessonDeps,
  brain: BrainId,
  request: NearRequest,
): Promise<Near | null> {
  return (await nearestLessons(deps, brain, request))[0] ?? null;
}

interface NearRequest {
  readonly query: Float32Array;
  readonly floor: number;
  readonly now: number;
}

/** At most sixteen, the nearest first. */
export async function nearestLessons(
  { lessons, vectors }: NearestLessonDeps,
  brain: BrainId,
  { query, floor, now }: NearRequest,
): Promise<Near[]> {
  const near = await vectors.rank("lessons", brain, { query, limit: NEAREST_LESSONS, floor, by: "similarity" });
  const seqs = near.map(({ seq }) => seq);
  const live = bySeq(await lessons.bySeqs(brain, seqs, now));
  return near.flatMap(({ seq, similarity }) => {
    const lesson = live.get(seq);
    return lesson === undefined ? [] : [{ seq, similarity, lesson }];
  });
}
