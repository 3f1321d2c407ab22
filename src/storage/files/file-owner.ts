// Whose the files of the data directory are.
import { accessSync, chownSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { shownMode } from "../../base/shown-mode.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";

/** What root makes in a directory of somebody else belongs to that owner, whose service could not open it otherwise. */
export function giveToOwnerOfFolder(path: string): void {
  giveToOwnerOf(dirname(path), path);
}

/** Makes a file that root has made the model's owner's, and its group's. */
export function giveToOwnerOf(model: string, path: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(model);
  if (uid !== 0) chownSync(path, uid, gid);
}

/** Why this process may not use the file so, in words; null where it may, or where something else is wrong. */
export function lackOfRights(path: string, rights = constants.R_OK | constants.W_OK): string | null {
  try {
    accessSync(path, rights);
    return null;
  } catch (error) {
    if (faultCodeOf(error) !== "EACCES") return null;
    const { uid, mode } = statSync(path);
    const own = process.geteuid?.() ?? -1;
    const what = (rights & constants.W_OK) === 0 ? "read" : "read and write";
    return `no permission to ${what} it: it belongs to uid ${uid} (mode ${shownMode(mode)}), and this is uid ${own}`;
  }
}
