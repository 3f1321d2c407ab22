// The audit as the verbs and the commands read it.
import { and, desc, eq, lt } from "drizzle-orm";
import type { AuditStore } from "../../../domain/ports/audit-store.ts";
import { auditKeysAt } from "../../files/audit-keys.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { audit, auditOrigin } from "../schema.ts";

export function createAuditStore(db: Drizzle, writer: WriterClient, dataDir: string): AuditStore {
  return {
    async list(account, { limit, before }) {
      const mine = account === null ? undefined : eq(audit.account, account);
      const older = before === null ? undefined : lt(audit.seq, before);
      return db.select().from(audit).where(and(mine, older)).orderBy(desc(audit.seq)).limit(limit).all();
    },
    note: (action) => writer.write("noteAction", action),
    async identity() {
      const dataId = db.select({ id: auditOrigin.id }).from(auditOrigin).get()?.id ?? "";
      return { dataId, publicKey: auditKeysAt(dataDir).publicKey };
    },
  };
}
