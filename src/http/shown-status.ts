// What the data says of itself, as the status shows it: of a running service, and of data that none has.
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import type { DiskUse } from "../domain/ports/data-files.ts";
import type { DatabaseState } from "../domain/ports/database-care.ts";
import type { ServiceTotals } from "../domain/ports/totals-store.ts";

export interface DataStatus {
  readonly totals: ServiceTotals;
  /** null: the data lies in no files of this machine. */
  readonly disk: DiskUse | null;
  /** null: it lies in files, or its server says nothing. */
  readonly database: DatabaseState | null;
  /**
   * When the last good one was made, by the schedule or by hand, null: none was; and whether the schedule's last attempt
   * was good, null: there was none. null: there is neither schedule nor backup.
   */
  readonly lastBackup: { readonly at: number | null; readonly ok: boolean | null } | null;
  /** ms since the epoch; null: no TLS. */
  readonly certificateEndsAt: number | null;
}

export function shownData({ totals, disk, database, lastBackup, certificateEndsAt }: DataStatus) {
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
    database: database === null ? null : shownDatabase(database),
    certificate_ends_at: isoTimeOrNull(certificateEndsAt),
  };
}

function shownDatabase({ version, isStandby, isDurable, bytes, ...state }: DatabaseState) {
  return {
    ...{ version, role: isStandby ? ("standby" as const) : ("primary" as const), durable: isDurable, bytes },
    ...{ connections: state.connections, connections_max: state.connectionsMax },
    ...{ standbys: state.standbys, synchronous_standbys: state.synchronousStandbys },
    ...{ lag_bytes: state.lagBytes, lag_seconds: state.lagSeconds },
    ...{ dead_rows: state.deadRows, live_rows: state.liveRows, vacuumed_at: isoTimeOrNull(state.vacuumedAt) },
    ...{ oldest_transaction_seconds: state.oldestTransactionSeconds, transaction_age: state.transactionAge },
    ...{ partitions: state.partitions, partitions_due: state.partitionsDue },
  };
}
