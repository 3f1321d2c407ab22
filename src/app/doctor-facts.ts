// What the doctor is told of settings and program: by the command, and by the service that runs.
import { Cron } from "croner";
import { argumentsOf } from "../config/arguments-of.ts";
import type { Settings } from "../config/settings.ts";
import type { DoctorFacts, JudgedSettings, Reach } from "../doctor/facts.ts";
import type { DataFiles } from "../domain/ports/data-files.ts";
import { readCommandOutcome } from "../storage/files/command-outcome.ts";
import { DataRefusedError } from "../storage/files/data-directory.ts";
import { BackupError } from "../storage/files/durable-files.ts";
import { adminKeyPathOf } from "../storage/files/key-file.ts";
import { requireBackupFolder } from "../storage/sqlite/backup/backup-folder.ts";
import { checkSqliteVersion, ownSqliteVersion } from "../storage/sqlite/engine/open-database.ts";
import { checkCron } from "./nightly.ts";
import { backupFolderOf } from "./schedule-backups.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** `data` null: it lies in no files, and its backups are its database's own. */
export function judged(settings: Settings, reach: Reach, data: Pick<DataFiles, "backups"> | null): JudgedSettings {
  const folder = backupFolderOf(settings);
  return {
    ...reach,
    port: settings.port,
    adminKeyFile: adminKeyPathOf(settings),
    memoryBytes: settings.memory_mib * 1024 * 1024,
    embeddingWorkers: settings.embedding_workers,
    backups:
      settings.backup_cron === "" || data === null
        ? null
        : {
            folder,
            everyMs: intervalOf(settings.backup_cron),
            newest: () => data.backups(folder).newest(),
            fault: folderFault(folder),
            ...commandOf(settings),
          },
  };
}

function folderFault(folder: string): string | null {
  try {
    requireBackupFolder(folder);
    return null;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.message;
  }
}

function commandOf({ backup_command: command, data_dir: dataDir }: Settings) {
  const [program] = argumentsOf(command) ?? [];
  if (program === undefined) return {};
  return { command: { program, isFound: Bun.which(program) !== null, last: readCommandOutcome(dataDir) } };
}

/** Between the next two times that the schedule names; a wrong one is told with the settings. */
function intervalOf(cron: string): number {
  if (checkCron(cron) !== null) return DAY_MS;
  const [first, second] = new Cron(cron).nextRuns(2);
  return first === undefined || second === undefined ? DAY_MS : second.getTime() - first.getTime();
}

export function sqliteOf(): Pick<DoctorFacts["program"], "sqliteVersion" | "sqliteFault"> {
  const version = ownSqliteVersion();
  try {
    checkSqliteVersion(version);
    return { sqliteVersion: version, sqliteFault: null };
  } catch (error) {
    if (!(error instanceof DataRefusedError)) throw error;
    return { sqliteVersion: version, sqliteFault: error.message };
  }
}
