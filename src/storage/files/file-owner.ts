// Whose the files of the data directory are.
import { accessSync, chownSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";

/** What root makes in a directory of somebody else belongs to that owner, whose service could not open it otherwise. */
export function giveToOwnerOfFolder(path: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0) chownSync(path, uid, gid);
}

/** Why this process may not read and write the file, in words; null where it may, or where something else is wrong. */
export function lackOfRights(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) return null;
    const { uid, mode } = statSync(path);
    const own = process.geteuid?.() ?? -1;
    return `no permission to read and write it: it belongs to uid ${uid} (mode ${(mode & 0o777).toString(8).padStart(4, "0")}), and this is uid ${own}`;
  }
}
