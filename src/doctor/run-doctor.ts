// Finds what is wrong with a data directory, its settings and its machine. Reads only, beside a service or without one.
import { join } from "node:path";
import { KEY_FILE } from "../domain/data-file-names.ts";
import type { Finding, Level } from "../domain/finding.ts";
import { adminKeyIdOf, examineFiles } from "./examine-files.ts";
import { examineLock } from "./examine-lock.ts";
import { examineMachine } from "./examine-machine.ts";
import { examineSettings } from "./examine-settings.ts";
import type { DoctorFacts } from "./facts.ts";

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
  const lock = isThere ? facts.data.holder() : { isHeld: false, pid: null };
  if (isThere) findings.push(...examineMachine(facts, lock.pid), ...(await examineLock(facts, lock)));
  if (files.hasDatabase || facts.isInDatabase) findings.push(...(await lookInside(facts, lock.isHeld)));
  return { dataDir: facts.dataDir, isRunning: lock.isHeld, findings: inOrder(findings) };
}

function lookInside({ data, now, isDeep, program, ...facts }: DoctorFacts, hasService: boolean): Promise<Finding[]> {
  const file = facts.settings?.adminKeyFile ?? join(facts.dataDir, KEY_FILE);
  const { model } = program;
  return data.examine({ now, isDeep, hasService, model, adminKey: { file, id: adminKeyIdOf(file) } });
}

/** The most urgent first; findings of one level in the order in which they were found. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const levels: readonly Level[] = ["error", "warning", "note"];
  return levels.flatMap((level) => findings.filter((finding) => finding.level === level));
}
