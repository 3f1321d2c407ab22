// Files that have to be on the disk, under their name, before anything goes on.
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CommandFault } from "../../domain/command-fault.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { reasonOf } from "./data-directory.ts";

/** A backup could not be made, read or put back; the message says why. */
export class BackupError extends CommandFault {
  override readonly name = "BackupError";
  readonly kind = "failed";
}

export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Names that came or went in the folder are on the disk afterwards. */
export function syncFolder(path: string): void {
  // Windows opens no folders, and keeps names without being told to.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Gives the file its name for good. Throws BackupError where the name is taken and may not be taken over. */
export function placeFile(from: string, to: string, mayReplace: boolean): void {
  if (mayReplace) renameSync(from, to);
  else linkInto(from, to);
  syncFolder(dirname(resolve(to)));
}

/** A link fails where the name is taken, also where somebody took it a moment ago; renaming would take it over. */
function linkInto(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const code = faultCodeOf(error);
    if (code === "EEXIST") throw new BackupError(`${to} exists already`);
    // Some file systems know no links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP") throw error;
    renameSync(from, to);
    return;
  }
  rmSync(from);
}

/** Throws BackupError where the disk of the folder has less free. */
export function requireSpace(folder: string, bytes: number, what: string): void {
  let free: number;
  try {
    const disk = statfsSync(folder);
    free = disk.bavail * disk.bsize;
  } catch (error) {
    throw new BackupError(`the folder ${folder} cannot be used: ${reasonOf(error)}`);
  }
  if (free < bytes) {
    throw new BackupError(`${what} needs ${inMiB(bytes)} on the disk of ${folder}, and ${inMiB(free)} are free`);
  }
}

function inMiB(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024).toLocaleString("en-US")} MiB`;
}
