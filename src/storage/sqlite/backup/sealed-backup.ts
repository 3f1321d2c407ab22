// Backups that only a key or a passphrase opens: made from one in the clear beside the data, opened into one again.
import { existsSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  type BackupOrder,
  type BackupReport,
  type CheckedSeal,
  type FollowedBackup,
  NO_PROGRESS,
  type Opener,
  type RestoreReport,
  type SealedManifest,
  type WorkProgress,
} from "../../../domain/ports/data-files.ts";
import { auditKeysIn } from "../../files/audit-keys.ts";
import { inClearFolder, placeInTheClear } from "../../files/clear-folder.ts";
import { DataRefusedError, databasePath, heldByAnother, prepareDataDirectory } from "../../files/data-directory.ts";
import { BackupError, partName, placeFile, removeBroken, requireSpace, writeWhole } from "../../files/durable-files.ts";
import { lookAtLock } from "../../files/look-at-lock.ts";
import { SealError } from "../../sealing/seal-error.ts";
import { openSealed, sealFile } from "../../sealing/seal-file.ts";
import { readSealedHeader } from "../../sealing/sealed-header.ts";
import { requireData, requireTarget } from "./backup-target.ts";
import { hashOf } from "./check-backup.ts";
import { enterFinished } from "./enter-backup.ts";
import { followBackup } from "./follow-backup.ts";
import { judgeSignature, type KnownKey } from "./judge-signature.ts";
import { BackupDamagedError } from "./manifest.ts";
import { type RestoreRequest, restoreBackup } from "./restore-backup.ts";
import { MANIFEST_SUFFIX, readSealedManifest, signSealedManifest, writeSealedManifest } from "./sealed-manifest.ts";
import { type BackupRequest, inWords, takeBackup } from "./take-backup.ts";

/** Header, manifest, and 16 bytes for each 64 KiB. */
const SPARE_BYTES = 1024 * 1024;

export type SealedBackupRequest = BackupRequest & Required<Pick<BackupOrder, "seal">>;

/**
 * As `takeBackup`, but what stands at `target` is sealed, and was opened again before it got its name. Nothing in the
 * clear is written to the folder of the target but the manifest, which gets its name first.
 */
export async function takeSealedBackup(request: SealedBackupRequest): Promise<BackupReport> {
  const { dataDir, seal, mayReplace, progress = NO_PROGRESS } = request;
  const target = resolve(request.target);
  const beside = target + MANIFEST_SUFFIX;
  requireData(dataDir);
  for (const path of [target, beside]) requireTarget(dataDir, path, mayReplace);
  const part = partName(target);
  return inClearFolder(placeInTheClear(dataDir), async (folder) => {
    const made = takeBackup({
      ...request,
      target: join(folder, "memoryd.backup"),
      mayReplace: false,
      isForSealing: true,
    });
    try {
      removeBroken(target);
      requireSpace(dirname(target), made.bytes + made.bytes / 1024 + SPARE_BYTES, "the sealed backup");
      const sealedFile = await sealFile(made.file, part, seal, progress);
      const { format, dataId, memorydVersion, takenAt, rows } = made.manifest;
      const unsigned: Omit<SealedManifest, "signed"> = {
        ...{ format, dataId, memorydVersion, takenAt },
        rows: { packets: rows.packets ?? 0, lessons: rows.lessons ?? 0 },
        sealedTo: "recipients" in seal ? seal.recipients : null,
        ...sealedFile,
      };
      const sealed = signSealedManifest(unsigned, made.manifest.signed === null ? null : auditKeysIn(dataDir));
      writeWhole(beside, writeSealedManifest(sealed), { mayReplace });
      placeFile(part, target, mayReplace);
      if (request.actor !== undefined && made.isEntered) {
        enterFinished(databasePath(dataDir), { actor: request.actor, at: request.now });
      }
      return { ...made, file: target, bytes: sealedFile.bytes, sealed };
    } catch (error) {
      if (error instanceof SealError) throw new BackupError(`the backup ${target} is not made: ${error.message}`);
      throw inWords(error, target);
    } finally {
      rmSync(part, { force: true });
    }
  });
}

/** What opens it. Throws BackupDamagedError. */
export async function sealOf(file: string): Promise<"keys" | "passphrase"> {
  return (await inBackupWords(file, () => readSealedHeader(file))).kind;
}

/** Its header, its length, and its bytes against the manifest beside it: whether it opens nobody can tell so. Throws BackupDamagedError. */
export async function checkSeal(file: string, known: KnownKey | null, progress = NO_PROGRESS): Promise<CheckedSeal> {
  const kind = await sealOf(file);
  const manifest = readSealedManifest(file);
  const signature = judgeSignature({ signed: manifest?.signed ?? null }, known);
  if (manifest === null) return { kind, manifest, signature };
  const { size } = statSync(file);
  if (size !== manifest.bytes) throw new BackupDamagedError("bytes were added to it, or are missing");
  if (hashOf(file, size, progress) !== manifest.sha256) {
    throw new BackupDamagedError("it is not the file that was written: the checksum differs");
  }
  return { kind, manifest, signature };
}

export interface OpenedRequest {
  readonly dataDir: string;
  readonly file: string;
  readonly opener: Opener;
  readonly progress?: WorkProgress;
}

/** As `followBackup`, of what is in the sealed file. Throws BackupError where it does not open. */
export async function followSealedBackup(request: OpenedRequest, known: KnownKey | null): Promise<FollowedBackup> {
  const { dataDir, progress } = request;
  const open = await opened(request);
  return open(placeInTheClear(dataDir), async (clear) => followBackup(dataDir, clear, progress, known));
}

/** As `restoreBackup`. Throws BackupError where it does not open, having touched nothing. */
export async function restoreSealedBackup(request: RestoreRequest & OpenedRequest): Promise<RestoreReport> {
  const { dataDir, file, dryRun } = request;
  // Opened without a need, it would take long and lie in the clear.
  if (lookAtLock(dataDir).isHeld) throw heldByAnother(dataDir);
  const open = await opened(request);
  const isNew = !existsSync(dataDir);
  if (!dryRun) prepareDataDirectory(dataDir);
  try {
    const restore = async (clear: string) => restoreBackup({ ...request, file: clear, shownAs: file });
    return await open(placeInTheClear(dataDir), restore);
  } catch (error) {
    if (isNew && !dryRun) removeIfEmpty(dataDir);
    if (!(error instanceof BackupDamagedError)) throw error;
    throw new DataRefusedError(`the backup ${file} is not restored: ${error.message}`);
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something stands there by now.
  }
}

/** With the right key: returns what gives `work` the backup in the clear, in a folder of `place`, for as long as it takes. */
async function opened({ file, opener, progress }: OpenedRequest) {
  const writeTo = await inBackupWords(file, () => openSealed(file, opener, progress));
  return <T>(place: string, work: (clear: string) => Promise<T>): Promise<T> =>
    inClearFolder(place, async (folder) => {
      requireSpace(place, statSync(file).size, "the opened backup");
      const clear = join(folder, "memoryd.backup");
      await inBackupWords(file, () => writeTo(clear));
      return work(clear);
    });
}

async function inBackupWords<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SealError)) throw inWords(error, file);
    if (error.fault === "damaged") throw new BackupDamagedError(error.message);
    throw new BackupError(`the backup ${file} does not open: ${error.message}`);
  }
}
