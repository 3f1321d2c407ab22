// Which data belongs into a directory: its id stands beside the database, so that another one, or none, is noticed.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AUDIT_KEY_FILE, DATABASE_FILE, ID_FILE, KEY_FILE, MOVING_FILE } from "../../domain/data-file-names.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { DataDirectoryError, DataRefusedError, reasonOf } from "./data-directory.ts";
import { syncFolder, writeWhole } from "./durable-files.ts";

const ID = /^[0-9a-f]{32}$/;

/** null where the directory does not say which data belongs here. Throws DataDirectoryError. */
export function readIdFile(dataDir: string): string | null {
  const path = join(dataDir, ID_FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    if (faultCodeOf(error) === "ENOENT") return null;
    throw new DataDirectoryError(`${path} cannot be read: ${reasonOf(error)}`);
  }
  if (ID.test(text)) return text;
  throw new DataDirectoryError(`${path} does not hold the id of data: \`memoryd doctor\` says what is wrong here`);
}

/** Killed at any moment it leaves the whole file or none. */
export function writeIdFile(dataDir: string, id: string): void {
  const path = join(dataDir, ID_FILE);
  try {
    writeWhole(path, `${id}\n`, { mayReplace: true, isOwners: true });
  } catch (error) {
    throw new DataDirectoryError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}

export function removeIdFile(dataDir: string): void {
  rmSync(join(dataDir, ID_FILE), { force: true });
  syncFolder(dataDir);
}

/**
 * The files that only data which was here can have left, an admin key where there are others too: alone it may have been
 * put there for a first start.
 */
function tracesOfData(dataDir: string): string[] {
  const is = (name: string) => existsSync(join(dataDir, name));
  const traces = [ID_FILE, AUDIT_KEY_FILE].filter(is);
  return traces.length > 0 && is(KEY_FILE) ? [...traces, KEY_FILE] : traces;
}

/** Throws DataRefusedError where there was data before: what is missing now must not be replaced in silence. */
export function requireFirstStart(dataDir: string, hasEmptyFile: boolean): void {
  if (existsSync(join(dataDir, MOVING_FILE))) {
    throw new DataRefusedError(
      `data was being moved into ${dataDir}, and is not whole: give the same \`memoryd move\` again, and start when it is done`,
    );
  }
  const traces = tracesOfData(dataDir);
  if (traces.length === 0) return;
  const files = traces.join(", ");
  const what = hasEmptyFile ? `${DATABASE_FILE} in ${dataDir} is empty` : `there is no ${DATABASE_FILE} in ${dataDir}`;
  throw new DataRefusedError(
    `${what}, but ${files} of data that was here: mount its disk, or put a backup back with \`memoryd restore\`; to begin with new data all the same, move ${files} away first`,
  );
}

/** Throws DataRefusedError where the directory is of other data than what stands in it; `id` null: of a version that had none. */
export function requireId(dataDir: string, id: string | null): void {
  const own = readIdFile(dataDir);
  if (own === null || own === id) return;
  throw new DataRefusedError(
    `${DATABASE_FILE} in ${dataDir} is not the data that belongs here: ${ID_FILE} says ${own}, the data ${id ?? "is older than ids are"}; put the right one back, or, if this one is right, remove ${ID_FILE}`,
  );
}
