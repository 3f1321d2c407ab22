// The checks of a running service, from the numbers of its parts.
import { isoTime } from "../base/iso-time.ts";
import { type Certificate, RENEWAL_DUE_MS } from "../domain/certificate.ts";
import type { DiskUse } from "../domain/ports/data-files.ts";
import type { StoreHealth } from "../domain/ports/store-health.ts";
import type { Check, CheckResult } from "./readiness.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Below this a write may fail at any moment. */
const DISK_BYTES_MIN = 64 * MIB;
const DISK_BYTES_SCARCE = GIB;
/** A batch takes milliseconds: a disk that needs so long has stopped. */
const BATCH_MS_MAX = 10_000;
/** Texts wait minutes at this length. */
const BACKLOG_MANY = 5_000;

export interface Progress {
  readonly total: number;
  readonly done: number;
}

/** By the schedule, or by hand. */
export interface LastBackup {
  /** Of the last one that succeeded, ms since the epoch; null: none has yet. */
  readonly at: number | null;
  /** Whether the schedule's last attempt did; null: there was none since the start. */
  readonly ok: boolean | null;
  readonly isScheduled: boolean;
}

/** Of the operator's command that runs after each scheduled backup. */
export interface CommandState {
  /** Whether the last run succeeded, also before this start; null: none is known. */
  readonly ok: boolean | null;
  /** Runs that failed since the start. */
  readonly failures: number;
}

/** Anybody may have these looked at: what costs something to find out is best remembered for a moment. */
export interface CheckedParts {
  readonly storage: Pick<StoreHealth, "check" | "fault" | "stats">;
  readonly model: { readonly id: string };
  readonly workers: () => { readonly open: number; readonly wanted: number };
  /** Where the data lies in files; absent: it does not. */
  readonly disk?: () => Promise<Pick<DiskUse, "freeBytes">>;
  readonly pendingEmbeddings: () => Promise<number>;
  /** null: nothing waits to be embedded again. Absent: not known. */
  readonly reembedding?: () => Progress | null | Promise<Progress | null>;
  /** null: there is neither a schedule nor a backup. Absent: the data lies in no files. */
  readonly lastBackup?: () => Promise<LastBackup | null>;
  /** null, or absent: the service speaks plain HTTP. */
  readonly certificate?: () => Pick<Certificate, "validFrom" | "validTo"> | null;
  /** null, or absent: no command is set. */
  readonly backupCommand?: () => CommandState | null;
  readonly now: () => number;
}

const NO_BACKUP: CheckResult = { outcome: "ok", detail: { message: "none was made yet" } };

export function checksOf(parts: CheckedParts): Readonly<Record<string, Check>> {
  const { storage } = parts;
  return {
    storage: async () => {
      await storage.check();
      const schema = { schema_version: (await storage.stats()).schemaVersion };
      const fault = await storage.fault();
      if (fault === null) return { outcome: "ok", detail: schema };
      // One place that cannot be read leaves all others; what cannot be written leaves nothing to record.
      const outcome = fault.kind === "writing" ? "failing" : "warning";
      return { outcome, detail: { ...schema, fault: fault.outcome, cause: fault.code, message: fault.message } };
    },
    model: () => {
      const { open, wanted } = parts.workers();
      const outcome = open === 0 ? "failing" : "ok";
      return { outcome, detail: { id: parts.model.id, workers_open: open, workers: wanted } };
    },
    writer: async () => {
      const { writesWaiting: waiting, batchMs } = await storage.stats();
      const outcome = batchMs > BATCH_MS_MAX ? "failing" : "ok";
      return { outcome, detail: { waiting, batch_ms: Math.round(batchMs) } };
    },
    disk: async () => {
      if (parts.disk === undefined) return null;
      const { freeBytes: left } = await parts.disk();
      const outcome = left < DISK_BYTES_MIN ? "failing" : left < DISK_BYTES_SCARCE ? "warning" : "ok";
      return { outcome, detail: { free_bytes: left, least_bytes: DISK_BYTES_MIN } };
    },
    backlog: async () => {
      const waiting = await parts.pendingEmbeddings();
      return { outcome: waiting > BACKLOG_MANY ? "warning" : "ok", detail: { embeddings_pending: waiting } };
    },
    reembedding: async () => {
      const progress = (await parts.reembedding?.()) ?? null;
      return progress === null ? null : { outcome: "ok", detail: { done: progress.done, total: progress.total } };
    },
    certificate: () => {
      const used = parts.certificate?.() ?? null;
      if (used === null) return null;
      const now = parts.now();
      const isGood = now >= used.validFrom && used.validTo - now >= RENEWAL_DUE_MS;
      const detail = { expires: isoTime(used.validTo), left_seconds: Math.round((used.validTo - now) / 1_000) };
      return { outcome: isGood ? "ok" : "warning", detail };
    },
    backup: async () => {
      const last = (await parts.lastBackup?.()) ?? null;
      if (last === null) return null;
      const { at, ok } = last;
      if (at === null && ok === null) return NO_BACKUP;
      const age = at === null ? null : Math.round((parts.now() - at) / 1_000);
      const isWell = ok !== false;
      const isTaken = parts.backupCommand?.()?.ok ?? null;
      const command = isTaken === null ? {} : { command: isTaken ? "ok" : "failed" };
      const detail = { age_seconds: age, last: isWell ? "ok" : "failed", ...command };
      return { outcome: isWell && isTaken !== false ? "ok" : "warning", detail };
    },
  };
}
