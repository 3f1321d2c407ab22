// What the operator of a running service asks of it beyond memory: what is wrong, and backups.
import type { Finding } from "../finding.ts";
import type { FollowedChain, StoredBackup } from "./data-files.ts";

/** Who had a backup made: the schedule, or somebody by hand; null: nobody knows. */
export interface KeptBackup extends StoredBackup {
  readonly by: "schedule" | "hand" | null;
}

export interface BackupKeeping {
  /** Cron expression; null: none are scheduled. */
  readonly schedule: string | null;
  /** As the status has it. */
  readonly last: { readonly at: number | null; readonly ok: boolean | null } | null;
  /** Newest first; null: no settings name a folder for them. */
  readonly kept: readonly KeptBackup[] | null;
  /** Whole path of their folder; null: no settings name one. */
  readonly folder: string | null;
  /** Whole path. With the process's number it is what a restore has to name. */
  readonly dataDir: string;
  readonly processId: number;
}

export interface ServiceCare {
  /** What the doctor finds without reading every page of the data, the most urgent first. Holds no request up. */
  diagnose(): Promise<readonly Finding[]>;
  /** The chain of the audit, from its first entry to its last. Holds no request up. */
  followAudit(): Promise<FollowedChain>;
  /** Throws `backup_failed` where the folder cannot be read. */
  backups(): Promise<BackupKeeping>;
  /**
   * Makes one as the schedule does, for this actor; whoever asks while one is under way is given that one. Throws
   * `backups_off`, `backup_failed`.
   */
  makeBackup(actor: string): Promise<KeptBackup>;
}
