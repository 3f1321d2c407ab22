// Brings the data to this version's schema: one transaction a migration, each checked against what was applied before.
import type { Database } from "bun:sqlite";
import { sha256Hex } from "../../../base/sha256.ts";
import { DataRefusedError } from "../../files/data-directory.ts";
import { isOwnTable, MIGRATIONS_TABLE, schemaDifferences } from "../checks/own-schema.ts";
import type { Migration } from "./migrations.ts";

/** The file holds what no migration of memoryd made, or lacks what one made. */
export class ForeignSchemaError extends DataRefusedError {
  /** Sentences; empty where the whole file is none of memoryd's. */
  readonly differences: readonly string[];

  constructor(differences: readonly string[]) {
    const [first, ...others] = differences;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    super(
      first === undefined
        ? "the data file is an SQLite database, but not one of memoryd's"
        : `the schema of the data was changed past memoryd: ${first}${more}`,
    );
    this.differences = differences;
  }
}

/** Hex SHA-256 of its SQL. */
export function checksum(migration: Migration): string {
  return sha256Hex(migration.sql);
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

/** null where there is nothing at all; no more rows than tell that the data is newer. */
function readApplied(db: Database, newest: number): Applied[] | null {
  if (db.query("SELECT 1 FROM main.sqlite_schema").get() === null) return null;
  // A view of that name would be run.
  if (!isOwnTable(db, "migrations", [])) throw new ForeignSchemaError([]);
  const last = db.query<Applied, []>("SELECT version, name, checksum FROM migrations ORDER BY version DESC LIMIT 1");
  const first = db.query<Applied, [number]>("SELECT version, name, checksum FROM migrations ORDER BY version LIMIT ?");
  const newer = last.all().filter(({ version }) => version > newest);
  return newer.length > 0 ? newer : first.all(newest);
}

/**
 * Looks only, and at nothing but the schema and the table of migrations: returns how many are missing. Throws
 * DataRefusedError where the data is newer than this program or was made by another history, and ForeignSchemaError
 * where its schema is not, object by object, what its migrations make.
 */
export function checkMigrations(db: Database, migrations: readonly Migration[]): number {
  const newest = migrations.length;
  const applied = readApplied(db, newest);
  if (applied === null) return newest;
  const last = applied.at(-1)?.version ?? 0;
  if (last > newest) {
    throw new DataRefusedError(
      `the data has schema version ${last}, this memoryd knows up to ${newest}: use the newer memoryd that wrote it`,
    );
  }
  for (const [at, row] of applied.entries()) {
    const known = migrations[at];
    if (known === undefined || known.version !== row.version || checksum(known) !== row.checksum) {
      throw new DataRefusedError(
        `migration ${row.version} (${row.name}) of the data is not the one of this memoryd: the file was changed by something else`,
      );
    }
  }
  const differences = schemaDifferences(db, migrations.slice(0, applied.length));
  if (differences.length > 0) throw new ForeignSchemaError(differences);
  return newest - applied.length;
}

/**
 * As `ForeignSchemaError` has them, of data of any history: empty where the schema is sound, or not for this program to
 * judge; null where the whole file is none of memoryd's.
 */
export function schemaFaults(db: Database, migrations: readonly Migration[]): readonly string[] | null {
  try {
    checkMigrations(db, migrations);
  } catch (error) {
    if (error instanceof ForeignSchemaError) return error.differences.length === 0 ? null : error.differences;
    if (!(error instanceof DataRefusedError)) throw error;
  }
  return [];
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
  db.run(MIGRATIONS_TABLE.replace("TABLE", "TABLE IF NOT EXISTS"));
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
