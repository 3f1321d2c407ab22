// Follows the audit of a database from its first entry to its last, in one state of it.
import { asc, gt } from "drizzle-orm";
import type { FollowedChain } from "../../domain/ports/data-files.ts";
import { followLinks } from "../files/audit-links.ts";
import type { Database } from "./engine/database.ts";
import { audit, auditHead } from "./schema.ts";

const PAGE = 1_000;

/** `head`: a hash that the chain must have passed. */
export function followAudit(database: Database, head: string | null): Promise<FollowedChain> {
  return database.snapshot(async (db) => {
    const [end] = await db.select().from(auditHead);
    const links = followLinks(end?.dataId ?? null, head);
    for (let last = 0; ; ) {
      const page = await db.select().from(audit).where(gt(audit.seq, last)).orderBy(asc(audit.seq)).limit(PAGE);
      for (const entry of page) links.next(entry);
      last = page.at(-1)?.seq ?? last;
      if (page.length < PAGE) return links.end(end?.seq ?? 0);
    }
  });
}
