// Finds brains by their key, or by the user that they belong to: for readers and for the writer.
import { and, countDistinct, eq, ne, sql } from "drizzle-orm";
import type { BrainId, BrainKey } from "../../domain/brain.ts";
import type { UserScope } from "../../domain/ports/user-store.ts";
import type { Drizzle } from "./engine/open-database.ts";
import { brains } from "./schema.ts";
import { statement } from "./statement.ts";

const byKey = statement((db) =>
  db
    .select({ id: brains.id })
    .from(brains)
    .where(
      and(
        eq(brains.account, sql.placeholder("account")),
        eq(brains.core, sql.placeholder("core")),
        eq(brains.user, sql.placeholder("user")),
      ),
    )
    .prepare(),
);

/** The number of the brain, null where it is not there; `user` is "" for the shared brain of a core. */
export function findBrain(db: Drizzle, { account, core, user }: BrainKey): BrainId | null {
  return byKey(db).get({ account, core, user: user ?? "" })?.id ?? null;
}

const byUser = statement((db) =>
  db
    .select({ id: brains.id })
    .from(brains)
    .where(and(eq(brains.account, sql.placeholder("account")), eq(brains.user, sql.placeholder("user"))))
    .limit(1)
    .prepare(),
);
const userCount = statement((db) =>
  db
    .select({ users: countDistinct(brains.user) })
    .from(brains)
    .where(and(eq(brains.account, sql.placeholder("account")), ne(brains.user, "")))
    .prepare(),
);

/** Whether the user has a brain in some core of the account. */
export function hasUser(db: Drizzle, account: string, user: string): boolean {
  return byUser(db).get({ account, user }) !== undefined;
}

/** Users that have a brain in the account. */
export function countUsers(db: Drizzle, account: string): number {
  return userCount(db).get({ account })?.users ?? 0;
}

export function brainsOfUser(db: Drizzle, scope: UserScope, user: string) {
  return db.select().from(brains).where(within(scope, user)).all();
}

/** Those of a core, or of all of the account's; `user`: of this one alone. */
export function brainsWithin(db: Drizzle, scope: UserScope, user?: string): BrainId[] {
  const found = db.select({ id: brains.id }).from(brains).where(within(scope, user)).all();
  return found.map(({ id }) => id);
}

export function within({ account, core }: UserScope, user?: string) {
  const inCore = core === null ? undefined : eq(brains.core, core);
  return and(eq(brains.account, account), inCore, user === undefined ? undefined : eq(brains.user, user));
}
