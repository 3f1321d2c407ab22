// What other nodes have written to brains, as each write has left it in brain_changes.
import { and, asc, eq, gt } from "drizzle-orm";
import type { BrainChange, BrainChanges } from "../../../domain/ports/brain-changes.ts";
import type { Database } from "../engine/database.ts";
import type { StoredChange } from "../engine/transaction.ts";
import { brainChanges } from "../schema.ts";

/** A node that was away for longer reads the whole brain. */
const CHANGES_MAX = 1_000;

export function createBrainChanges(database: Database): BrainChanges {
  return {
    follow: (follower) => database.follow(follower),
    async since({ brain, version }) {
      const rows = await database.db
        .select({ version: brainChanges.version, changes: brainChanges.changes })
        .from(brainChanges)
        .where(and(eq(brainChanges.brain, brain), gt(brainChanges.version, version)))
        .orderBy(asc(brainChanges.version))
        .limit(CHANGES_MAX + 1);
      const isWhole = rows[0]?.version === version + 1 && rows.length <= CHANGES_MAX;
      if (!isWhole) return null;
      const others = rows.filter(({ changes }) => !database.isOwn((changes as StoredChange).node));
      return {
        version: rows.at(-1)?.version ?? version,
        changes: others.map(({ changes }) => changes as BrainChange),
      };
    },
  };
}
