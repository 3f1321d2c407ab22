// Finds brains by their key, or by the user that they belong to: for reads and for writes.
import { and, countDistinct, eq, ne, sql } from "drizzle-orm";
import type { BrainId, BrainKey } from "../../domain/brain.ts";
import type { UserScope } from "../../domain/ports/user-store.ts";
import type { Drizzle } from "./engine/connections.ts";
import { brainKeys, brains, tokens } from "./schema.ts";
import { statement } from "./statement.ts";

/** For a statement that is built once: `user` is "" for the shared brain of a core. */
const isOfKey = and(
  eq(brainKeys.account, sql.placeholder("account")),
  eq(brainKeys.core, sql.placeholder("core")),
  eq(brainKeys.user, sql.placeholder("user")),
);

/**
 * The brain's row, by its number, which is asked first: for a join of both tables the one plan for all keys would read
 * every brain there is, up to some ten thousands of them.
 */
export const isBrainOfKey = (db: Drizzle) =>
  eq(brains.id, db.select({ brain: brainKeys.brain }).from(brainKeys).where(isOfKey));

const byKey = statement((db) =>
  db.select({ id: brains.id, version: brains.version }).from(brains).where(isBrainOfKey(db)).prepare("find_brain"),
);

/** The number and version of the brain, null where it is not there; `user` is "" for the shared brain of a core. */
export async function findBrain(
  db: Drizzle,
  { account, core, user }: BrainKey,
): Promise<{ id: BrainId; version: number } | null> {
  const [found] = await byKey(db).execute({ account, core, user: user ?? "" });
  return found ?? null;
}

const byToken = statement((db) =>
  db
    .select({ brain: tokens.brain })
    .from(tokens)
    .where(eq(tokens.tokenHash, sql.placeholder("tokenHash")))
    .prepare("find_token"),
);

/** Numbers of brains begin at 1. */
const NO_BRAIN: BrainId = 0;

/**
 * The brain of a turn's or a plan's token. What the token names is looked for in that brain then: one statement for both
 * would have every partition planned and opened. Where it is not known that brain has nothing, and the look takes as long.
 */
export async function brainOfToken(db: Drizzle, tokenHash: Uint8Array): Promise<BrainId> {
  const [found] = await byToken(db).execute({ tokenHash });
  return found?.brain ?? NO_BRAIN;
}

/** Whether the user has a brain in some core of the account. */
export async function hasUser(db: Drizzle, account: string, user: string): Promise<boolean> {
  const own = and(eq(brainKeys.account, account), eq(brainKeys.user, user));
  return (await db.select({ brain: brainKeys.brain }).from(brainKeys).where(own).limit(1)).length > 0;
}

/** Users that have a brain in the account. */
export async function countUsers(db: Drizzle, account: string): Promise<number> {
  const [counted] = await db
    .select({ users: countDistinct(brainKeys.user) })
    .from(brainKeys)
    .where(and(eq(brainKeys.account, account), ne(brainKeys.user, "")));
  return counted?.users ?? 0;
}

/** Those of a core, or of all of the account's; `user`: of this one alone. */
export function brainsWithin(db: Drizzle, scope: UserScope, user?: string) {
  const ofUser = user === undefined ? undefined : eq(brainKeys.user, user);
  return db
    .select({ id: brains.id, memorySize: brains.memorySize, createdAt: brains.createdAt })
    .from(brainKeys)
    .innerJoin(brains, eq(brains.id, brainKeys.brain))
    .where(and(within(scope), ofUser));
}

/** For rows of `brain_keys`. */
export function within({ account, core }: UserScope) {
  return and(eq(brainKeys.account, account), core === null ? undefined : eq(brainKeys.core, core));
}
