// Finds out whether a service has the data directory, and whether it is well.
import { constants, Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding } from "../domain/finding.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import type { DoctorFacts } from "./facts.ts";
import { readOrNull } from "./this-machine.ts";

export interface SeenLock {
  readonly isHeld: boolean;
  /** The process that has it; null where it is not known. */
  readonly pid: number | null;
}

export function lookAtLock(dataDir: string): SeenLock {
  const path = join(dataDir, "memoryd.lock");
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
  for (const line of readOrNull("/proc/locks")?.split("\n") ?? []) {
    const [, pid, inode] = /\bWRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\b/.exec(line) ?? [];
    if (inode === String(ino) && Number(pid) > 0) return Number(pid);
  }
  return null;
}

export async function examineLock(facts: DoctorFacts, lock: SeenLock): Promise<Finding[]> {
  if (!lock.isHeld) return [];
  const where = lock.pid === null ? join(facts.dataDir, "memoryd.lock") : `process ${lock.pid}`;
  const state = lock.pid === null ? null : /^State:\s+(\S)/m.exec(readOrNull(`/proc/${lock.pid}/status`) ?? "")?.[1];
  if (state === "T" || state === "t") {
    const what = "A process that is stopped has the lock of the data directory: it answers nobody and lets nobody in.";
    const fix = `kill -CONT ${lock.pid} to let it go on, or kill -KILL ${lock.pid}: the lock goes with it`;
    return [{ code: "lock_stale", level: "error", where, what, fix }];
  }
  const { settings } = facts;
  if (settings === null || settings.port === 0 || (await facts.machine.answers(settings))) return [];
  const what = `A process has the data directory, and nothing answers on ${settings.host} port ${settings.port}, where the settings say it listens.`;
  const fix = "give this command the settings that the service was started with, or look at its log and restart it";
  return [{ code: "service_silent", level: "warning", where, what, fix }];
}
