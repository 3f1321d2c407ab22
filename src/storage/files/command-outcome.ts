// How the last run of the command for backups ended: for the doctor, and for the next start of the service.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../base/strict-json.ts";
import { COMMAND_OUTCOME_FILE } from "../../domain/data-file-names.ts";
import { writeWhole } from "./durable-files.ts";

export interface CommandOutcome {
  /** ISO 8601. */
  readonly at: string;
  /** The backup that it was for. */
  readonly file: string;
  readonly ok: boolean;
  /** A clause; null where it did what it should. */
  readonly reason: string | null;
}

/** Throws what the file system throws. */
export function writeCommandOutcome(dataDir: string, outcome: CommandOutcome): void {
  const how = { mayReplace: true, isOwners: true };
  writeWhole(join(dataDir, COMMAND_OUTCOME_FILE), `${JSON.stringify(outcome)}\n`, how);
}

/** null where none ran yet, or where nobody can read how it ended. */
export function readCommandOutcome(dataDir: string): CommandOutcome | null {
  try {
    const said: unknown = JSON.parse(readFileSync(join(dataDir, COMMAND_OUTCOME_FILE), "utf8"));
    if (!isObject(said)) return null;
    const { at, file, ok, reason } = said;
    if (typeof at !== "string" || typeof file !== "string" || typeof ok !== "boolean") return null;
    return { at, file, ok, reason: typeof reason === "string" ? reason : null };
  } catch {
    return null;
  }
}
