// Finds out whether a service has the data directory, and which process it is, without touching the lock.
import { constants, Database } from "bun:sqlite";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LOCK_FILE } from "../../domain/data-file-names.ts";
import type { DataHolder } from "../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";

export function lookAtLock(dataDir: string): DataHolder {
  const path = join(dataDir, LOCK_FILE);
  if (!existsSync(path) || !isHeld(path)) return { isHeld: false, pid: null };
  return { isHeld: true, pid: holderOf(path) };
}

function isHeld(path: string): boolean {
  let db: Database | null = null;
  try {
    const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
    db = new Database(`${pathToFileURL(path).href}?mode=ro`, flags);
    db.query("SELECT 1 FROM sqlite_schema").all();
    return false;
  } catch (error) {
    return faultCodeOf(error) === "SQLITE_BUSY";
  } finally {
    db?.close();
  }
}

/** Linux lists every lock with its process and the file's device and number. */
function holderOf(path: string): number | null {
  const { ino } = statSync(path);
  for (const line of heldLocks()) {
    const words = line.split(/\s+/);
    const [pid, file] = words.slice(words.indexOf("WRITE") + 1);
    if (file?.split(":")[2] === String(ino) && Number(pid) > 0) return Number(pid);
  }
  return null;
}

/** Lines; none where the machine does not tell. */
function heldLocks(): string[] {
  try {
    return readFileSync("/proc/locks", "utf8").split("\n");
  } catch {
    return [];
  }
}
