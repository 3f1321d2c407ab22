// Follows the audit from its first entry to its last, and says what cannot be.

import type { Database } from "bun:sqlite";
import type { AuditEntry } from "../../../domain/audit.ts";
import type { FollowedChain } from "../../../domain/ports/data-files.ts";
import { followLinks } from "../../files/audit-links.ts";

/** Reads one state of the data. `head`: a hash that the chain must have passed. */
export function followChain(db: Database, head: string | null = null): FollowedChain {
  return db.transaction(() => follow(db, head)).deferred();
}

function follow(db: Database, head: string | null): FollowedChain {
  const origin = db.query<{ id: string }, []>("SELECT id FROM audit_origin").get();
  const links = followLinks(origin?.id ?? null, head);
  for (const entry of db.query<AuditEntry, []>("SELECT * FROM audit ORDER BY seq").iterate()) links.next(entry);
  return links.end(highestGiven(db));
}

/** SQLite remembers the highest number that it gave. */
function highestGiven(db: Database): number {
  return db.query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'audit'").get()?.seq ?? 0;
}
