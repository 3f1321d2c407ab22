// The audit as the verbs and the commands read it.
import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { SERVICE_ACCOUNT } from "../../../domain/audit.ts";
import type { AuditPage, AuditStore } from "../../../domain/ports/audit-store.ts";
import { SIGNING_KEY } from "../../both/audit-entries.ts";
import { auditKeysAt } from "../../files/audit-keys.ts";
import { dataIdOf } from "../engine/data-id.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { audit } from "../schema.ts";
import { statement } from "../statement.ts";

/** By an index of its own, which knows the action by these very words; no account but the service's has such entries. */
export const newestBackup = statement((db) =>
  db
    .select({ at: audit.at })
    .from(audit)
    .where(sql`action = 'backup.finished'`)
    .orderBy(desc(audit.seq))
    .limit(1)
    .prepare(),
);

/** By the same index. */
export const finishedBackups = statement((db) =>
  db
    .select({ actor: audit.actor, at: audit.at })
    .from(audit)
    .where(sql`action = 'backup.finished'`)
    .orderBy(desc(audit.seq))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** By that of the keys, which knows the action by these very words too. */
export const usedKey = statement((db) =>
  db
    .select({ seq: audit.seq })
    .from(audit)
    .where(sql`action = 'signing_key.used' AND target = ${sql.placeholder("target")}`)
    .limit(1)
    .prepare(),
);

/** The entry that made the account which has the name now; 0 where that was before there was an audit, or is of the service. */
function madeAt(account: string): SQL | number {
  if (account === SERVICE_ACCOUNT) return 0;
  // By an index of its own, which knows the action by these very words.
  return sql`(SELECT coalesce(max(seq), 0) FROM audit WHERE account = ${account} AND action = 'account.created')`;
}

export function createAuditStore(db: Drizzle, writer: WriterClient, dataDir: string): AuditStore {
  const list = (which: SQL | undefined, { limit, before }: AuditPage) => {
    const older = before === null ? undefined : lt(audit.seq, before);
    return db.select().from(audit).where(and(which, older)).orderBy(desc(audit.seq)).limit(limit).all();
  };
  return {
    list: async (account, page) => list(account === null ? undefined : eq(audit.account, account), page),
    listOwn: async (account, page) => list(and(eq(audit.account, account), gte(audit.seq, madeAt(account))), page),
    lastBackup: async () => newestBackup(db).get()?.at ?? null,
    finishedBackups: async (limit) => finishedBackups(db).all({ limit }),
    note: (action) => writer.write("noteAction", action),
    isSigningKey: async (publicKey) => usedKey(db).get({ target: SIGNING_KEY + publicKey }) !== undefined,
    async identity() {
      return { dataId: dataIdOf(db), publicKey: auditKeysAt(dataDir).publicKey };
    },
  };
}
