// The data directory: one database file, one lock, one key file; readable by its owner alone.
import { Database } from "bun:sqlite";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandFault } from "../../domain/command-fault.ts";
import {
  ASIDE_PREFIX,
  DATABASE_FILE,
  INCOMING_FILE,
  LOCK_FILE,
  SIDE_SUFFIXES,
  UPGRADE_PREFIX,
} from "../../domain/data-file-names.ts";
import type { DataLock } from "../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { giveToOwnerOfFolder, lackOfRights } from "./file-owner.ts";

/** Of the log beside a database. */
export function walBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** The directory cannot be used; the message names it and says why. */
export class DataDirectoryError extends CommandFault {
  override readonly name = "DataDirectoryError";
  readonly kind = "failed";
}

/** The data cannot be used as it is; the message says what to do. Nothing was changed. */
export class DataRefusedError extends CommandFault {
  override readonly name = "DataRefusedError";
  readonly kind = "refused";
}

/** Data that a command needs, and that it does not make. */
export function noDataIn(dataDir: string): DataDirectoryError {
  const lack = lackOfRights(dataDir, constants.R_OK | constants.X_OK);
  if (lack !== null) return new DataDirectoryError(`the data directory ${dataDir} cannot be used: ${lack}`);
  const why = existsSync(dataDir) ? "" : ", which is not there";
  const advice = "name the directory of the data with --data-dir";
  return new DataDirectoryError(`there is no memoryd data in ${dataDir}${why}: ${advice}`);
}

export function databasePath(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** Makes the directory where it is not there. Throws DataDirectoryError where it cannot be written to. */
export function prepareDataDirectory(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    requireOpenDirectory(dataDir, constants.R_OK);
  } catch (error) {
    throw new DataDirectoryError(`the data directory ${dataDir} cannot be used: ${reasonOf(error)}`);
  }
}

/**
 * Makes nothing: where the directory is not there, the nearest one above it is asked whether it could be made.
 * Throws what the file system says, for `reasonOf`.
 */
export function requireMakeableDirectory(path: string): void {
  let nearest = resolve(path);
  while (!isThere(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  requireOpenDirectory(nearest, nearest === resolve(path) ? constants.R_OK : 0);
}

/** A link that leads nowhere is there, and no directory can be made in its place. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A part of the path is a file, which is found further up.
    if (faultCodeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

function requireOpenDirectory(path: string, more: number): void {
  if (!statSync(path).isDirectory()) throw Object.assign(new Error("no directory"), { code: "ENOTDIR" });
  accessSync(path, constants.W_OK | constants.X_OK | more);
}

/** Why a file could not be read, in words. */
export function readReasonOf(error: unknown): string {
  const known: Record<string, string> = {
    ENOENT: "it is not there",
    EACCES: "no permission to read it",
    EPERM: "no permission to read it",
    ELOOP: "its links lead to each other",
  };
  return known[faultCodeOf(error)] ?? reasonOf(error);
}

/** Why the file system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = faultCodeOf(error);
  const known: Record<string, string> = {
    EACCES: "no permission to write there",
    EPERM: "no permission to write there",
    EROFS: "it is on a read-only file system",
    ENOTDIR: "it, or a part of its path, is not a directory",
    EEXIST: "it is not a directory",
    EISDIR: "it is a directory",
    ENOENT: "its directory does not exist",
    ENOSPC: "the disk is full",
    EDQUOT: "the quota of the disk is used up",
    EIO: "the disk fails",
  };
  if (code === "SQLITE_FULL") return "the disk is full";
  // SQLite has many names for it, and says of some full disks no more than this.
  if (code.startsWith("SQLITE_IOERR")) return "the disk is full, or it fails";
  return known[code] ?? (error instanceof Error ? error.message : String(error));
}

/**
 * Takes the directory for this process, until it releases it or dies in any way, and clears away what a restore or an
 * upgrade that was killed left behind. Throws DataRefusedError where another process has it.
 *
 * The lock is SQLite's own, on a file of its own: the operating system drops it with the process, and SQLite knows how
 * to take it on every platform.
 */
export function lockDataDirectory(dataDir: string): DataLock {
  const path = join(dataDir, LOCK_FILE);
  let db: Database;
  try {
    db = new Database(path, { create: true });
    chmodSync(path, 0o600);
    giveToOwnerOfFolder(path);
  } catch (error) {
    throw new DataDirectoryError(`the data directory ${dataDir} cannot be used: ${reasonOf(error)}`);
  }
  try {
    // Nothing is ever written here, and a full disk has no room for a journal of nothing.
    db.run("PRAGMA journal_mode = MEMORY");
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    db.run("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (faultCodeOf(error) === "SQLITE_BUSY") throw heldByAnother(dataDir);
    throw new DataDirectoryError(`the data directory ${dataDir} cannot be locked: ${reasonOf(error)}`);
  }
  removeLeftovers(dataDir);
  return {
    release() {
      db.run("ROLLBACK");
      db.close();
    },
  };
}

export function heldByAnother(dataDir: string): DataRefusedError {
  return new DataRefusedError(`another memoryd is running on the data directory ${dataDir}`);
}

/** Only for whoever holds the lock: nobody else is restoring or upgrading here now. */
function removeLeftovers(dataDir: string): void {
  for (const side of ["", ...SIDE_SUFFIXES]) rmSync(join(dataDir, INCOMING_FILE + side), { force: true });
  const data = statSync(databasePath(dataDir), { throwIfNoEntry: false });
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    // A second name of the very data in use was made for a move that did not come.
    if (name.startsWith(ASIDE_PREFIX) && data !== undefined && statSync(path).ino === data.ino) rmSync(path);
    // A backup before an upgrade that was not finished.
    if (name.startsWith(`.${UPGRADE_PREFIX}`)) rmSync(path);
  }
}
