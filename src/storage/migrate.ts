// Brings the data to this version's schema: one transaction a migration, each checked against what was applied before.
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import type { Migration } from "./migrations.ts";

/** The data cannot be used as it is; the message says what to do. Nothing was changed. */
export class DataRefusedError extends Error {
  override readonly name = "DataRefusedError";
}

function checksum(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

/** null where there is no table of migrations at all. */
function readApplied(db: Database): Applied[] | null {
  const table = db.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  if (table === null) return null;
  return db.query<Applied, []>("SELECT version, name, checksum FROM migrations ORDER BY version").all();
}

/** Looks only; returns how many migrations are missing. Throws DataRefusedError where the data is newer than this program, or was made by another history. */
export function checkMigrations(db: Database, migrations: readonly Migration[]): number {
  const applied = readApplied(db);
  if (applied === null && db.query("SELECT 1 FROM sqlite_schema").get() !== null) {
    throw new DataRefusedError("the data file is an SQLite database, but not one of memoryd's");
  }
  const newest = migrations.length;
  const last = applied?.at(-1)?.version ?? 0;
  if (last > newest) {
    throw new DataRefusedError(
      `the data has schema version ${last}, this memoryd knows up to ${newest}: use the newer memoryd that wrote it`,
    );
  }
  for (const [at, row] of (applied ?? []).entries()) {
    const known = migrations[at];
    if (known === undefined || known.version !== row.version || checksum(known) !== row.checksum) {
      throw new DataRefusedError(
        `migration ${row.version} (${row.name}) of the data is not the one of this memoryd: the file was changed by something else`,
      );
    }
  }
  return newest - (applied?.length ?? 0);
}

/** Where a migration is: for tests that end the process there. */
export type MigrationStep = "begun" | "written" | "applied";

/** Applies what is missing; returns how many. A kill at any moment leaves whole migrations only. */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  now: number,
  onStep: (step: MigrationStep, version: number) => void = () => {},
): number {
  const missing = migrations.slice(migrations.length - checkMigrations(db, migrations));
  db.run(
    "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  for (const migration of missing) {
    applyMigration(db, migration, now, (step) => onStep(step, migration.version));
    onStep("applied", migration.version);
  }
  return missing.length;
}

function applyMigration(db: Database, migration: Migration, now: number, onStep: (step: MigrationStep) => void): void {
  // Inside a transaction this pragma does nothing, and a migration may have to rebuild a table that others refer to.
  db.run("PRAGMA foreign_keys = OFF");
  try {
    db.transaction(() => {
      onStep("begun");
      db.run(migration.sql);
      const broken = db.query("PRAGMA foreign_key_check").all();
      if (broken.length > 0) throw new Error(`migration ${migration.version} breaks ${broken.length} references`);
      db.query("INSERT INTO migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)").run(
        migration.version,
        migration.name,
        checksum(migration),
        now,
      );
      onStep("written");
    }).immediate();
  } finally {
    db.run("PRAGMA foreign_keys = ON");
  }
}
