// Looks whether the data is this program's to read: its schema, and the model that its embeddings were made with.
import type { Database } from "bun:sqlite";
import { counted, type Finding } from "../../../domain/finding.ts";
import type { ModelName } from "../../../domain/portability.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { checksum, schemaFaults } from "../engine/migrate.ts";
import type { Migration } from "../engine/migrations.ts";
import { FAULTS_SHOWN, RESTORE } from "./data-checks.ts";

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const PART = "table migrations";

/** `isReadable`: whether the tables are those that the rest of the doctor knows. */
export function examineSchema(
  db: Database,
  migrations: readonly Migration[],
): { findings: Finding[]; isReadable: boolean } {
  const faults = schemaFaults(db, migrations);
  if (faults === null || db.query("SELECT 1 FROM sqlite_schema").get() === null) {
    const what = "The data file is an SQLite database, but not one of memoryd's.";
    const fix = "put the right file there, or restore a backup with `memoryd restore FILE`";
    return { findings: [{ code: "foreign_database", level: "error", where: PART, what, fix }], isReadable: false };
  }
  const applied = db.query<Applied, []>("SELECT version, name, checksum FROM migrations ORDER BY version").all();
  const last = applied.at(-1)?.version ?? 0;
  if (last > migrations.length) {
    const what = `The data has schema version ${last}, and this memoryd knows up to ${migrations.length}.`;
    const fix = "use the newer memoryd that wrote it, or restore a backup made before the upgrade";
    return { findings: [{ code: "schema_newer", level: "error", where: PART, what, fix }], isReadable: false };
  }
  if (faults.length > 0) return { findings: schemaFindings(faults), isReadable: false };
  const findings: Finding[] = [];
  const isKnown = (migration: Migration | undefined, row: Applied) =>
    migration !== undefined && checksum(migration) === row.checksum;
  const changed = applied.find((row) => !isKnown(migrations[row.version - 1], row));
  if (changed !== undefined) {
    findings.push({
      code: "migration_changed",
      level: "error",
      where: `migration ${changed.version} (${changed.name})`,
      what: "This migration of the data is not the one of this memoryd: something else changed the file.",
      fix: "use the memoryd that made the data, or restore a backup with `memoryd restore FILE`",
    });
  }
  const missing = migrations.length - applied.length;
  if (missing > 0) {
    findings.push({
      code: "schema_older",
      level: "warning",
      where: PART,
      what: `The data has schema version ${last}: ${counted(missing, "migration", "is", "are")} missing that this memoryd has.`,
      fix: "start `memoryd serve` of this version once: it makes a checked backup and brings the data up to date",
    });
  }
  return { findings, isReadable: changed === undefined };
}

export function* examineModel(db: Database, model: ModelName | null): Iterable<Finding> {
  const stored = db.query<{ id: string; sha256: string }, []>("SELECT id, sha256 FROM model").get();
  if (stored === null || model === null || stored.sha256 === model.sha256) return;
  yield {
    code: "model_mismatch",
    level: "warning",
    where: "table model",
    what: `The data was made with the model ${stored.id}, and the service would use ${model.id}: all of it will be embedded anew.`,
    fix: `name the folder of ${stored.id} with --model-dir, or let the service embed everything anew in the background`,
  };
}

/**
 * `differences` as `schemaDifferences` has them. What else is wrong with such data is not looked for: a view in the place
 * of a table would be run.
 */
export function schemaFindings(differences: readonly string[]): Finding[] {
  return differences.slice(0, FAULTS_SHOWN).map((difference) => ({
    code: "schema_foreign",
    level: "error",
    where: "schema of memoryd.db",
    what: `The schema of the data was changed past memoryd: ${difference}.`,
    fix: `${RESTORE}; until then \`memoryd serve\` does not start`,
  }));
}

/** Damage may show anywhere, also before the checks that look for it. */
export function unreadable(path: string, error: unknown): Finding {
  return {
    code: faultCodeOf(error) === "SQLITE_NOTADB" ? "not_a_database" : "data_damaged",
    level: "error",
    where: path,
    what: `The data cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    fix: `${RESTORE}; keep this file until then`,
  };
}
