// What the data says of itself, as the status shows it: of a running service, and of data that none has.
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import type { DiskUse } from "../domain/ports/data-files.ts";
import type { ServiceTotals } from "../domain/ports/totals-store.ts";

export interface DataStatus {
  readonly totals: ServiceTotals;
  /** null: the data lies in no files of this machine. */
  readonly disk: DiskUse | null;
  /**
   * When the last good one was made, by the schedule or by hand, null: none was; and whether the schedule's last attempt
   * was good, null: there was none. null: there is neither schedule nor backup.
   */
  readonly lastBackup: { readonly at: number | null; readonly ok: boolean | null } | null;
  /** ms since the epoch; null: no TLS. */
  readonly certificateEndsAt: number | null;
}

export function shownData({ totals, disk, lastBackup, certificateEndsAt }: DataStatus) {
  const { accounts, users, turns, packets, lessons, lastPass } = totals;
  return {
    ...{ accounts, users, turns, memories: packets, lessons },
    last_pass:
      lastPass === null
        ? null
        : { at: isoTime(lastPass.finishedAt), status: lastPass.status, lessons: lastPass.lessonsCreated },
    last_backup: lastBackup === null ? null : { at: isoTimeOrNull(lastBackup.at), ok: lastBackup.ok },
    disk:
      disk === null
        ? null
        : { free_bytes: disk.freeBytes, database_bytes: disk.databaseBytes, wal_bytes: disk.walBytes },
    certificate_ends_at: isoTimeOrNull(certificateEndsAt),
  };
}
