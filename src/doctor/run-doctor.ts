// Finds what is wrong with a data directory, its settings and its machine. Reads only, beside a service or without one.
import { join } from "node:path";
import type { Finding, Level } from "../domain/finding.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { schemaFindings, unreadable } from "../storage/sqlite/checks/schema-findings.ts";
import { ForeignSchemaError } from "../storage/sqlite/engine/migrate.ts";
import { requireSmallSchema } from "../storage/sqlite/engine/open-database.ts";
import { examineData } from "./examine-data.ts";
import { examineFiles, type SeenFiles } from "./examine-files.ts";
import { examineKeys } from "./examine-keys.ts";
import { examineMachine } from "./examine-machine.ts";
import { examineModel, examineSchema } from "./examine-schema.ts";
import { examineSettings } from "./examine-settings.ts";
import type { DoctorFacts } from "./facts.ts";
import { examineLock, lookAtLock } from "./look-at-lock.ts";
import { openUntouched } from "./open-untouched.ts";

export interface Diagnosis {
  readonly dataDir: string;
  /** Whether a service has the data. */
  readonly isRunning: boolean;
  /** The most urgent first. */
  readonly findings: readonly Finding[];
}

export async function runDoctor(facts: DoctorFacts): Promise<Diagnosis> {
  const files = examineFiles(facts);
  const findings: Finding[] = [...examineSettings(facts), ...files.findings];
  const isThere = !files.findings.some(({ code }) => code.startsWith("directory_m") || code === "directory_unreadable");
  const lock = isThere ? lookAtLock(facts.dataDir) : { isHeld: false, pid: null };
  if (isThere) findings.push(...examineMachine(facts, lock.pid), ...(await examineLock(facts, lock)));
  if (files.hasDatabase) findings.push(...lookInside(facts, files, lock.isHeld));
  return { dataDir: facts.dataDir, isRunning: lock.isHeld, findings: inOrder(findings) };
}

/** The most urgent first; findings of one level in the order in which they were found. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const levels: readonly Level[] = ["error", "warning", "note"];
  return levels.flatMap((level) => findings.filter((finding) => finding.level === level));
}

function lookInside(facts: DoctorFacts, files: SeenFiles, hasService: boolean): Finding[] {
  const path = join(facts.dataDir, "memoryd.db");
  const findings: Finding[] = [];
  if (!hasService && files.walBytes > 0) findings.push(leftLog(path));
  try {
    // What a log holds replaces what stands in the file.
    if (files.walBytes === 0) requireSmallSchema(path, true);
    const db = openUntouched(path, { ...files, hasService });
    if (db === null) return [...findings, unseenLog(path)];
    try {
      const schema = examineSchema(db, facts);
      findings.push(...schema.findings);
      if (!schema.isReadable) return findings;
      findings.push(...examineModel(db, facts), ...examineKeys(db, facts));
      for (const finding of examineData(db, facts, hasService)) findings.push(finding);
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof ForeignSchemaError) findings.push(...schemaFindings(error.differences));
    else findings.push(faultCodeOf(error) === "SQLITE_PROTOCOL" ? unseenLog(path) : unreadable(path, error));
  }
  return findings;
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
