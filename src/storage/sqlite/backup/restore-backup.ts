// Puts a backup in the place of the data. Killed at any moment it leaves the old data or the new, whole.

import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { ChainEnd } from "../../../domain/audit.ts";
import { ASIDE_PREFIX, INCOMING_FILE, KEY_FILE, SIDE_SUFFIXES } from "../../../domain/data-file-names.ts";
import {
  NO_PROGRESS,
  type RestoreOrder,
  type RestoreReport,
  type WorkProgress,
} from "../../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { auditKeysIn } from "../../files/audit-keys.ts";
import {
  DataDirectoryError,
  DataRefusedError,
  databasePath,
  heldByAnother,
  lockDataDirectory,
  prepareDataDirectory,
  reasonOf,
} from "../../files/data-directory.ts";
import { removeIdFile, writeIdFile } from "../../files/data-id.ts";
import { requireSpace, syncFile, syncFolder, writeAll } from "../../files/durable-files.ts";
import { giveToOwnerOfFolder } from "../../files/file-owner.ts";
import { lookAtLock } from "../../files/look-at-lock.ts";
import { ForeignSchemaError } from "../engine/migrate.ts";
import { isLogEmptied, openWriter, requireSmallSchema } from "../engine/open-database.ts";
import { checkBackup, type ReadBackup, readPieces } from "./check-backup.ts";
import { enterRestore, headIn } from "./enter-backup.ts";
import { knownKey } from "./judge-signature.ts";
import { BackupDamagedError } from "./manifest.ts";

export interface RestoreRequest extends Omit<RestoreOrder, "publicKeyFile" | "opener"> {
  readonly dataDir: string;
  /** Absent: as null. */
  readonly publicKeyFile?: string | null;
  /** The name that the operator knows the file by, where that is another. */
  readonly shownAs?: string;
  readonly progress?: WorkProgress;
  /** Told of each step as it ends: for tests that end the process there. */
  readonly onStep?: (step: RestoreStep) => void;
}

export const RESTORE_STEPS = ["checked", "locked", "copied", "settled", "kept", "cleared", "placed"] as const;
export type RestoreStep = (typeof RESTORE_STEPS)[number];

/**
 * Throws DataRefusedError where a server holds the directory, or the backup is damaged or newer than this program;
 * nothing was touched then. Throws BackupError and DataDirectoryError where files cannot be read or written.
 */
export function restoreBackup(request: RestoreRequest): RestoreReport {
  const { dataDir, dryRun, progress = NO_PROGRESS, onStep = () => {} } = request;
  const checked = checkForRestore(request, progress);
  onStep("checked");
  const path = databasePath(dataDir);
  const aside = freeName(dataDir, request.now);
  if (!dryRun) prepareDataDirectory(dataDir);
  // A look takes no lock, which the directory may have no room or no right for.
  else if (lookAtLock(dataDir).isHeld) throw heldByAnother(dataDir);
  const lock = dryRun ? null : lockDataDirectory(dataDir);
  try {
    onStep("locked");
    const report = (movedAside: readonly string[]): RestoreReport => ({
      manifest: checked.manifest,
      signature: checked.signature,
      movedAside,
      hasKeyFile: existsSync(join(dataDir, KEY_FILE)),
      auditKey: compareAuditKey(dataDir, checked),
    });
    const standing = ["", ...SIDE_SUFFIXES].filter((side) => existsSync(path + side));
    if (dryRun) return report(standing.includes("") ? [aside] : []);
    const incoming = join(dataDir, INCOMING_FILE);
    try {
      requireSpace(dataDir, checked.databaseBytes, "the restored data");
      copyIn(request.file, incoming, checked, progress);
      onStep("copied");
      const enter = (replaced: ChainEnd | null) => {
        enterRestore(incoming, { checked, replaced, now: request.now });
        syncFile(incoming);
      };
      const movedAside = moveAside(dataDir, aside, enter, onStep);
      // A directory that names none takes the data that it finds: there is no moment in which it would be refused.
      removeIdFile(dataDir);
      renameSync(incoming, path);
      onStep("placed");
      syncFolder(dataDir);
      if (checked.manifest.dataId !== null) writeIdFile(dataDir, checked.manifest.dataId);
      return report(movedAside);
    } finally {
      for (const side of ["", ...SIDE_SUFFIXES]) rmSync(incoming + side, { force: true });
    }
  } catch (error) {
    const code = faultCodeOf(error);
    if (!/^E[A-Z]+$/.test(code)) throw error;
    throw new DataDirectoryError(`the data directory ${dataDir} cannot be used: ${reasonOf(error)}`);
  } finally {
    lock?.release();
  }
}

