// Writes of lessons.
import { and, asc, count, eq, gt, gte, isNull, lte, or, sql } from "drizzle-orm";
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
import type { Tx } from "../engine/transaction.ts";
import { byBrain } from "../named-rows.ts";
import { brains, forgottenRules, lessonEmbeddings, lessonSources, lessons } from "../schema.ts";
import { appendOfBrain } from "./write-audit.ts";
import { ensureBrain, lockBrain } from "./write-brains.ts";

export async function addLesson(tx: Tx, { by, ...lesson }: LessonWrite): Promise<Lesson> {
  const { id: brain, nextSeq: seq } = await ensureBrain(tx, lesson.brain, lesson.createdAt);
  if (isPinned(lesson)) await requireRoom(tx, brain);
  tx.count(brain, { seqs: 1 });
  const { vector, ...told } = lesson;
  const made = { ...told, brain, seq, useCount: 0, llmCost: null, supersededBy: null };
  await insertLessons(tx, brain, [{ lesson: made, vector }]);
  await appendOfBrain(tx, by, { brain, action: "lesson.added", target: `lesson:${lesson.id}` });
  return made;
}

/** Each with its embedding and its sources. */
export async function insertLessons(
  tx: Tx,
  brain: BrainId,
  made: readonly { readonly lesson: Lesson; readonly vector: Float32Array }[],
): Promise<void> {
  if (made.length === 0) return;
  const links = made.flatMap(({ lesson: { seq, sourceLink } }) => sourceLink.map((packetId) => ({ seq, packetId })));
  await Promise.all([
    tx.db.insert(lessons).values(made.map(({ lesson: { sourceLink: _, ...row } }) => row)),
    tx.db.insert(lessonEmbeddings).values(
      made.map(({ lesson: { seq }, vector }) => ({
        ...{ brain, seq },
        vector: bytesOfVector(vector),
        model: tx.generation,
      })),
    ),
    linkSources(tx, brain, links),
  ]);
  tx.note(brain, { lessons: made.map(({ lesson: { seq } }) => seq) });
}

/** `seq`: of a lesson. Links that are there already stay. */
export async function linkSources(
  { db }: Tx,
  brain: BrainId,
  links: readonly { readonly seq: Seq; readonly packetId: string }[],
): Promise<void> {
  if (links.length === 0) return;
  const seqs = sql.param(links.map(({ seq }) => seq));
  const ids = sql.param(links.map(({ packetId }) => packetId));
  await db.execute(sql`INSERT INTO ${lessonSources} (brain, seq, packet_id)
    SELECT ${brain}::bigint, made.* FROM unnest(${seqs}::int[], ${ids}::text[]) AS made ON CONFLICT DO NOTHING`);
}

function lessonAt(brain: BrainId, seq: Seq) {
  return and(eq(lessons.brain, brain), eq(lessons.seq, seq));
}

async function findLive({ db }: Tx, brain: BrainId, id: string, now: number) {
  const { seq, text, expiresAt } = lessons;
  const live = and(eq(lessons.brain, brain), eq(lessons.id, id), gt(expiresAt, now));
  const [found] = await db.select({ seq, text, expiresAt }).from(lessons).where(live);
  return found ?? null;
}

/** For one more that is pinned. */
async function requireRoom({ db }: Tx, brain: BrainId): Promise<void> {
  const pinned = and(eq(lessons.brain, brain), gte(lessons.expiresAt, PINNED_UNTIL));
  const [held] = await db.select({ lessons: count() }).from(lessons).where(pinned);
  if ((held?.lessons ?? 0) < PINNED_MAX) return;
  throw new MemoryError("too_many_pinned", `a brain has at most ${PINNED_MAX} pinned lessons: unpin or delete one`);
}

/** Wording and embedding change together; sources and use stay. */
export async function changeLesson(tx: Tx, change: LessonChange): Promise<boolean> {
  const { brain, id, wording, pinned, now, by } = change;
  if ((await lockBrain(tx, brain)) === null) return false;
  const found = await findLive(tx, brain, id, now);
  if (found === null) return false;
  const { seq } = found;
  if (wording !== null) await rewordLesson(tx, { brain, seq, ...wording });
  if (pinned !== null && isPinned(found) !== pinned) await pinLesson(tx, { brain, seq, pinned, now });
  const details = pinned === null ? {} : { pinned };
  await appendOfBrain(tx, by, { brain, action: "lesson.changed", target: `lesson:${id}`, details });
  return true;
}

