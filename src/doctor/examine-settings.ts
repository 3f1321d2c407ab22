// Looks at the settings that the service would start with.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../domain/finding.ts";
import { examineReach } from "./examine-reach.ts";
import type { DoctorFacts, JudgedSettings } from "./facts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export function* examineSettings(facts: DoctorFacts): Iterable<Finding> {
  const { settings, settingsFault, program } = facts;
  if (settingsFault !== null) {
    const fix = "correct it; `memoryd config check` says whether the settings are in order";
    yield {
      code: "settings_wrong",
      level: "error",
      where: "settings",
      what: `${settingsFault.replace(/\.$/, "")}.`,
      fix,
    };
  }
  if (program.modelFault !== null) {
    const fix = "name a folder that holds a whole model, or leave model_dir out: the executable carries one";
    yield { code: "model_unusable", level: "error", where: "model_dir", what: `${capital(program.modelFault)}.`, fix };
  }
  if (settings === null) return;
  yield* examineReach(settings, facts.now);
  // A database has backups of its own, of which nothing is known here.
  if (!facts.isInDatabase) yield* examineBackups(facts, settings.backups);
}

function* examineBackups({ dataDir, now }: DoctorFacts, backups: JudgedSettings["backups"]): Iterable<Finding> {
  if (backups === null) {
    yield {
      code: "no_backups",
      level: "note",
      where: "backup_cron",
      what: "No backups are scheduled.",
      fix: 'set backup_cron = "0 4 * * *" and backup_dir, or run `memoryd backup FILE` from a timer of your own',
    };
    return;
  }
  const { folder, everyMs, fault } = backups;
  if (fault !== null) {
    const fix = "make the folder for the service's user alone, or mount its disk, or name another one: backup_dir";
    yield { code: "backup_folder_unusable", level: "error", where: folder, what: `${capital(fault)}.`, fix };
  }
  const newest = newestOf(backups);
  if (newest === null || now - newest > 2 * everyMs + DAY_MS) {
    const age = newest === null ? "There is no backup in it" : `The newest backup is ${days(now - newest)} old`;
    yield {
      code: newest === null ? "backup_missing" : "backup_old",
      level: "warning",
      where: folder,
      what: `${age}, although backups are scheduled.`,
      fix: `look for backup_failed in the log, then run \`memoryd backup ${join(folder, "now.backup")}\``,
    };
  }
  yield* examineCommand(backups);
  if (deviceOf(folder) !== null && deviceOf(folder) === deviceOf(dataDir)) {
    yield {
      code: "backup_same_disk",
      level: "note",
      where: folder,
      what: "Backups lie on the same disk as the data, and are lost with it.",
      fix: "set backup_dir to another disk, or copy the files away",
    };
  }
}

function* examineCommand({ command }: NonNullable<JudgedSettings["backups"]>): Iterable<Finding> {
  if (command === undefined) return;
  const { program, isFound, last } = command;
  if (!isFound) {
    yield {
      code: "backup_command_missing",
      level: "error",
      where: "backup_command",
      what: `There is no program ${program} that could be run, so backups are not taken elsewhere.`,
      fix: "install it, or name it by its path; the service looks for it in its own PATH",
    };
  }
  if (last === null || last.ok) return;
  yield {
    code: "backup_command_failed",
    level: "warning",
    where: "backup_command",
    what: `Its last run, at ${last.at} for ${last.file}, failed: ${last.reason ?? "nobody knows why"}.`,
    fix: "look for backup_command_failed in the log, which has its last lines, then run it by hand as the service's user",
  };
}

/** A folder that cannot be read holds nothing that could be restored. */
function newestOf(backups: NonNullable<JudgedSettings["backups"]>): number | null {
  try {
    return backups.newest();
  } catch {
    return null;
  }
}

function deviceOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.dev ?? null;
}

function days(ms: number): string {
  return `${Math.floor(ms / DAY_MS)} days`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, "");
}