function compareAuditKey(dataDir: string, { manifest: { signed } }: ReadBackup): RestoreReport["auditKey"] {
  const keys = auditKeysIn(dataDir);
  if (keys === null) return "missing";
  return signed === null || signed.publicKey === keys.publicKey ? "same" : "other";
}

/** A backup that cannot be trusted is refused before anything is touched. */
function checkForRestore(request: RestoreRequest, progress: WorkProgress): ReadBackup {
  const { file, dataDir, publicKeyFile = null, shownAs = file } = request;
  const known = knownKey(dataDir, publicKeyFile);
  try {
    return checkBackup(file, progress, known);
  } catch (error) {
    if (!(error instanceof BackupDamagedError)) throw error;
    throw new DataRefusedError(`the backup ${shownAs} is not restored: ${error.message}`);
  }
}

/** `memoryd.db.before-restore-20260102T030405Z`, with a number behind it where that name is taken. */
function freeName(dataDir: string, now: number): string {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  for (let number = 1; ; number++) {
    const name = `${ASIDE_PREFIX}${time}${number === 1 ? "" : `-${number}`}`;
    if (!existsSync(join(dataDir, name))) return name;
  }
}

/** The database without its trailer, on the disk and in WAL mode, so that the first start has nothing to change. */
function copyIn(file: string, incoming: string, checked: ReadBackup, progress: WorkProgress): void {
  const { databaseBytes, manifest } = checked;
  const hash = createHash("sha256");
  const out = openSync(incoming, "wx", 0o600);
  try {
    progress.begin("copying", databaseBytes);
    for (const piece of readPieces(file, 0, databaseBytes)) {
      hash.update(piece);
      writeAll(out, piece);
      progress.advance(piece.length);
    }
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
  if (hash.digest("hex") !== manifest.sha256) {
    throw new DataRefusedError(`the backup ${file} changed while it was read`);
  }
  openWriter(incoming).close();
  for (const side of SIDE_SUFFIXES) rmSync(incoming + side, { force: true });
  giveToOwnerOfFolder(incoming);
  syncFile(incoming);
}

/**
 * Gives the old data a second name beside the first, which the new data then takes over: there is no moment without
 * data. Returns the names that stay. `enter` is told where the old data's audit ended, before anything is moved.
 */
function moveAside(
  dataDir: string,
  aside: string,
  enter: (replaced: ChainEnd | null) => void,
  onStep: (step: RestoreStep) => void,
): string[] {
  const path = databasePath(dataDir);
  if (!existsSync(path)) {
    enter(null);
    // Side files of a database that is not there: SQLite would take them for those of the new one.
    const moved = keepSides(dataDir, aside);
    syncFolder(dataDir);
    return moved;
  }
  enter(settle(path));
  onStep("settled");
  linkOrCopy(path, join(dataDir, aside));
  syncFolder(dataDir);
  onStep("kept");
  const moved = [aside, ...keepSides(dataDir, aside)];
  // On the disk before the new data is: an old log beside new data would be played into it.
  syncFolder(dataDir);
  onStep("cleared");
  return moved;
}

/**
 * Brings what stands in the log into the file. Data that is too damaged for it is moved as it is, log and all. Returns
 * where its audit ends.
 */
function settle(path: string): ChainEnd | null {
  let busy = false;
  let head: ChainEnd | null = null;
  try {
    // Its schema may be why a backup is put back.
    requireSmallSchema(path);
    const db = openWriter(path);
    try {
      db.run("PRAGMA busy_timeout = 1000");
      busy = !isLogEmptied(db);
      head = headIn(db);
    } finally {
      // Strictly: a connection that closes later would look after a log that is the new data's by then.
      db.close(true);
    }
  } catch (error) {
    const code = faultCodeOf(error);
    if (code === "SQLITE_BUSY") busy = true;
    else if (!(error instanceof ForeignSchemaError) && !code.startsWith("SQLITE_CORRUPT") && code !== "SQLITE_NOTADB") {
      throw new DataDirectoryError(
        `the data file ${path} cannot be opened: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  if (busy) throw new DataRefusedError(`another program is using the data file ${path}: try again when it is done`);
  return head;
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Some file systems know no links.
    requireSpace(join(to, ".."), statSync(from).size, "keeping the old data");
    copyFileSync(from, to);
    giveToOwnerOfFolder(to);
    syncFile(to);
  }
}

/** A log that still holds something goes with the old data; the rest is nothing without its database. */
function keepSides(dataDir: string, aside: string): string[] {
  const path = databasePath(dataDir);
  return SIDE_SUFFIXES.flatMap((side) => {
    const size = statSync(path + side, { throwIfNoEntry: false })?.size ?? 0;
    if (side === "-shm" || size === 0) {
      rmSync(path + side, { force: true });
      return [];
    }
    renameSync(path + side, join(dataDir, aside + side));
    return [aside + side];
  });
}
