// Takes a data directory for whoever may make the data, and takes back what was made where that fails half way.

import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  AUDIT_KEY_FILE,
  DATABASE_FILE,
  ID_FILE,
  isReservedName,
  LOCK_FILE,
  SIDE_SUFFIXES,
} from "../../domain/data-file-names.ts";
import type { DataLock } from "../../domain/ports/data-files.ts";
import type { KeyFile } from "../../domain/ports/key-file.ts";
import { lockDataDirectory, prepareDataDirectory } from "./data-directory.ts";

export interface TakenDirectory extends DataLock {
  /** The same file, wherever it lies: an admin key that is written there was made for the data. */
  noting(keyFile: KeyFile): KeyFile;
  /**
   * Removes what was made since, with the data closed; nothing where there was data before. Returns whether there was
   * anything but the lock.
   */
  takeBack(): boolean;
}

/**
 * Marks of data go before the data, for alone they have every start refused; an admin key goes after the data that knows
 * it. So a process that is killed on the way leaves what the next start makes whole.
 */
const MARKS = [ID_FILE, AUDIT_KEY_FILE];
const DATA = [...SIDE_SUFFIXES.map((side) => DATABASE_FILE + side), DATABASE_FILE];

/** Makes the directory where it is not there, and locks it. Throws DataDirectoryError and DataRefusedError. */
export function takeDirectory(dataDir: string): TakenDirectory {
  const missing = missingFolders(dataDir);
  const hadLock = existsSync(join(dataDir, LOCK_FILE));
  prepareDataDirectory(dataDir);
  const { release } = lockOrLeave(dataDir, missing);
  // Not before the lock is held: somebody else may have made data until then.
  const known = new Set(readdirSync(dataDir));
  const place = placeOf(dataDir);
  const keyFiles: string[] = [];
  return {
    release,
    noting: (keyFile) => ({
      ...keyFile,
      write(text) {
        keyFile.write(text);
        keyFiles.push(keyFile.path);
      },
    }),
    takeBack() {
      if (known.has(DATABASE_FILE) || placeOf(dataDir) !== place) return false;
      const made = readdirSync(dataDir).filter((name) => !known.has(name) && isReservedName(name));
      const first = [...MARKS, ...DATA];
      const inOrder = [...first.filter((name) => made.includes(name)), ...made.filter((name) => !first.includes(name))];
      for (const path of [...inOrder.map((name) => join(dataDir, name)), ...keyFiles]) rmSync(path, { force: true });
      if (!hadLock) rmSync(join(dataDir, LOCK_FILE), { force: true });
      removeEmpty(missing);
      return inOrder.length > 0;
    },
  };
}

function lockOrLeave(dataDir: string, missing: readonly string[]): DataLock {
  try {
    return lockDataDirectory(dataDir);
  } catch (error) {
    removeEmpty(missing);
    throw error;
  }
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Another disk may be mounted there meanwhile. */
function placeOf(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  return `${dev} ${ino}`;
}

/** The directory and those above it that are not there, the innermost first. */
function missingFolders(dataDir: string): string[] {
  const folders: string[] = [];
  for (let folder = resolve(dataDir); !existsSync(folder); folder = dirname(folder)) folders.push(folder);
  return folders;
}
