// Whether the service that has the data directory is well.
import { join } from "node:path";
import { LOCK_FILE } from "../domain/data-file-names.ts";
import type { Finding } from "../domain/finding.ts";
import type { DataHolder } from "../domain/ports/data-files.ts";
import type { DoctorFacts } from "./facts.ts";
import { readOrNull } from "./this-machine.ts";

export async function examineLock(facts: DoctorFacts, lock: DataHolder): Promise<Finding[]> {
  if (!lock.isHeld) return [];
  const where = lock.pid === null ? join(facts.dataDir, LOCK_FILE) : `process ${lock.pid}`;
  const state = lock.pid === null ? null : /^State:\s+(\S)/m.exec(readOrNull(`/proc/${lock.pid}/status`) ?? "")?.[1];
  if (state === "T" || state === "t") {
    const what = "A process that is stopped has the lock of the data directory: it answers nobody and lets nobody in.";
    const fix = `kill -CONT ${lock.pid} to let it go on, or kill -KILL ${lock.pid}: the lock goes with it`;
    return [{ code: "lock_stale", level: "error", where, what, fix }];
  }
  const address = facts.serviceAddress ?? facts.settings;
  if (address === null || address.port === 0 || (await facts.machine.answers(address))) return [];
  const said = facts.serviceAddress === null ? "where the settings say it listens" : "where it said that it listens";
  const what = `A process has the data directory, and nothing answers on ${address.host} port ${address.port}, ${said}.`;
  const fix = "give this command the settings that the service was started with, or look at its log and restart it";
  return [{ code: "service_silent", level: "warning", where, what, fix }];
}
