// Hands the lessons that a pass made to the vectors in memory.
import type { FinishedPass } from "../domain/learning-store.ts";
import type { Lesson } from "../domain/lesson.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { VectorIndex } from "../domain/vector-index.ts";

export function showLessons(vectors: VectorIndex, pass: FinishedPass, made: readonly Lesson[]): void {
  if (made.length === 0) return;
  const vectorById = new Map(pass.lessons.map(({ id, vector }) => [id, vector]));
  const rows = new Float32Array(made.length * DIMENSION);
  for (const [at, { id }] of made.entries()) rows.set(vectorById.get(id) ?? [], at * DIMENSION);
  vectors.append("lessons", pass.brain, {
    count: made.length,
    seqs: Uint32Array.from(made, ({ seq }) => seq),
    confidences: new Float32Array(made.length).fill(1),
    vectors: rows,
  });
}
