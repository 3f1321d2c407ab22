// The checks of a running service, from the numbers of its parts.
import { isoTime } from "../base/iso-time.ts";
import { type Certificate, RENEWAL_DUE_MS } from "../domain/certificate.ts";
import type { StoreHealth } from "../domain/ports/store-health.ts";
import { type Check, type CheckResult, remembered } from "./readiness.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Below this a write may fail at any moment. */
const DISK_BYTES_MIN = 64 * MIB;
const DISK_BYTES_SCARCE = GIB;
/** A batch takes milliseconds: a disk that needs so long has stopped. */
const BATCH_MS_MAX = 10_000;
/** Texts wait minutes at this length. */
const BACKLOG_MANY = 5_000;
const REMEMBERED_MS = 2_000;

export interface Progress {
  readonly total: number;
  readonly done: number;
}

export interface LastBackup {
  /** Of the last one that succeeded, ms since the epoch; null: none has yet. */
  readonly at: number | null;
  /** Whether the last attempt did. */
  readonly ok: boolean;
}

/** Of the operator's command that runs after each scheduled backup. */
export interface CommandState {
  /** Whether the last run succeeded, also before this start; null: none is known. */
  readonly ok: boolean | null;
  /** Runs that failed since the start. */
  readonly failures: number;
}

export interface CheckedParts {
  readonly storage: Pick<StoreHealth, "check" | "fault" | "stats">;
  readonly model: { readonly id: string };
  readonly workers: () => { readonly open: number; readonly wanted: number };
  /** Where the data lies in files; absent: it does not. */
  readonly freeBytes?: () => Promise<number>;
  readonly pendingEmbeddings: () => Promise<number>;
  /** null: nothing waits to be embedded again. Absent: not known. */
  readonly reembedding?: () => Progress | null | Promise<Progress | null>;
  /** null: there was none yet. undefined, or absent: none are scheduled. */
  readonly lastBackup?: () => LastBackup | null | undefined;
  /** When the newest backup was taken that the data knows of, one by hand too; null: none. Absent: it lies in no files. */
  readonly backupNoted?: () => Promise<number | null>;
  /** null, or absent: the service speaks plain HTTP. */
  readonly certificate?: () => Pick<Certificate, "validFrom" | "validTo"> | null;
  /** null, or absent: no command is set. */
  readonly backupCommand?: () => CommandState | null;
  readonly now: () => number;
}

const NO_BACKUP: CheckResult = { outcome: "ok", detail: { message: "none was made yet" } };

/** Of two times, where they are known. */
export function newerOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

export function checksOf(parts: CheckedParts): Readonly<Record<string, Check>> {
  const { storage, freeBytes } = parts;
  const free = freeBytes === undefined ? null : remembered(freeBytes, REMEMBERED_MS);
  const noted = remembered(async () => parts.backupNoted?.(), REMEMBERED_MS);
  const pending = remembered(parts.pendingEmbeddings, REMEMBERED_MS);
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
      if (free === null) return null;
      const left = await free();
      const outcome = left < DISK_BYTES_MIN ? "failing" : left < DISK_BYTES_SCARCE ? "warning" : "ok";
      return { outcome, detail: { free_bytes: left, least_bytes: DISK_BYTES_MIN } };
    },
    backlog: async () => {
      const waiting = await pending();
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
      const last = parts.lastBackup?.();
      const at = newerOf(last?.at ?? null, (await noted()) ?? null);
      if (last == null && at === null) return last === undefined ? null : NO_BACKUP;
      const age = at === null ? null : Math.round((parts.now() - at) / 1_000);
      const isWell = last?.ok !== false;
      const isTaken = parts.backupCommand?.()?.ok ?? null;
      const command = isTaken === null ? {} : { command: isTaken ? "ok" : "failed" };
      const detail = { age_seconds: age, last: isWell ? "ok" : "failed", ...command };
      return { outcome: isWell && isTaken !== false ? "ok" : "warning", detail };
    },
  };
}
