// The users of an account, as the verbs ask for them, and the write that erases one.
import { and, asc, count, eq, gt, type SQLWrapper, sql, sum } from "drizzle-orm";
import { asciiLower } from "../../../base/ascii-lower.ts";
import type { UserPage, UserScope, UserStore, UserSummary } from "../../../domain/ports/user-store.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Database } from "../engine/database.ts";
import { within } from "../find-brain.ts";
import { brainKeys, brains, lessons, packets } from "../schema.ts";
import { removeUser } from "../writes/write-users.ts";

export function createUserStore(database: Database): UserStore {
  const { db } = database;
  return {
    list: (scope, page, now) => listUsers(db, scope, page, now),
    find: (scope, user, now) => findUser(db, scope, user, now),
    remove: (scope, user, by) => database.write(removeUser, { ...scope, user, by }, { touchesAccounts: true }),
  };
}

/** An index holds the ids, so that a search reads nothing else. */
function idsOf(db: Drizzle, scope: UserScope, { after, limit, holding }: UserPage) {
  // No pattern, so nothing in it has to be escaped. The column compares by bytes: `lower` knows A to Z alone.
  const found = holding === null ? undefined : sql`strpos(lower(${brainKeys.user}), ${asciiLower(holding)}) > 0`;
  return (
    db
      .selectDistinct({ user: brainKeys.user })
      .from(brainKeys)
      // "" is the shared brain of a core, which is nobody's.
      .where(and(within(scope), gt(brainKeys.user, after ?? ""), found))
      .orderBy(asc(brainKeys.user))
      .limit(limit)
  );
}

/** What each user of a page holds is looked up by that user: an account may have a million others. */
function listUsers(db: Drizzle, scope: UserScope, page: UserPage, now: number): Promise<UserSummary[]> {
  const ids = idsOf(db, scope, page).as("page");
  const held = holdingsOf(db, scope, ids.user, now).as("held");
  const { brains: count, packets: kept, lessons: live, lastActiveAt } = held;
  return db
    .select({ user: ids.user, brains: count, packets: kept, lessons: live, lastActiveAt })
    .from(ids)
    .crossJoinLateral(held)
    .orderBy(asc(ids.user))
    .execute();
}

async function findUser(db: Drizzle, scope: UserScope, user: string, now: number): Promise<UserSummary | null> {
  const [held] = await holdingsOf(db, scope, user, now);
  return held === undefined || held.brains === 0 ? null : { user, ...held };
}

/** One row: of somebody who is not there, with no brains. */
function holdingsOf(db: Drizzle, scope: UserScope, user: string | SQLWrapper, now: number) {
  const live = sql`(SELECT count(*) FROM ${lessons} WHERE ${lessons.brain} = ${brains.id} AND ${lessons.expiresAt} > ${now})`;
  const lastAt = sql`(SELECT ${packets.createdAt} FROM ${packets} WHERE ${packets.brain} = ${brains.id} ORDER BY ${packets.seq} DESC LIMIT 1)`;
  return db
    .select({
      brains: count().as("brains"),
      packets: sum(brains.memorySize).mapWith(Number).as("packets"),
      lessons: sum(live).mapWith(Number).as("lessons"),
      lastActiveAt: sql`max(coalesce(${lastAt}, ${brains.createdAt}))`.mapWith(Number).as("last_active_at"),
    })
    .from(brainKeys)
    .innerJoin(brains, eq(brains.id, brainKeys.brain))
    .where(and(within(scope), eq(brainKeys.user, user)));
}
