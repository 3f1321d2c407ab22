// What this engine's files allow beyond a store: the directory, its lock, its backups, and looks at the bytes.
import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { BackupOrder, BackupThread, DataFiles, DataSizes, WorkProgress } from "../../domain/ports/data-files.ts";
import { databasePath, lockDataDirectory, walBytes } from "../files/data-directory.ts";
import { lookAtLock } from "../files/look-at-lock.ts";
import { backupFolderAt } from "./backup/backup-folder.ts";
import { takeBackupOnThread } from "./backup/backup-thread.ts";
import { checkBackup } from "./backup/check-backup.ts";
import { knownKey } from "./backup/judge-signature.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { takeBackup } from "./backup/take-backup.ts";
import { checkData } from "./checks/check-data.ts";
import { examineData } from "./checks/examine-data.ts";
import { followAudit } from "./checks/follow-audit.ts";

function readSizes(path: string): DataSizes {
  return {
    databaseBytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    walBytes: walBytes(path),
  };
}

/** Of a directory whose store may be open, here or in another process, or not made yet. */
export function dataFilesAt(dataDir: string): DataFiles {
  return {
    place: dataDir,
    lock: () => lockDataDirectory(dataDir),
    sizes: async () => readSizes(databasePath(dataDir)),
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    backup: async (order, how) => backup({ dataDir, ...order }, how),
    backups: backupFolderAt,
    async checkBackup({ file, publicKeyFile }, progress) {
      const { manifest, signature } = checkBackup(file, progress, knownKey(dataDir, publicKeyFile));
      return { manifest, signature };
    },
    restore: async (order, progress) =>
      restoreBackup({ dataDir, ...order, ...(progress === undefined ? {} : { progress }) }),
    verify: async (progress) => checkData(dataDir, progress),
    holder: () => lookAtLock(dataDir),
    examine: async (order) => examineData(dataDir, order),
    followAudit: async (file, head) => followAudit(dataDir, file, head),
  };
}

function backup(request: BackupOrder & { readonly dataDir: string }, how: BackupThread | WorkProgress | undefined) {
  if (how === undefined) return takeBackup(request);
  return "url" in how ? takeBackupOnThread(how.url, request, how.stopping) : takeBackup({ ...request, progress: how });
}
