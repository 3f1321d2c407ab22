// When the data was backed up last: by the schedule, or by hand.
import type { LastBackup } from "../telemetry/service-checks.ts";

export interface ScheduledBackup {
  /** Of the last one that succeeded, ms since the epoch; null: none has yet. */
  readonly at: number | null;
  /** Whether the last attempt did; null: there was none since the start. */
  readonly ok: boolean | null;
}

/**
 * `scheduled`: null where the schedule tried none yet, undefined where there is no schedule; `noted`: when the newest one
 * was taken that the audit knows of, ms since the epoch. null: there is neither a schedule nor a backup.
 */
export function lastBackupOf(scheduled: ScheduledBackup | null | undefined, noted: number | null): LastBackup | null {
  if (scheduled === undefined && noted === null) return null;
  const times = [scheduled?.at ?? null, noted].filter((at) => at !== null);
  return {
    at: times.length === 0 ? null : Math.max(...times),
    ok: scheduled?.ok ?? null,
    isScheduled: scheduled !== undefined,
  };
}
