// What this engine's files allow beyond a store: the directory, its lock, its backups, and looks at the bytes.
import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import {
  type BackupOrder,
  type DataFiles,
  type DiskUse,
  NO_PROGRESS,
  type WorkProgress,
  type WorkThread,
} from "../../domain/ports/data-files.ts";
import { databasePath, lockDataDirectory, walBytes } from "../files/data-directory.ts";
import { lookAtLock } from "../files/look-at-lock.ts";
import { isSealed } from "../files/sealed-start.ts";
import { backupFolderAt } from "./backup/backup-folder.ts";
import { takeBackupOnThread } from "./backup/backup-thread.ts";
import { followBackup } from "./backup/follow-backup.ts";
import { knownKey } from "./backup/judge-signature.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { takeBackup } from "./backup/take-backup.ts";
import { checkData } from "./checks/check-data.ts";
import { checkOnThread } from "./checks/checks-thread.ts";
import { examineData } from "./checks/examine-data.ts";
import { followAudit } from "./checks/follow-audit.ts";

async function readDisk(dataDir: string): Promise<DiskUse> {
  const path = databasePath(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  return {
    freeBytes: bavail * bsize,
    databaseBytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    walBytes: walBytes(path),
  };
}

/** Loaded where something is sealed: most commands never need the library. */
const sealedBackups = () => import("./backup/sealed-backup.ts");

/** Of a directory whose store may be open, here or in another process, or not made yet. */
export function dataFilesAt(dataDir: string): DataFiles {
  return {
    place: dataDir,
    lock: () => lockDataDirectory(dataDir),
    disk: () => readDisk(dataDir),
    backup: async (order, how) => backup({ dataDir, ...order }, how),
    backups: backupFolderAt,
    sealOf: async (file) => (isSealed(file) ? (await sealedBackups()).sealOf(file) : null),
    checkSeal: async ({ file, publicKeyFile }, progress) =>
      (await sealedBackups()).checkSeal(file, knownKey(dataDir, publicKeyFile), progress),
    async checkBackup({ file, publicKeyFile, opener = null }, progress = NO_PROGRESS) {
      const known = knownKey(dataDir, publicKeyFile);
      if (opener !== null && isSealed(file)) {
        return (await sealedBackups()).followSealedBackup({ dataDir, file, opener, progress }, known);
      }
      return followBackup(dataDir, file, progress, known);
    },
    async restore({ opener = null, ...order }, progress = NO_PROGRESS) {
      const request = { dataDir, ...order, progress };
      if (opener === null || !isSealed(order.file)) return restoreBackup(request);
      return (await sealedBackups()).restoreSealedBackup({ ...request, opener });
    },
    verify: async (progress) => checkData(dataDir, progress),
    holder: () => lookAtLock(dataDir),
    examine: async (order) => examineData(dataDir, order),
    examineOwn: (order, thread) => checkOnThread(thread, { kind: "examine", dataDir, order }),
    followOwnAudit: (thread) => checkOnThread(thread, { kind: "followAudit", dataDir }),
    followAudit: async (file, head) => followAudit(dataDir, file, head),
  };
}

type Backup = BackupOrder & { readonly dataDir: string };

async function backup(request: Backup, how: WorkThread | WorkProgress = NO_PROGRESS) {
  if ("url" in how) return takeBackupOnThread(how, request);
  const { seal, ...plain } = { ...request, progress: how };
  return seal === undefined ? takeBackup(plain) : (await sealedBackups()).takeSealedBackup({ ...plain, seal });
}
