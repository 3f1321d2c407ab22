// Data directories for the tests of backups: real data of an earlier version, brought to this one's schema.
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BackupReport } from "../../../src/domain/ports/data-files.ts";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { takeBackup } from "../../../src/storage/sqlite/backup/take-backup.ts";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { NOW } from "../../store/fixture.ts";

const RELEASED = resolve(import.meta.dir, "../../upgrades/3/memoryd.db");

/** Nine packets of three brains, some lessons, a core. */
export function seedDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(RELEASED, databasePath(dataDir));
  const db = openWriter(databasePath(dataDir));
  migrate(db, MIGRATIONS, NOW);
  db.close();
}

export function backupOf(dataDir: string, target = join(dataDir, "a.backup")): BackupReport {
  return takeBackup({ dataDir, target, mayReplace: false, memorydVersion: "1.2.3", now: NOW });
}

/** Past every check of the service: for faults that it would never make. */
export function tamper(dataDir: string, ...statements: readonly string[]): void {
  const db = new Database(databasePath(dataDir), { strict: true });
  try {
    db.run("PRAGMA foreign_keys = OFF");
    for (const statement of statements) db.run(statement);
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}

export function readRows(path: string, sql: string): unknown[][] {
  const db = new Database(path, { readonly: true });
  try {
    return db.query(sql).values();
  } finally {
    db.close();
  }
}
