// Backups of the running service, scheduled and asked for: made on a thread of their own, one at a time, a missed one made
// up for, the newest kept, failures of the schedule only logged.
import { basename, join } from "node:path";
import type { Clock } from "../base/chance.ts";
import { entriesOf } from "../config/entries-of.ts";
import type { Settings } from "../config/settings.ts";
import { SERVICE } from "../domain/audit.ts";
import { MemoryError } from "../domain/errors.ts";
import type { BackupFolder, BackupOrder, DataFiles, StoredBackup } from "../domain/ports/data-files.ts";
import type { CommandState } from "../telemetry/service-checks.ts";
import { createBackupCommand } from "./backup-command.ts";
import type { ScheduledBackup } from "./last-backup.ts";
import type { Logger } from "./log.ts";
import { startNightly } from "./nightly.ts";

/** Folder in the data directory, where no other is named. */
const DEFAULT_FOLDER = "backups";
const SETTINGS_USED = ["backup_cron", "backup_dir", "backup_keep", "backup_seal_to"] as const;

export interface BackupScheduleOptions {
  readonly settings: Settings;
  /** null: the data lies in none, and no backup is scheduled whatever the settings say. */
  readonly files: DataFiles | null;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly workerUrl: string | URL;
}

export interface BackupSchedule {
  /** Null where none was tried yet, also before this start; undefined where none is scheduled. */
  lastBackup(): ScheduledBackup | null | undefined;
  /** From now on by these settings; one under way is finished by the old ones. */
  reload(settings: Settings): void;
  /**
   * Makes one by the settings in effect, whether they schedule any or not; where one is under way, that one is the answer.
   * Throws MemoryError `backups_off`, and what the making of a backup throws.
   */
  make(actor: string): Promise<MadeBackup>;
  /** Of the command that runs after each; null: none is set. */
  backupCommand(): CommandState | null;
  /** None begins any more; one under way is broken off, and so is the command after it. */
  stop(): Promise<void>;
}

export interface MadeBackup extends StoredBackup {
  readonly actor: string;
}

/** Where the service puts backups by these settings; null: nowhere. */
export function usedBackupFolder(settings: Settings): string | null {
  return settings.backup_dir === "" && settings.backup_cron === "" ? null : backupFolderOf(settings);
}

export function backupsOff(): MemoryError {
  const how = "set backup_dir, and backup_cron where they are to come by themselves";
  return new MemoryError("backups_off", `The settings name no folder for backups: ${how}.`);
}

export function backupFolderOf({ backup_dir: folder, data_dir: dataDir }: Settings): string {
  return folder === "" ? join(dataDir, DEFAULT_FOLDER) : folder;
}

export function startBackupSchedule({ files, ...options }: BackupScheduleOptions): BackupSchedule {
  if (files !== null) return scheduleBackupsOf(files, options);
  return {
    ...{ lastBackup: () => undefined, backupCommand: () => null, reload: () => {}, stop: async () => {} },
    make: () => Promise.reject(backupsOff()),
  };
}

function scheduleBackupsOf(files: DataFiles, options: Omit<BackupScheduleOptions, "files">): BackupSchedule {
  const { version, clock, log, workerUrl } = options;
  const stopping = new AbortController();
  let last: ScheduledBackup | null = null;
  let latest = options.settings;
  /** Those under way, by their folder. */
  const making = new Map<string, Promise<MadeBackup>>();
  const command = createBackupCommand({ settings: () => latest, clock, log });
  let current = begin(latest);

  function begin(settings: Settings): { stop(): void } {
    if (settings.backup_cron === "") {
      last = null;
      return { stop: () => {} };
    }
    const folder = files.backups(backupFolderOf(settings));
    const newest = newestOf(folder, log);
    if (newest !== null && newest > (last?.at ?? 0)) last = { at: newest, ok: true };
    const onError = (error: unknown) => {
      if (stopping.signal.aborted) return;
      last = { at: last?.at ?? null, ok: false };
      log.error({ event: "backup_failed", reason: error instanceof Error ? error.message : String(error) });
    };
    const scheduled = async () => {
      await make(settings, SERVICE);
    };
    const schedule = startNightly({ cron: settings.backup_cron, run: scheduled, onError });
    const due = newest === null ? null : schedule.next(new Date(newest));
    // Nobody was there to make it when its time came; and the first one shows at once whether all is well.
    if (due === null || due.getTime() <= clock.now()) scheduled().catch(onError);
    return schedule;
  }

  /** A minute may come, and somebody ask, while one is under way: two in one folder would be in each other's way. */
  function make(settings: Settings, actor: string): Promise<MadeBackup> {
    const path = backupFolderOf(settings);
    const underWay = making.get(path);
    if (underWay !== undefined) return underWay;
    const made = run(settings, files.backups(path), actor).finally(() => making.delete(path));
    making.set(path, made);
    return made;
  }

  async function run(
    { backup_keep: keep, backup_seal_to: keys }: Settings,
    folder: BackupFolder,
    actor: string,
  ): Promise<MadeBackup> {
    const now = clock.now();
    const order = orderOf(folder, entriesOf(keys), { now, memorydVersion: version, actor });
    const { file, bytes, manifest, sealed } = await files.backup(order, { url: workerUrl, stopping: stopping.signal });
    last = { at: now, ok: true };
    log.info({ event: "backup_made", file, bytes, ms: clock.now() - now });
    command.run(file);
    const removed = folder.tidy(keep, manifest, now);
    if (removed.length > 0) log.info({ event: "backups_removed", files: removed });
    const at = Math.floor(now / 1_000) * 1_000;
    return { name: basename(file), at, bytes, isSealed: sealed !== null, actor };
  }

  return {
    lastBackup: () => (latest.backup_cron === "" ? undefined : last),
    make: async (actor) => {
      if (usedBackupFolder(latest) === null) throw backupsOff();
      return make(latest, actor);
    },
    backupCommand: command.state,
    reload: (settings) => {
      const isSame = SETTINGS_USED.every((name) => settings[name] === latest[name]);
      latest = settings;
      if (isSame) return;
      current.stop();
      current = begin(settings);
    },
    stop: async () => {
      current.stop();
      stopping.abort(new Error("the service stops"));
      await Promise.allSettled([...making.values(), command.stop()]);
    },
  };
}

/** Sealed where there are recipients. */
function orderOf(
  folder: BackupFolder,
  recipients: readonly string[],
  by: Pick<BackupOrder, "now" | "memorydVersion" | "actor">,
): BackupOrder {
  const isSealed = recipients.length > 0;
  const plain = { ...by, target: folder.next(by.now, isSealed), mayReplace: false };
  return isSealed ? { ...plain, seal: { recipients } } : plain;
}

/** A folder that cannot be read now may be there when the time comes. */
function newestOf(folder: BackupFolder, log: Logger): number | null {
  try {
    return folder.newest();
  } catch (error) {
    log.warn({ event: "backup_folder_unreadable", reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
