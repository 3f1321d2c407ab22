// Looks at what the data holds: with storage's own checks, and at what it says of the clock.
import type { Database } from "bun:sqlite";
import type { Finding } from "../domain/finding.ts";
import { findingsOf, schemaVersionOf } from "../storage/sqlite/checks/data-check.ts";
import { DATA_CHECKS } from "../storage/sqlite/checks/data-checks.ts";
import type { DoctorFacts } from "./facts.ts";

/** Clocks of two machines differ by less. */
const SKEW_MS = 60_000;

export function* examineData(db: Database, facts: DoctorFacts, hasService: boolean): Iterable<Finding> {
  const version = schemaVersionOf(db);
  yield* examineClock(db, facts, version);
  for (const check of DATA_CHECKS) {
    if (check.since > version || (check.isDeep && !facts.isDeep) || (check.isServiceWork && hasService)) continue;
    yield* findingsOf(db, check);
  }
}

function* examineClock(db: Database, { now }: DoctorFacts, version: number): Iterable<Finding> {
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
