// What the operator of a running service sees of its backups, and has made.
import { resolve } from "node:path";
import type { Settings } from "../config/settings.ts";
import { SERVICE } from "../domain/audit.ts";
import { CommandFault } from "../domain/command-fault.ts";
import { MemoryError } from "../domain/errors.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import type { DataFiles, StoredBackup } from "../domain/ports/data-files.ts";
import type { KeptBackup, ServiceCare } from "../domain/ports/service-care.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { lastBackupOf } from "./last-backup.ts";
import type { Logger } from "./log.ts";
import { type BackupSchedule, usedBackupFolder } from "./schedule-backups.ts";

/** Of older ones nobody is told who had them made. */
const KNOWN_MAX = 1_000;

export interface BackupParts {
  readonly files: Pick<DataFiles, "backups">;
  /** Those in effect. */
  readonly settings: () => Settings;
  readonly audit: Pick<AuditStore, "finishedBackups" | "lastBackup">;
  /** null: it has not begun yet. */
  readonly schedule: () => Pick<BackupSchedule, "make" | "lastBackup"> | null;
  readonly log: Logger;
}

export function keepBackups({
  files,
  settings,
  audit,
  schedule,
  log,
}: BackupParts): Pick<ServiceCare, "backups" | "makeBackup"> {
  return {
    async backups() {
      const current = settings();
      const folder = usedBackupFolder(current);
      const cron = current.backup_cron === "" ? null : current.backup_cron;
      const last = lastBackupOf(schedule()?.lastBackup(), await audit.lastBackup());
      const place = { schedule: cron, last, dataDir: resolve(current.data_dir), processId: process.pid };
      if (folder === null) return { ...place, kept: null, folder: null };
      const actors = actorsBySecond(await audit.finishedBackups(KNOWN_MAX));
      const stored = await inWords(async () => files.backups(folder).list());
      const kept = stored.map((each) => shown(each, actors.get(each.at) ?? null));
      return { ...place, kept, folder: resolve(folder) };
    },
    async makeBackup(actor) {
      const made = schedule()?.make(actor);
      if (made === undefined) throw new MemoryError("not_ready", "The service has not begun to make backups yet.");
      const { actor: by, ...stored } = await inWords(
        () => made,
        (reason) => log.error({ event: "backup_failed", reason }),
      );
      return shown(stored, by);
    },
  };
}

function shown(stored: StoredBackup, actor: string | null): KeptBackup {
  return { ...stored, by: actor === null ? null : actor === SERVICE ? "schedule" : "hand" };
}

/** Files name the second that they were made in; null where two were made in one. */
function actorsBySecond(
  finished: readonly { readonly actor: string; readonly at: number }[],
): Map<number, string | null> {
  const actors = new Map<number, string | null>();
  for (const { actor, at } of finished) {
    const second = Math.floor(at / 1_000) * 1_000;
    actors.set(second, actors.has(second) && actors.get(second) !== actor ? null : actor);
  }
  return actors;
}

/** What stands in the way of a backup is for the operator to read: a folder, a disk, the data itself. */
async function inWords<T>(work: () => Promise<T>, told: (reason: string) => void = () => {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isExpected = error instanceof CommandFault || faultCodeOf(error) !== "";
    if (error instanceof MemoryError || !(error instanceof Error) || !isExpected) throw error;
    told(error.message);
    throw new MemoryError("backup_failed", `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
  }
}
