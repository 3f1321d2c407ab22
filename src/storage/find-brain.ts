// Looks a brain up by its key, for readers and for the writer.
import { and, eq, sql } from "drizzle-orm";
import type { BrainId, BrainKey } from "../domain/brain.ts";
import type { Drizzle } from "./open-database.ts";
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
