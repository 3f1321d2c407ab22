// Writes of lessons.
import { and, count, eq, gt, gte, inArray, isNull, lte, or } from "drizzle-orm";
import { hashOfWording } from "../../../base/hash-of-wording.ts";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import { MemoryError } from "../../../domain/errors.ts";
import {
  isPinned,
  LESSON_TTL_MS,
  type Lesson,
  PINNED_MAX,
  PINNED_UNTIL,
  SUPERSEDED_KEPT_MS,
} from "../../../domain/lesson.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { ChangedLesson, LessonRemoval } from "../../../domain/ports/lesson-store.ts";
import type { LessonChange, LessonWrite } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { brainOf, ofBrain, rowOf, seqOf } from "../rows.ts";
import { forgottenRules, lessonEmbeddings, lessonSources, lessons } from "../schema.ts";
import { appendOfBrain } from "./write-audit.ts";
import { ensureBrain, takeSeq } from "./write-brains.ts";

export function addLesson(db: Drizzle, { by, ...lesson }: LessonWrite): Lesson {
  const brain = ensureBrain(db, lesson.brain, lesson.createdAt).id;
  if (isPinned(lesson)) requireRoom(db, brain);
  const { vector, ...told } = lesson;
  const made = { ...told, brain, seq: takeSeq(db, brain), useCount: 0, llmCost: null, supersededBy: null };
  insertLesson(db, made, vector);
  appendOfBrain(db, by, { brain, action: "lesson.added", target: `lesson:${lesson.id}` });
  return made;
}

/** With its embedding and its sources. */
export function insertLesson(db: Drizzle, { brain, seq, sourceLink, ...columns }: Lesson, vector: Float32Array): void {
  const row = rowOf(brain, seq);
  db.insert(lessons)
    .values({ row, ...columns })
    .run();
  db.insert(lessonEmbeddings)
    .values({ row, vector: bytesOfVector(vector), model: CURRENT_GENERATION })
    .run();
  linkSources(db, row, sourceLink);
}

/** Links that are there already stay. */
export function linkSources(db: Drizzle, lessonRow: number, ids: readonly string[]): void {
  for (const packetId of ids) db.insert(lessonSources).values({ lessonRow, packetId }).onConflictDoNothing().run();
}

function findLiveRow(db: Drizzle, brain: BrainId, id: string, now: number): number | null {
  const live = and(eq(lessons.id, id), ofBrain(lessons.row, brain), gt(lessons.expiresAt, now));
  return db.select({ row: lessons.row }).from(lessons).where(live).get()?.row ?? null;
}

/** For one more that is pinned. */
function requireRoom(db: Drizzle, brain: BrainId): void {
  const pinned = and(ofBrain(lessons.row, brain), gte(lessons.expiresAt, PINNED_UNTIL));
  const held = db.select({ lessons: count() }).from(lessons).where(pinned).get();
  if ((held?.lessons ?? 0) < PINNED_MAX) return;
  throw new MemoryError("too_many_pinned", `a brain has at most ${PINNED_MAX} pinned lessons: unpin or delete one`);
}

/** Wording and embedding change together; sources and use stay. */
export function changeLesson(db: Drizzle, change: LessonChange): boolean {
  const { brain, id, wording, pinned, now, by } = change;
  const row = findLiveRow(db, brain, id, now);
  if (row === null) return false;
  if (wording !== null) rewordLesson(db, row, wording);
  if (pinned !== null) pinLesson(db, { brain, row, pinned, now });
  const details = pinned === null ? {} : { pinned };
  appendOfBrain(db, by, { brain, action: "lesson.changed", target: `lesson:${id}`, details });
  return true;
}

function rewordLesson(db: Drizzle, row: number, { text, vector, isGeneral }: NonNullable<ChangedLesson["wording"]>) {
  db.update(lessons).set({ text, isGeneral }).where(eq(lessons.row, row)).run();
  db.update(lessonEmbeddings)
    .set({ vector: bytesOfVector(vector), model: CURRENT_GENERATION })
    .where(eq(lessonEmbeddings.row, row))
    .run();
}

interface Pinning {
  readonly brain: BrainId;
  readonly row: number;
  readonly pinned: boolean;
  readonly now: number;
}

function pinLesson(db: Drizzle, { brain, row, pinned, now }: Pinning): void {
  const mine = eq(lessons.row, row);
  const lesson = db.select({ expiresAt: lessons.expiresAt }).from(lessons).where(mine).get();
  if (lesson === undefined || isPinned(lesson) === pinned) return;
  if (pinned) requireRoom(db, brain);
  const expiresAt = pinned ? PINNED_UNTIL : now + LESSON_TTL_MS;
  db.update(lessons).set({ expiresAt }).where(mine).run();
}

export function removeLesson(db: Drizzle, { brain, id, forget, now, by }: LessonRemoval): Seq | null {
  const row = findLiveRow(db, brain, id, now);
  if (row === null) return null;
  if (forget) forgetRule(db, row, now);
  db.delete(lessons).where(eq(lessons.row, row)).run();
  appendOfBrain(db, by, { brain, action: "lesson.deleted", target: `lesson:${id}`, details: { forget } });
  return seqOf(row);
}

function forgetRule(db: Drizzle, row: number, now: number): void {
  const rule = db
    .select({ text: lessons.text, vector: lessonEmbeddings.vector, model: lessonEmbeddings.model })
    .from(lessonEmbeddings)
    .innerJoin(lessons, eq(lessons.row, lessonEmbeddings.row))
    .where(eq(lessonEmbeddings.row, row))
    .get();
  if (rule === undefined) return;
  const { text, vector, model } = rule;
  db.insert(forgottenRules)
    .values({ row, vector, createdAt: now, model, wording: hashOfWording(text) })
    .run();
}

export function sweepLessons(db: Drizzle, { now }: { now: number }): { brain: BrainId; seq: Seq }[] {
  const isOver = or(isNull(lessons.supersededBy), lte(lessons.expiresAt, now - SUPERSEDED_KEPT_MS));
  const expired = db
    .select({ row: lessons.row })
    .from(lessons)
    .where(and(lte(lessons.expiresAt, now), isOver))
    .all();
  const rows = expired.map((each) => each.row);
  if (rows.length > 0) db.delete(lessons).where(inArray(lessons.row, rows)).run();
  return rows.map((row) => ({ brain: brainOf(row), seq: seqOf(row) }));
}
