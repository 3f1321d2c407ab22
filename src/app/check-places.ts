// Whether the service could use the places that its settings name. Makes nothing, and changes nothing.
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { requireKeyIn } from "../accounts/ensure-admin-key.ts";
import type { Settings } from "../config/settings.ts";
import {
  DataDirectoryError,
  databasePath,
  reasonOf,
  requireMakeableDirectory,
} from "../storage/files/data-directory.ts";
import { keyFileAt, requireOwnKeyFile } from "../storage/files/key-file.ts";
import { requireBackupFolder } from "../storage/sqlite/backup/backup-folder.ts";
import { requireLogFile } from "./log-file.ts";
import { backupFolderOf } from "./schedule-backups.ts";

/** Throws DataDirectoryError, KeyFileError, LogFileError and BackupError, in the words of a start, or of a backup, that fails so. */
export function checkPlaces(settings: Settings): void {
  requirePlace(settings.data_dir, `the data directory ${settings.data_dir} cannot be used`);
  checkKeyFile(settings);
  if (settings.log_file !== "") requireLogFile(settings.log_file);
  if (settings.backup_cron !== "") requireBackupFolder(backupFolderOf(settings));
}

function checkKeyFile({ admin_key_file: path, data_dir: dataDir }: Settings): void {
  if (path === "") return;
  const file = keyFileAt(path);
  const text = file.read();
  if (text !== null) {
    requireKeyIn(file, text);
    requireOwnKeyFile(path);
    return;
  }
  // Data that is there has its keys already, and the data directory is made before the file.
  const folder = dirname(resolve(path));
  if (existsSync(databasePath(dataDir)) || folder === resolve(dataDir)) return;
  const fault = `the admin key file ${path} cannot be written`;
  if (!existsSync(folder)) throw new DataDirectoryError(`${fault}: its directory does not exist`);
  requirePlace(folder, fault);
}

function requirePlace(path: string, fault: string): void {
  try {
    requireMakeableDirectory(path);
  } catch (error) {
    throw new DataDirectoryError(`${fault}: ${reasonOf(error)}`);
  }
}
