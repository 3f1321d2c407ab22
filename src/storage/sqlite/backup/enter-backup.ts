// What the audit is told of backups and restores, which write past the service.
import type { Database } from "bun:sqlite";
import { type AuditAction, type ChainEnd, type Doer, SERVICE_ACCOUNT, SHELL } from "../../../domain/audit.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { isOwnTable } from "../checks/own-schema.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { openDrizzle, openWriter } from "../engine/open-database.ts";
import { appendAudit } from "../writes/write-audit.ts";
import type { ReadBackup } from "./check-backup.ts";

/** Data of an older schema has no audit yet. */
function hasAudit(db: Database): boolean {
  return db.query("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get() !== null;
}

/**
 * On the disk before the first row is read, so that the backup holds its own entry. False where the data has no audit
 * yet, or its disk no room.
 */
export function enterBackup(source: string, by: Doer): boolean {
  try {
    return enter(source, by, "backup.made");
  } catch (error) {
    // A full disk is when a backup to another one is needed most.
    if (faultCodeOf(error) !== "SQLITE_FULL") throw error;
    return false;
  }
}

/** The file is whole and stands there: that nobody could be told of it takes nothing from it. */
export function enterFinished(source: string, by: Doer): void {
  try {
    enter(source, by, "backup.finished");
  } catch (error) {
    if (!faultCodeOf(error).startsWith("SQLITE_")) throw error;
  }
}

/** False where the data has no audit yet. */
function enter(source: string, by: Doer, action: AuditAction): boolean {
  const db = openWriter(source);
  try {
    if (!hasAudit(db)) return false;
    const append = db.transaction(() =>
      appendAudit(openDrizzle(db), by, { account: SERVICE_ACCOUNT, action, target: "service" }),
    );
    append.immediate();
    return true;
  } finally {
    db.close();
  }
}

/** Where the audit of this data ends; null where it has none, or something else under that name. */
export function headIn(db: Database): ChainEnd | null {
  if (!isOwnTable(db, "audit", MIGRATIONS)) return null;
  return db.query<ChainEnd, []>("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1").get();
}

/**
 * Behind the chain that the backup holds, before it takes the place of the data: where that data's chain ended is told,
 * so that whoever wrote down its head finds it again.
 */
export function enterRestore(
  incoming: string,
  { checked, replaced, now }: { checked: ReadBackup; replaced: ChainEnd | null; now: number },
): void {
  const { manifest, signature } = checked;
  const db = openWriter(incoming);
  try {
    if (!hasAudit(db)) return;
    const details = {
      taken_at: manifest.takenAt,
      database_sha256: manifest.sha256,
      signature,
      replaced: replaced === null ? null : { ...replaced },
    };
    const by = { actor: SHELL, at: now };
    const entry = { account: SERVICE_ACCOUNT, action: "backup.restored", target: "service", details } as const;
    db.transaction(() => appendAudit(openDrizzle(db), by, entry)).immediate();
  } finally {
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  }
}