interface Rewording extends NonNullable<ChangedLesson["wording"]> {
  readonly brain: BrainId;
  readonly seq: Seq;
}

async function rewordLesson(tx: Tx, { brain, seq, text, vector, isGeneral }: Rewording): Promise<void> {
  const { db } = tx;
  await Promise.all([
    db.update(lessons).set({ text, isGeneral }).where(lessonAt(brain, seq)),
    db
      .update(lessonEmbeddings)
      .set({ vector: bytesOfVector(vector), model: tx.generation })
      .where(and(eq(lessonEmbeddings.brain, brain), eq(lessonEmbeddings.seq, seq))),
  ]);
  tx.note(brain, { lessons: [seq] });
}

interface Pinning {
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly pinned: boolean;
  readonly now: number;
}

async function pinLesson(tx: Tx, { brain, seq, pinned, now }: Pinning): Promise<void> {
  if (pinned) await requireRoom(tx, brain);
  const expiresAt = pinned ? PINNED_UNTIL : now + LESSON_TTL_MS;
  await tx.db.update(lessons).set({ expiresAt }).where(lessonAt(brain, seq));
}

export async function removeLesson(tx: Tx, { brain, id, forget, now, by }: LessonRemoval): Promise<Seq | null> {
  if ((await lockBrain(tx, brain)) === null) return null;
  const found = await findLive(tx, brain, id, now);
  if (found === null) return null;
  const { seq, text } = found;
  if (forget) await forgetRule(tx, { brain, seq, text, now });
  await tx.db.delete(lessons).where(lessonAt(brain, seq));
  await endLessons(tx, [{ brain, seq }]);
  await appendOfBrain(tx, by, { brain, action: "lesson.deleted", target: `lesson:${id}`, details: { forget } });
  return seq;
}

interface Forgetting {
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly text: string;
  readonly now: number;
}

async function forgetRule({ db }: Tx, { brain, seq, text, now }: Forgetting): Promise<void> {
  await db.execute(sql`INSERT INTO ${forgottenRules} (brain, seq, vector, created_at, model, wording)
    SELECT brain, seq, vector, ${now}::bigint, model, ${hashOfWording(text)}::bytea
    FROM ${lessonEmbeddings} WHERE brain = ${brain} AND seq = ${seq}`);
}

export interface GoneLesson {
  readonly brain: BrainId;
  readonly seq: Seq;
}

/** What lessons that were deleted leave behind. */
export async function endLessons(tx: Tx, gone: readonly GoneLesson[]): Promise<void> {
  if (gone.length === 0) return;
  const places = sql`(SELECT * FROM unnest(${sql.param(gone.map(({ brain }) => brain))}::bigint[],
    ${sql.param(gone.map(({ seq }) => seq))}::int[]))`;
  await Promise.all([
    tx.db.delete(lessonEmbeddings).where(sql`(${lessonEmbeddings.brain}, ${lessonEmbeddings.seq}) IN ${places}`),
    tx.db.delete(lessonSources).where(sql`(${lessonSources.brain}, ${lessonSources.seq}) IN ${places}`),
  ]);
  for (const [brain, ofBrain] of byBrain(gone)) tx.note(brain, { lessonsGone: ofBrain.map(({ seq }) => seq) });
}

/** Brains that one sweep locks together. */
const SWEPT_AT_ONCE = 64;

/** Those of some brains: whoever calls comes again until there are none. */
export async function sweepLessons(tx: Tx, { now }: { now: number }): Promise<GoneLesson[]> {
  const { db } = tx;
  const { brain, seq, expiresAt, supersededBy } = lessons;
  const isOver = or(isNull(supersededBy), lte(expiresAt, now - SUPERSEDED_KEPT_MS));
  const isExpired = and(lte(expiresAt, now), isOver);
  const found = await db
    .selectDistinct({ brain })
    .from(lessons)
    .where(isExpired)
    .orderBy(asc(brain))
    .limit(SWEPT_AT_ONCE);
  if (found.length === 0) return [];
  const ids = sql.param(found.map((each) => each.brain));
  await db
    .select({ id: brains.id })
    .from(brains)
    .where(sql`${brains.id} = ANY(${ids}::bigint[])`)
    .orderBy(asc(brains.id))
    .for("no key update");
  // One that was retrieved meanwhile lives on.
  const gone = await db
    .delete(lessons)
    .where(and(sql`${brain} = ANY(${ids}::bigint[])`, isExpired))
    .returning({ brain, seq });
  await endLessons(tx, gone);
  return gone;
}
