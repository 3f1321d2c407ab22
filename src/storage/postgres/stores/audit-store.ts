// The audit as the verbs and the commands read it.
import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { SERVICE_ACCOUNT } from "../../../domain/audit.ts";
import type { AuditPage, AuditStore } from "../../../domain/ports/audit-store.ts";
import { SIGNING_KEY } from "../../both/audit-entries.ts";
import type { Database } from "../engine/database.ts";
import { audit } from "../schema.ts";
import { noteAction } from "../writes/write-audit.ts";

/** The entry that made the account which has the name now; 0 where that was before there was an audit, or is of the service. */
function madeAt(account: string): SQL | number {
  if (account === SERVICE_ACCOUNT) return 0;
  return sql`(SELECT coalesce(max(seq), 0) FROM audit WHERE account = ${account} AND action = 'account.created')`;
}

export function createAuditStore(database: Database): AuditStore {
  const { db } = database;
  const list = async (which: SQL | undefined, { limit, before }: AuditPage) => {
    const older = before === null ? undefined : lt(audit.seq, before);
    return db.select().from(audit).where(and(which, older)).orderBy(desc(audit.seq)).limit(limit);
  };
  /** By an index of its own, which knows the action by these very words; no account but the service's has such entries. */
  const finishedBackups = async (limit: number) =>
    db
      .select({ actor: audit.actor, at: audit.at })
      .from(audit)
      .where(sql`action = 'backup.finished'`)
      .orderBy(desc(audit.seq))
      .limit(limit);
  return {
    list: (account, page) => list(account === null ? undefined : eq(audit.account, account), page),
    listOwn: (account, page) => list(and(eq(audit.account, account), gte(audit.seq, madeAt(account))), page),
    lastBackup: async () => (await finishedBackups(1))[0]?.at ?? null,
    finishedBackups,
    note: (action) => database.write(noteAction, action),
    async isSigningKey(publicKey) {
      // By that of the keys, which knows the action by these very words too.
      const isNamed = sql`action = 'signing_key.used' AND target = ${SIGNING_KEY + publicKey}`;
      return (await db.select({ seq: audit.seq }).from(audit).where(isNamed).limit(1)).length > 0;
    },
    async identity() {
      return { dataId: database.dataId, publicKey: database.keys.publicKey };
    },
  };
}
