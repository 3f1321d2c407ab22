// Looks through the data of a directory for what cannot be in sound data, and changes nothing.
import type { Database } from "bun:sqlite";
import { constants, existsSync } from "node:fs";
import type { Finding } from "../../../domain/finding.ts";
import { type DataReport, NO_PROGRESS, type WorkProgress } from "../../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { DataDirectoryError, DataRefusedError, databasePath, noDataIn } from "../../files/data-directory.ts";
import { lackOfRights } from "../../files/file-owner.ts";
import { checkMigrations, ForeignSchemaError } from "../engine/migrate.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { openUnknown } from "../engine/open-database.ts";
import { guardReading } from "../engine/open-unwritable.ts";
import { countRows, findingsOf, schemaVersionOf } from "./data-check.ts";
import { DATA_CHECKS } from "./data-checks.ts";
import { schemaFindings, unreadable } from "./examine-schema.ts";

/**
 * Of a running or a stopped server, at one moment. Throws DataRefusedError where the data is newer than this program or
 * none of its own, and DataDirectoryError where there is none.
 */
export function checkData(dataDir: string, progress: WorkProgress = NO_PROGRESS): DataReport {
  const path = databasePath(dataDir);
  if (!existsSync(path)) throw noDataIn(dataDir);
  const requireSame = guardReading(path);
  let db: Database;
  try {
    db = openUnknown(path, "beside-writer");
  } catch (error) {
    if (error instanceof ForeignSchemaError) return unread(schemaFindings(error.differences));
    throw unopened(path, error);
  }
  try {
    const report = look(db, path, progress);
    requireSame();
    return report;
  } finally {
    db.close();
  }
}

function look(db: Database, path: string, progress: WorkProgress): DataReport {
  const findings: Finding[] = [];
  try {
    db.run("PRAGMA query_only = ON");
    return db.transaction(() => checkAll(db, findings, progress)).deferred();
  } catch (error) {
    if (error instanceof ForeignSchemaError && error.differences.length > 0)
      return unread(schemaFindings(error.differences));
    if (error instanceof DataRefusedError) throw error;
    // What this user may not open is no fault of the data.
    if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(faultCodeOf(error))) throw unopened(path, error);
    return unread([...findings, unreadable(path, error)]);
  }
}

function unopened(path: string, error: unknown): DataDirectoryError {
  const why = lackOfRights(path, constants.R_OK) ?? (error instanceof Error ? error.message : String(error));
  return new DataDirectoryError(`the data file ${path} cannot be opened: ${why}`);
}

function unread(findings: readonly Finding[]): DataReport {
  return { schemaVersion: 0, rows: {}, findings };
}

/** Puts into `findings` what it finds as it finds it: the next look may stumble over damage. */
function checkAll(db: Database, findings: Finding[], progress: WorkProgress): DataReport {
  checkMigrations(db, MIGRATIONS);
  const schemaVersion = schemaVersionOf(db);
  const checks = DATA_CHECKS.filter(({ level, since }) => level === "error" && since <= schemaVersion);
  progress.begin("checking", checks.length);
  for (const check of checks) {
    findings.push(...findingsOf(db, check));
    progress.advance(1);
  }
  return { schemaVersion, rows: countRows(db), findings };
}
