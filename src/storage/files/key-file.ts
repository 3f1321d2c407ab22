// The admin key's file: made once, for its owner alone, and changed only for the key that takes the place of its own.

import { chmodSync, existsSync, readFileSync, realpathSync, rmSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { shownMode } from "../../base/shown-mode.ts";
import { KEY_FILE } from "../../domain/data-file-names.ts";
import type { KeyExposure, RotatingKeyFile, StagedKey } from "../../domain/ports/key-file.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { DataDirectoryError, readReasonOf, reasonOf } from "./data-directory.ts";
import { placeFile, type WRITE_STEPS, writeWhole } from "./durable-files.ts";
import { giveToOwnerOf } from "./file-owner.ts";

/** Where the settings want it. */
export function adminKeyPathOf(settings: { readonly admin_key_file: string; readonly data_dir: string }): string {
  return settings.admin_key_file === "" ? join(settings.data_dir, KEY_FILE) : settings.admin_key_file;
}

const GROUP_AND_ALL = 0o077;
const ALL_READ = 0o004;
const GROUP_WRITE = 0o020;
const ALL_WRITE = 0o002;

/** `onStep`: for tests that end the process there. Killed at any moment, `write` leaves the whole file or none. */
export function keyFileAt(
  path: string,
  onStep: (step: (typeof WRITE_STEPS)[number]) => void = () => {},
): RotatingKeyFile {
  return {
    path,
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (faultCodeOf(error) === "ENOENT") return null;
        throw new DataDirectoryError(`the admin key file ${path} cannot be read: ${readReasonOf(error)}`);
      }
    },
    close: () => closeToOthers(path),
    write(text) {
      try {
        // Half a key would be taken for the operator's own at the next start.
        writeWhole(path, text, { isOwners: true, onStep });
      } catch (error) {
        throw cannotBeWritten(path, error);
      }
    },
    stage(text) {
      try {
        const own = realpathSync(path);
        const next = nextOf(own);
        writeWhole(next, text, { mayReplace: true });
        // Who could read the key so far goes on to.
        giveToOwnerOf(own, next);
        return stagedAt(next, own);
      } catch (error) {
        throw cannotBeWritten(path, error);
      }
    },
    staged() {
      if (!existsSync(path)) return null;
      const own = realpathSync(path);
      const next = nextOf(own);
      return existsSync(next) ? { text: readFileSync(next, "utf8"), ...stagedAt(next, own) } : null;
    },
  };
}

/** In the same folder, so that it can take the file's name in one step. */
function nextOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.next`);
}

function stagedAt(next: string, path: string): StagedKey {
  return {
    take() {
      try {
        placeFile(next, path, true);
      } catch (error) {
        throw cannotBeWritten(path, error);
      }
    },
    drop: () => rmSync(next, { force: true }),
  };
}

function cannotBeWritten(path: string, error: unknown): DataDirectoryError {
  return new DataDirectoryError(`the admin key file ${path} cannot be written: ${reasonOf(error)}`);
}

/**
 * Throws where anybody may write the file. Its group may: with the umask 002, and on volumes that are mounted for a
 * group, every file is of that kind, and whose group it is was the owner's to say.
 */
export function requireOwnKeyFile(path: string): void {
  const { mode } = statsOf(path);
  // Windows has no such modes.
  if (process.platform === "win32" || (mode & ALL_WRITE) === 0) return;
  throw new DataDirectoryError(
    `the admin key file ${path} may be written by anybody (mode ${shownMode(mode)}), who may have put a key of their own there: see to it that it holds yours, and chmod 600 it`,
  );
}

/**
 * A file of another owner, such as a mounted secret, is not the service's to change: there the group may be how the
 * service itself reads it.
 */
function closeToOthers(path: string): KeyExposure | null {
  requireOwnKeyFile(path);
  if (process.platform === "win32") return null;
  const { mode, uid } = statsOf(path);
  const isOwn = uid === process.geteuid?.();
  if ((mode & (isOwn ? GROUP_AND_ALL : ALL_READ | GROUP_WRITE)) === 0) return null;
  const isWritable = (mode & GROUP_WRITE) !== 0;
  return { mode: shownMode(mode), isWritable, isClosed: isOwn && isChanged(path, mode & 0o700) };
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new DataDirectoryError(`the admin key file ${path} cannot be read: ${readReasonOf(error)}`);
  }
}

function isChanged(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return (statSync(path).mode & GROUP_AND_ALL) === 0;
  } catch {
    return false;
  }
}
