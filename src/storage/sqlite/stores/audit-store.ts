// The audit as the verbs and the commands read it.
import { and, desc, eq, gt, lt, max } from "drizzle-orm";
import { type AuditAction, SERVICE_ACCOUNT } from "../../../domain/audit.ts";
import type { AuditStore } from "../../../domain/ports/audit-store.ts";
import { auditKeysAt } from "../../files/audit-keys.ts";
import { dataIdOf } from "../engine/data-id.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { audit } from "../schema.ts";

const FINISHED: AuditAction = "backup.finished";
/** No index finds these entries: an older backup than so many entries counts as none. */
const LOOKED_AT_MAX = 200_000;

export function createAuditStore(db: Drizzle, writer: WriterClient, dataDir: string): AuditStore {
  let lookedAt = 0;
  let lastBackup: number | null = null;
  return {
    async list(account, { limit, before }) {
      const mine = account === null ? undefined : eq(audit.account, account);
      const older = before === null ? undefined : lt(audit.seq, before);
      return db.select().from(audit).where(and(mine, older)).orderBy(desc(audit.seq)).limit(limit).all();
    },
    async lastBackup() {
      const isFinished = and(eq(audit.account, SERVICE_ACCOUNT), eq(audit.action, FINISHED));
      const newest =
        db
          .select({ seq: max(audit.seq) })
          .from(audit)
          .get()?.seq ?? 0;
      // Of what was looked through before nothing is looked at again.
      const isNew = gt(audit.seq, Math.max(lookedAt, newest - LOOKED_AT_MAX));
      const last = db.select({ at: audit.at }).from(audit).where(and(isFinished, isNew)).orderBy(desc(audit.seq)).get();
      lookedAt = newest;
      lastBackup = last?.at ?? lastBackup;
      return lastBackup;
    },
    note: (action) => writer.write("noteAction", action),
    async identity() {
      return { dataId: dataIdOf(db), publicKey: auditKeysAt(dataDir).publicKey };
    },
  };
}
