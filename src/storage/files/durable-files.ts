// Files that have to be on the disk, under their name, before anything goes on.
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CommandFault } from "../../domain/command-fault.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { reasonOf } from "./data-directory.ts";
import { giveToOwnerOfFolder } from "./file-owner.ts";

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

/** The system may take less than it is given. `at`: where in the file; absent: behind what was written last. */
export function writeAll(file: number, bytes: Uint8Array, at: number | null = null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at === null ? null : at + done);
  }
}

export const WRITE_STEPS = ["made", "written"] as const;

export interface WholeFile {
  /** Absent: false. */
  readonly mayReplace?: boolean;
  /** Whether it becomes the folder's owner's, also where root makes it; absent: false. */
  readonly isOwners?: boolean;
  /** For tests that end the process there. */
  readonly onStep?: (step: (typeof WRITE_STEPS)[number]) => void;
}

/**
 * On the disk when it returns, readable by its owner alone. Killed at any moment it leaves the whole file or none, for it
 * has another name until it is whole. Throws BackupError where the name is taken, and what the system throws.
 */
export function writeWhole(path: string, text: string, how: WholeFile = {}): void {
  const { mayReplace = false, isOwners = false, onStep = () => {} } = how;
  removeBroken(path);
  const part = partName(path);
  try {
    const file = openSync(part, "wx", 0o600);
    try {
      onStep("made");
      writeAll(file, Buffer.from(text));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isOwners) giveToOwnerOfFolder(part);
    onStep("written");
    placeFile(part, path, mayReplace);
  } finally {
    rmSync(part, { force: true });
  }
}

/** A name beside the target that ends in this is of a file under way, or of one that was broken off. */
const PART_SUFFIX = ".part";

/** A name that no other process takes. `role`: of several for one target. */
export function partName(target: string, role = ""): string {
  const own = `${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  return join(dirname(target), `.${basename(target)}.${own}${role}${PART_SUFFIX}`);
}

/** Removes what processes left behind that were killed while they made this file. */
export function removeBroken(target: string): void {
  const folder = dirname(resolve(target));
  const start = `.${basename(target)}.`;
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(start)
      ? /^(\d+)-[0-9a-f]{8}(?:\.\w+)?\.part$/.exec(name.slice(start.length))?.[1]
      : null;
    if (pid != null && isLeft(join(folder, name), Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Whether what a process of this number made is of none that runs. In a container every start may have the same number:
 * what is older than this process is not of it.
 */
export function isLeft(path: string, pid: number): boolean {
  if (pid !== process.pid) return !isRunning(pid);
  const startedAt = Date.now() - process.uptime() * 1_000;
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? startedAt) < startedAt;
}

/** A process of this number, whosoever. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return faultCodeOf(error) !== "ESRCH";
  }
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
