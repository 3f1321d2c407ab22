// Lessons, as the verbs ask for them. An expired one is not there, swept or not.
import { and, count, desc, eq, getTableColumns, gt, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { type Lesson, PINNED_UNTIL } from "../../../domain/lesson.ts";
import type { LessonStore } from "../../../domain/ports/lesson-store.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Database } from "../engine/database.ts";
import { among } from "../named-rows.ts";
import { lessonSources, lessons } from "../schema.ts";
import { statement } from "../statement.ts";
import { addLesson, changeLesson, type GoneLesson, removeLesson, sweepLessons } from "../writes/write-lessons.ts";

const value = sql.placeholder;

/** A lesson whole, its sources in the order of their ids. */
const LESSON = {
  ...getTableColumns(lessons),
  sourceLink: sql<string[]>`ARRAY(SELECT packet_id FROM lesson_sources
    WHERE lesson_sources.brain = lessons.brain AND lesson_sources.seq = lessons.seq ORDER BY packet_id)`,
};

function liveOf(brain: BrainId, now: number) {
  return and(eq(lessons.brain, brain), gt(lessons.expiresAt, now));
}

const live = and(eq(lessons.brain, value("brain")), gt(lessons.expiresAt, value("now")));

const findLive = statement((db) =>
  db
    .select(LESSON)
    .from(lessons)
    .where(and(live, eq(lessons.id, value("id"))))
    .prepare("find_lesson"),
);

const namedLessons = statement((db) =>
  db
    .select(LESSON)
    .from(lessons)
    .where(and(live, among(lessons.seq, value("seqs"))))
    .prepare("named_lessons"),
);

const mostReinforced = statement((db) =>
  db
    .select(LESSON)
    .from(lessons)
    .where(live)
    .orderBy(
      desc(gte(lessons.expiresAt, PINNED_UNTIL)),
      desc(lessons.isGeneral),
      desc(lessons.useCount),
      desc(lessons.seq),
    )
    .limit(value("limit"))
    .prepare("most_reinforced"),
);

const teachingPackets = statement((db) =>
  db
    .selectDistinct({ packetId: lessonSources.packetId })
    .from(lessonSources)
    .innerJoin(lessons, and(eq(lessons.brain, lessonSources.brain), eq(lessons.seq, lessonSources.seq)))
    .where(and(live, sql`${lessonSources.packetId} = ANY(${sql.param(value("packetIds"))}::text[])`))
    .prepare("teaching_packets"),
);

export function createLessonStore(database: Database): LessonStore {
  const { db } = database;
  return {
    async list(brain, { limit, before }, now) {
      const page = before === null ? liveOf(brain, now) : and(liveOf(brain, now), lt(lessons.seq, before));
      return db.select(LESSON).from(lessons).where(page).orderBy(desc(lessons.seq)).limit(limit);
    },
    async listReplaced(brain, { limit, before }) {
      const upTo = before === null ? undefined : lt(lessons.seq, before);
      const replaced = and(eq(lessons.brain, brain), upTo, isNotNull(lessons.supersededBy));
      return db.select(LESSON).from(lessons).where(replaced).orderBy(desc(lessons.seq)).limit(limit);
    },
    find: (brain, id, now) => find(db, brain, id, now),
    bySeqs: async (brain, seqs, now) => (seqs.length === 0 ? [] : namedLessons(db).execute({ brain, now, seqs })),
    mostReinforced: (brain, limit, now) => mostReinforced(db).execute({ brain, now, limit }),
    async countLive(brain, now) {
      const [counted] = await db.select({ live: count() }).from(lessons).where(liveOf(brain, now));
      return counted?.live ?? 0;
    },
    async teachingPackets(brain, packetIds, now) {
      if (packetIds.length === 0) return [];
      const taught = await teachingPackets(db).execute({ brain, now, packetIds });
      return taught.map(({ packetId }) => packetId);
    },
    add: (lesson, by) => database.write(addLesson, { ...lesson, by }),
    async change(changed, by) {
      const done = await database.write(changeLesson, { ...changed, by });
      return done ? find(db, changed.brain, changed.id, changed.now) : null;
    },
    remove: (brain, id, forget, now, by) => database.write(removeLesson, { brain, id, forget, now, by }),
    sweep: (now) => sweep(database, now),
  };
}

async function find(db: Drizzle, brain: BrainId, id: string, now: number): Promise<Lesson | null> {
  const [found] = await findLive(db).execute({ brain, id, now });
  return found ?? null;
}

async function sweep(database: Database, now: number): Promise<GoneLesson[]> {
  const gone: GoneLesson[] = [];
  for (;;) {
    const piece = await database.write(sweepLessons, { now });
    gone.push(...piece);
    if (piece.length === 0) return gone;
  }
}
