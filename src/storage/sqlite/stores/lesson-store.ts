// Lessons, as the verbs ask for them. An expired one is not there, swept or not.
import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { type Lesson, PINNED_UNTIL } from "../../../domain/lesson.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { LessonStore } from "../../../domain/ports/lesson-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { sourcesOf } from "../lesson-sources.ts";
import { brainOf, inRows, ofBrain, rowOf, rowsOf, seqOf } from "../rows.ts";
import { lessonSources, lessons } from "../schema.ts";
import { statement } from "../statement.ts";

type LessonRow = typeof lessons.$inferSelect;

function withSources(db: Drizzle, rows: readonly LessonRow[]): Lesson[] {
  const links = sourcesOf(
    db,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, ...rest }) => {
    return { brain: brainOf(row), seq: seqOf(row), ...rest, sourceLink: links.get(row) ?? [] };
  });
}

function liveOf(brain: BrainId, now: number) {
  return and(ofBrain(lessons.row, brain), gt(lessons.expiresAt, now));
}

function isBefore(brain: BrainId, before: Seq | null) {
  return before === null ? undefined : lt(lessons.row, rowOf(brain, before));
}

/** Newest first. */
function pageOf(db: Drizzle, which: SQL | undefined, limit: number): Lesson[] {
  return withSources(db, db.select().from(lessons).where(which).orderBy(desc(lessons.row)).limit(limit).all());
}

const mostReinforced = statement((db) =>
  db
    .select()
    .from(lessons)
    .where(and(inRows(lessons.row), gt(lessons.expiresAt, sql.placeholder("now"))))
    .orderBy(
      desc(gte(lessons.expiresAt, PINNED_UNTIL)),
      desc(lessons.isGeneral),
      desc(lessons.useCount),
      desc(lessons.row),
    )
    .limit(sql.placeholder("limit"))
    .prepare(),
);

export function createLessonStore(db: Drizzle, writer: WriterClient): LessonStore {
  function findLive(brain: BrainId, id: string, now: number): Lesson | null {
    const row = db
      .select()
      .from(lessons)
      .where(and(eq(lessons.id, id), liveOf(brain, now)))
      .get();
    return row === undefined ? null : (withSources(db, [row])[0] ?? null);
  }
  return {
    async list(brain, { limit, before }, now) {
      return pageOf(db, and(liveOf(brain, now), isBefore(brain, before)), limit);
    },
    async listReplaced(brain, { limit, before }) {
      const replaced = and(ofBrain(lessons.row, brain), isNotNull(lessons.supersededBy));
      return pageOf(db, and(replaced, isBefore(brain, before)), limit);
    },
    find: async (brain, id, now) => findLive(brain, id, now),
    async bySeqs(brain, seqs, now) {
      if (seqs.length === 0) return [];
      const rows = seqs.map((seq) => rowOf(brain, seq));
      const named = and(inArray(lessons.row, rows), gt(lessons.expiresAt, now));
      return withSources(db, db.select().from(lessons).where(named).all());
    },
    async mostReinforced(brain, limit, now) {
      const rows = mostReinforced(db).all({ ...rowsOf(brain), now, limit });
      return withSources(db, rows);
    },
    async countLive(brain, now) {
      return db.select({ live: count() }).from(lessons).where(liveOf(brain, now)).get()?.live ?? 0;
    },
    async teachingPackets(brain, packetIds, now) {
      if (packetIds.length === 0) return [];
      const taught = db
        .selectDistinct({ packetId: lessonSources.packetId })
        .from(lessonSources)
        .innerJoin(lessons, eq(lessons.row, lessonSources.lessonRow))
        .where(and(inArray(lessonSources.packetId, [...packetIds]), liveOf(brain, now)));
      return taught.all().map(({ packetId }) => packetId);
    },
    add: (lesson, by) => writer.write("addLesson", { ...lesson, by }),
    async change(changed, by) {
      const done = await writer.write("changeLesson", { ...changed, by });
      return done ? findLive(changed.brain, changed.id, changed.now) : null;
    },
    remove: (brain, id, forget, now, by) => writer.write("removeLesson", { brain, id, forget, now, by }),
    sweep: (now) => writer.write("sweepLessons", { now }),
  };
}
