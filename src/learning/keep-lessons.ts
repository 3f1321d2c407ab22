// Lessons by hand: list, add, reword, remove.
import type { Clock, RandomSource } from "../base/chance.ts";
import { newId } from "../base/new-id.ts";
import type { Doer } from "../domain/audit.ts";
import type { BrainKey } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import { LESSON_TTL_MS, type Lesson, PINNED_UNTIL, saidInLesson } from "../domain/lesson.ts";
import type { Limits } from "../domain/limits.ts";
import type { Seq } from "../domain/packet.ts";
import { type Page, pageOf } from "../domain/page.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { areGeneral } from "../domain/wish.ts";
import { type RedactDeps, redactFor } from "../redaction/redact-for.ts";

export interface LessonDeps extends RedactDeps {
  readonly reading: Pick<TextReading, "redact" | "readWishes">;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly embedder: Pick<Embedder, "embed">;
  readonly brains: BrainStore;
  readonly lessons: LessonStore;
  readonly vectors: Pick<VectorIndex, "append" | "refresh" | "remove">;
  readonly limits: Pick<Limits, "lessonCharsMax">;
}

/** Live lessons, newest first. */
export async function listLessons(
  deps: Pick<LessonDeps, "brains" | "lessons" | "clock">,
  input: { brain: BrainKey; limit: number; before: Seq | null; isReplaced: boolean },
): Promise<Page<Lesson>> {
  const brain = await deps.brains.find(input.brain);
  if (brain === null) return { items: [], next: null };
  const page = { limit: input.limit + 1, before: input.before };
  const found = input.isReplaced
    ? await deps.lessons.listReplaced(brain.id, page)
    : await deps.lessons.list(brain.id, page, deps.clock.now());
  return pageOf(found, input.limit);
}

/** Throws `too_many_pinned`. */
export async function addLesson(
  deps: LessonDeps,
  input: { brain: BrainKey; text: string; pinned: boolean; by?: Doer },
): Promise<Lesson> {
  const { text, vector, isGeneral } = await wordingOf(deps, input.brain, input.text);
  const now = deps.clock.now();
  const made = {
    id: newId(deps.random, "les"),
    brain: input.brain,
    text,
    vector,
    createdAt: now,
    expiresAt: input.pinned ? PINNED_UNTIL : now + LESSON_TTL_MS,
    isGeneral,
    sourceLink: [],
  };
  const lesson = await deps.lessons.add(made, input.by);
  deps.vectors.append("lessons", lesson.brain, {
    count: 1,
    seqs: Uint32Array.of(lesson.seq),
    confidences: Float32Array.of(1),
    vectors: vector,
  });
  return lesson;
}

/** As it is stored, with its embedding. */
async function wordingOf(deps: LessonDeps, { account }: BrainKey, written: string) {
  const text = await redactFor(deps, account, written, deps.limits.lessonCharsMax);
  const said = saidInLesson(text);
  const [sentences, { vector }] = await Promise.all([
    deps.reading.readWishes(said, account),
    deps.embedder.embed({ text: said, role: "passage", lane: "interactive", account }),
  ]);
  return { text, vector, isGeneral: areGeneral(sentences) };
}

function noSuchLesson(): MemoryError {
  return new MemoryError("lesson_not_found", "there is no such lesson in this brain");
}

interface LessonChange {
  readonly brain: BrainKey;
  readonly id: string;
  /** Absent: the wording stays. */
  readonly text?: string | undefined;
  /** Absent: it stays as it is. */
  readonly pinned?: boolean | undefined;
  readonly by?: Doer;
}

/** All of the change in one write; sources and use stay. Throws `lesson_not_found`, `too_many_pinned`. */
export async function changeLesson(deps: LessonDeps, input: LessonChange): Promise<Lesson> {
  const brain = await deps.brains.find(input.brain);
  if (brain === null || (await deps.lessons.find(brain.id, input.id, deps.clock.now())) === null) throw noSuchLesson();
  const { id, text, pinned = null, by } = input;
  const wording = text === undefined ? null : await wordingOf(deps, input.brain, text);
  const lesson = await deps.lessons.change({ brain: brain.id, id, wording, pinned, now: deps.clock.now() }, by);
  if (lesson === null) throw noSuchLesson();
  // The row keeps its place and gets another vector.
  await deps.vectors.refresh("lessons", brain.id, [lesson.seq]);
  return lesson;
}

/** With `forget` no later pass brings the same rule back. Throws `lesson_not_found`. */
export async function removeLesson(
  deps: Pick<LessonDeps, "brains" | "lessons" | "clock" | "vectors">,
  input: { brain: BrainKey; id: string; forget: boolean; by?: Doer },
): Promise<void> {
  const brain = await deps.brains.find(input.brain);
  const { id, forget, by } = input;
  const seq = brain === null ? null : await deps.lessons.remove(brain.id, id, forget, deps.clock.now(), by);
  if (brain === null || seq === null) throw noSuchLesson();
  deps.vectors.remove("lessons", brain.id, seq);
}
