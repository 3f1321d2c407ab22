// Finds what is wrong with a data directory, its settings and its machine. Reads only, beside a service or without one.
import { join } from "node:path";
import { examineData } from "./examine-data.ts";
import { examineFiles, type SeenFiles } from "./examine-files.ts";
import { examineKeys } from "./examine-keys.ts";
import { examineMachine } from "./examine-machine.ts";
import { examineModel, examineSchema, foreignSchema } from "./examine-schema.ts";
import { examineSettings } from "./examine-settings.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, inOrder } from "./finding.ts";
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

function lookInside(facts: DoctorFacts, files: SeenFiles, hasService: boolean): Finding[] {
  const path = join(facts.dataDir, "memoryd.db");
  const findings: Finding[] = [];
  if (!hasService && files.walBytes > 0) findings.push(leftLog(path));
  try {
    // What a log holds replaces what stands in the file.
    if (files.walBytes === 0 && !facts.program.isSmallSchema(path)) {
      return [...findings, ...foreignSchema(["it has more objects than any memoryd makes"])];
    }
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
    findings.push(codeOf(error) === "SQLITE_PROTOCOL" ? unseenLog(path) : unreadable(path, error));
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

function unreadable(path: string, error: unknown): Finding {
  const code = codeOf(error);
  const why = error instanceof Error ? error.message : "unknown error";
  const isForeign = code === "SQLITE_NOTADB";
  return {
    code: isForeign ? "not_a_database" : "data_damaged",
    level: "error",
    where: path,
    what: `The data cannot be read: ${why}.`,
    fix: "restore the newest good backup with `memoryd restore FILE`; keep this file until then",
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
