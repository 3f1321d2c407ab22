// The users of an account, as the verbs ask for them, and the write that erases one.
import { and, asc, count, desc, eq, gt, gte, lt } from "drizzle-orm";
import type { Doer } from "../domain/audit.ts";
import type { BrainId } from "../domain/brain.ts";
import type { RemovedUser, UserScope, UserStore, UserSummary } from "../domain/portability.ts";
import type { Drizzle } from "./open-database.ts";
import { rowsOf } from "./rows.ts";
import { brains, lessons, packets } from "./schema.ts";
import { auditErasure } from "./write-audit.ts";
import { eraseBrain } from "./write-brains.ts";
import { revokeKeysOfUser } from "./write-keys.ts";
import type { WriterClient } from "./writer-client.ts";

export function createUserStore(db: Drizzle, writer: WriterClient): UserStore {
  return {
    list: async (scope, page, now) => usersOf(db, scope, page, now),
    find: async (scope, user, now) => userOf(db, scope, user, now),
    remove: (scope, user, by) => writer.write("removeUser", { ...scope, user, by }),
  };
}

/** Users after `after` by name. */
function usersOf(
  db: Drizzle,
  scope: UserScope,
  page: { after: string | null; limit: number },
  now: number,
): UserSummary[] {
  return (
    db
      .selectDistinct({ user: brains.user })
      .from(brains)
      // "" is the shared brain of a core, which is nobody's.
      .where(and(within(scope), gt(brains.user, page.after ?? "")))
      .orderBy(asc(brains.user))
      .limit(page.limit)
      .all()
      .flatMap(({ user }) => userOf(db, scope, user, now) ?? [])
  );
}

function within({ account, core }: UserScope) {
  return and(eq(brains.account, account), core === null ? undefined : eq(brains.core, core));
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

function brainsOfUser(db: Drizzle, scope: UserScope, user: string) {
  return db
    .select()
    .from(brains)
    .where(and(within(scope), eq(brains.user, user)))
    .all();
}

function liveLessons(db: Drizzle, brain: BrainId, now: number): number {
  const { first, end } = rowsOf(brain);
  const live = and(gte(lessons.row, first), lt(lessons.row, end), gt(lessons.expiresAt, now));
  return db.select({ live: count() }).from(lessons).where(live).get()?.live ?? 0;
}

function lastRecordedAt(db: Drizzle, brain: BrainId): number | null {
  const { first, end } = rowsOf(brain);
  const last = db
    .select({ at: packets.createdAt })
    .from(packets)
    .where(and(gte(packets.row, first), lt(packets.row, end)))
    .orderBy(desc(packets.row))
    .limit(1)
    .get();
  return last?.at ?? null;
}

/** Erases the user's brains and their rows, and revokes the keys bound to the user there; null where there is neither. */
export function removeUser(
  db: Drizzle,
  { user, by, ...scope }: UserScope & { user: string; by?: Doer | undefined },
): RemovedUser | null {
  const held = brainsOfUser(db, scope, user);
  const keysRevoked = revokeKeysOfUser(db, by, { ...scope, user });
  if (held.length === 0 && keysRevoked === 0) return null;
  const erased = held.map(({ id }) => {
    const gone = eraseBrain(db, id);
    db.delete(brains).where(eq(brains.id, id)).run();
    return gone;
  });
  const counts = {
    brains: held.length,
    packets: erased.reduce((sum, gone) => sum + gone.packets, 0),
    lessons: erased.reduce((sum, gone) => sum + gone.lessons, 0),
  };
  const receipt = auditErasure(db, by, "user.erased", { ...scope, user, ...counts });
  return { brains: held.map(({ id }) => id), keysRevoked, receipt };
}
