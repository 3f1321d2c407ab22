// Looks at the key of the audit beside the data: whether it is the one that receipts and backups were signed with.

import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { AUDIT_KEY_FILE } from "../../../domain/data-file-names.ts";
import type { Finding } from "../../../domain/finding.ts";
import { SIGNING_KEY } from "../../both/audit-entries.ts";
import { type AuditKeys, auditKeysIn } from "../../files/audit-keys.ts";
import { DataDirectoryError } from "../../files/data-directory.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { newestSigningKey } from "../writes/write-audit.ts";
import { isOwnTable } from "./own-schema.ts";

/** The public key that the audit named last, as `AuditKeys` has it; null of data that had none yet. */
export function lastSigningKey(db: Database): string | null {
  return isOwnTable(db, "audit", MIGRATIONS) ? newestSigningKey(db) : null;
}

/** How often the audit took it into use: twice and more where its copy was put back after another had its place. */
export function usesOfKey(db: Database, publicKey: string): number {
  const sql = "SELECT count(*) AS uses FROM audit WHERE action = 'signing_key.used' AND target = ?";
  return db.query<{ uses: number }, [string]>(sql).get(SIGNING_KEY + publicKey)?.uses ?? 0;
}

export function* examineAuditKey(db: Database, dataDir: string): Iterable<Finding> {
  const last = lastSigningKey(db);
  if (last === null) return;
  const where = join(dataDir, AUDIT_KEY_FILE);
  if (!existsSync(where)) {
    yield {
      code: "audit_key_missing",
      level: "warning",
      where,
      what: "The key that receipts and backups of this data are signed with is not there: the next start makes another, and users get other names in the audit from then on.",
      fix: "put the copy of audit.key back before the service starts; without one, keep the old public key, which `memoryd audit list` shows (signing_key.used)",
    };
    return;
  }
  let keys: AuditKeys | null;
  try {
    keys = auditKeysIn(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirectoryError)) throw error;
    const fix = "put the copy of audit.key back, or move the file away: the next start makes another key then";
    yield {
      code: "audit_key_malformed",
      level: "error",
      where,
      what: `The service cannot start: ${error.message}.`,
      fix,
    };
    return;
  }
  if (keys === null || keys.publicKey === last) return;
  if (usesOfKey(db, keys.publicKey) > 0) {
    yield {
      code: "audit_key_back",
      level: "note",
      where,
      what: "This is a key that this data was signed with before, not the one that it was signed with last.",
      fix: "nothing, where its copy was put back: the next start takes it, and what was signed since then needs the public key in between, which `memoryd audit list` shows (signing_key.used)",
    };
    return;
  }
  yield {
    code: "audit_key_other",
    level: "warning",
    where,
    what: "This is another key than the one that receipts and backups of this data were signed with last.",
    fix: "put the copy of the data's own audit.key back before the service starts, which takes this one otherwise",
  };
}
