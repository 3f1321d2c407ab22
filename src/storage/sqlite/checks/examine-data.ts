// Looks into the data for the doctor, beside a service or without one: not a byte of the directory changes.
import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import type { Finding } from "../../../domain/finding.ts";
import type { ExaminationOrder } from "../../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { databasePath, walBytes } from "../../files/data-directory.ts";
import { writingBanOn } from "../../files/writing-ban.ts";
import { ForeignSchemaError } from "../engine/migrate.ts";
import { MIGRATIONS, type Migration } from "../engine/migrations.ts";
import { openReader, requireSmallSchema } from "../engine/open-database.ts";
import { openUnwritable } from "../engine/open-unwritable.ts";
import { findingsOf, schemaVersionOf } from "./data-check.ts";
import { DATA_CHECKS } from "./data-checks.ts";
import { examineAuditKey } from "./examine-audit-key.ts";
import { examineKeys } from "./examine-keys.ts";
import { examineModel, examineSchema, schemaFindings, unreadable } from "./examine-schema.ts";
import { openUntouched } from "./open-untouched.ts";

/** Clocks of two machines differ by less. */
const SKEW_MS = 60_000;

export function examineData(
  dataDir: string,
  order: ExaminationOrder,
  migrations: readonly Migration[] = MIGRATIONS,
): Finding[] {
  const path = databasePath(dataDir);
  const log = walBytes(path);
  const { hasService } = order;
  const findings: Finding[] = [];
  if (!hasService && log > 0) findings.push(leftLog(path));
  try {
    // What a log holds replaces what stands in the file.
    if (log === 0) requireSmallSchema(path, true);
    // Where nobody can write, nothing changes however it is opened.
    const isFixed = log > 0 && writingBanOn(path)?.isOfMedium === true;
    const db = isFixed
      ? openUnwritable(path)
      : openUntouched(path, { hasService, walBytes: log, hasShm: existsSync(`${path}-shm`) });
    if (db === null) return [...findings, unseenLog(path)];
    try {
      for (const finding of lookInto(db, dataDir, order, migrations)) findings.push(finding);
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof ForeignSchemaError) findings.push(...schemaFindings(error.differences));
    else findings.push(faultCodeOf(error) === "SQLITE_PROTOCOL" ? unseenLog(path) : unreadable(path, error));
  }
  return findings;
}

/** Of the data that this process has open, which it judged when it opened it. */
export function examineOwnData(dataDir: string, order: ExaminationOrder): Finding[] {
  const path = databasePath(dataDir);
  const findings: Finding[] = [];
  let db: Database | null = null;
  try {
    db = openReader(path);
    for (const finding of lookInto(db, dataDir, order, MIGRATIONS)) findings.push(finding);
  } catch (error) {
    findings.push(unreadable(path, error));
  } finally {
    db?.close();
  }
  return findings;
}

function* lookInto(
  db: Database,
  dataDir: string,
  order: ExaminationOrder,
  migrations: readonly Migration[],
): Iterable<Finding> {
  const schema = examineSchema(db, migrations);
  yield* schema.findings;
  if (!schema.isReadable) return;
  yield* examineModel(db, order.model);
  yield* examineKeys(db, order);
  yield* examineAuditKey(db, dataDir);
  yield* examineRows(db, order);
}

function leftLog(path: string): Finding {
  return {
    code: "closed_unclean",
    level: "note",
    where: `${path}-wal`,
    what: "The service ended without closing its data: what it had acknowledged stands in the write-ahead log.",
    fix: "start the service, which takes it over; never delete this file",
  };
}

function unseenLog(path: string): Finding {
  return {
    code: "log_not_seen",
    level: "warning",
    where: `${path}-wal`,
    what: "The data could not be looked into without a change: the index of its write-ahead log is not there, or of another log.",
    fix: "start the service and run this again",
  };
}

/** With the checks that `verify` makes too, and at what the data says of the clock. */
function* examineRows(db: Database, order: ExaminationOrder): Iterable<Finding> {
  const version = schemaVersionOf(db);
  yield* examineClock(db, order.now, version);
  for (const check of DATA_CHECKS) {
    if (check.since > version || (check.isDeep && !order.isDeep) || (check.isServiceWork && order.hasService)) continue;
    yield* findingsOf(db, check);
  }
}

function* examineClock(db: Database, now: number, version: number): Iterable<Finding> {
  const passes = "UNION ALL SELECT finished_at FROM (SELECT * FROM learning_passes ORDER BY id DESC LIMIT 1)";
  const sql = `SELECT max(at) AS last FROM (
    SELECT max(created_at, coalesce(consumed_at, 0)) AS at FROM (SELECT * FROM turns ORDER BY id DESC LIMIT 1000)
    ${version < 2 ? "" : passes} UNION ALL SELECT max(applied_at) FROM migrations)`;
  const last = db.query<{ last: number | null }, []>(sql).get()?.last ?? 0;
  if (last <= now + SKEW_MS) return;
  yield {
    code: "clock_behind",
    level: "error",
    where: "clock of this machine",
    what: `The data holds a record of ${new Date(last).toISOString()}, and the clock says ${new Date(now).toISOString()}: the clock runs behind, or ran ahead then.`,
    fix: "set the clock (timedatectl set-ntp true): keys, tokens and lessons expire by it",
  };
}
