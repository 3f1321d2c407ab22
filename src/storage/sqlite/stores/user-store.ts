// The users of an account, as the verbs ask for them, and the write that erases one.
import { and, asc, count, desc, gt, sql } from "drizzle-orm";
import { asciiLower } from "../../../base/ascii-lower.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { UserPage, UserScope, UserStore, UserSummary } from "../../../domain/ports/user-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { brainsOfUser, within } from "../find-brain.ts";
import { ofBrain } from "../rows.ts";
import { brains, lessons, packets } from "../schema.ts";

export function createUserStore(db: Drizzle, writer: WriterClient): UserStore {
  return {
    list: async (scope, page, now) => usersOf(db, scope, page, now),
    find: async (scope, user, now) => userOf(db, scope, user, now),
    remove: (scope, user, by) => writer.write("removeUser", { ...scope, user, by }),
  };
}

/** An index holds the ids, so that a search reads no other page of the file. */
function usersOf(db: Drizzle, scope: UserScope, { after, limit, holding }: UserPage, now: number): UserSummary[] {
  // No pattern, so nothing in it has to be escaped.
  const found = holding === null ? undefined : sql`instr(lower(${brains.user}), ${asciiLower(holding)}) > 0`;
  return (
    db
      .selectDistinct({ user: brains.user })
      .from(brains)
      // "" is the shared brain of a core, which is nobody's.
      .where(and(within(scope), gt(brains.user, after ?? ""), found))
      .orderBy(asc(brains.user))
      .limit(limit)
      .all()
      .flatMap(({ user }) => userOf(db, scope, user, now) ?? [])
  );
}

function userOf(db: Drizzle, scope: UserScope, user: string, now: number): UserSummary | null {
  const held = brainsOfUser(db, scope, user);
  if (held.length === 0) return null;
  return {
    user,
    brains: held.length,
    packets: held.reduce((sum, brain) => sum + brain.memorySize, 0),
    lessons: held.reduce((sum, brain) => sum + liveLessons(db, brain.id, now), 0),
    lastActiveAt: Math.max(...held.map((brain) => lastRecordedAt(db, brain.id) ?? brain.createdAt)),
  };
}

function liveLessons(db: Drizzle, brain: BrainId, now: number): number {
  const live = and(ofBrain(lessons.row, brain), gt(lessons.expiresAt, now));
  return db.select({ live: count() }).from(lessons).where(live).get()?.live ?? 0;
}

function lastRecordedAt(db: Drizzle, brain: BrainId): number | null {
  const last = db
    .select({ at: packets.createdAt })
    .from(packets)
    .where(ofBrain(packets.row, brain))
    .orderBy(desc(packets.row))
    .limit(1)
    .get();
  return last?.at ?? null;
}
