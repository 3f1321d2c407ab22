// What other nodes have written to brains, as each write has left it in brain_changes.
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { BrainChanges } from "../../../domain/ports/brain-changes.ts";
import type { Database } from "../engine/database.ts";
import type { StoredChange } from "../engine/transaction.ts";
import { brainChanges, brains } from "../schema.ts";

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
      const changes = rows.map((row) => row.changes as StoredChange);
      if ((changes[0]?.after ?? version) < version) return "lost";
      const follows = changes.every(({ after }, at) => after === (at === 0 ? version : rows[at - 1]?.version));
      const newest = rows.at(-1);
      if (newest === undefined || !follows || rows.length > CHANGES_MAX) return "unknown";
      return { version: newest.version, changes: changes.filter(({ node }) => !database.isOwn(node)) };
    },
    async versions(ids) {
      const { id, version } = brains;
      const rows = await database.db
        .select({ id, version })
        .from(brains)
        .where(sql`${id} = ANY(${sql.param(ids)}::bigint[])`);
      return new Map(rows.map((row) => [row.id, row.version]));
    },
  };
}
