// Where memory stands in the clear for a moment, while a backup is sealed or opened: beside the data itself.
import { accessSync, constants, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import { isLeft } from "./durable-files.ts";

/** memoryd.clear-PID-CHANCE */
const NAME = /^memoryd\.clear-(\d+)-[0-9a-f]{8}$/;

/** The data directory; where that is not there or cannot be written to, the folder for temporary files (TMPDIR). */
export function placeInTheClear(dataDir: string): string {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return dataDir;
  } catch {
    return tmpdir();
  }
}

/** Gives a new folder of mode 0700 in `place`, and takes it away in the end, with those that killed processes left. */
export async function inClearFolder<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  removeClearFolders(place);
  const folder = join(place, `memoryd.clear-${process.pid}-${crypto.randomUUID().slice(0, 8)}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those of processes that run no more; `isAlone`: and those of this one, in which nothing is sealed or opened now. */
export function removeClearFolders(place: string, isAlone = false): void {
  for (const name of readdirSync(place)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    const isGone = pid > 0 && ((isAlone && pid === process.pid) || isLeft(join(place, name), pid));
    if (isGone) removeUnlessOfOthers(join(place, name));
  }
}

/** In a folder for temporary files of everybody it may be another user's. */
function removeUnlessOfOthers(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!["EACCES", "EPERM"].includes(faultCodeOf(error))) throw error;
  }
}
