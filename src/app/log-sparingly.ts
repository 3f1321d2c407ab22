// Log lines that faults of the storage and of checks would repeat without an end: each at most so often.
import { MemoryError } from "../domain/errors.ts";
import type { HealthWatch } from "../domain/ports/store-health.ts";
import { storageFaultOf } from "../domain/storage-faults.ts";
import type { Logger } from "./log.ts";

const AGAIN_AFTER_MS = 60_000;

/** True at most once in so long for each thing. */
export function createSparing(againAfterMs = AGAIN_AFTER_MS): (what: string) => boolean {
  const last = new Map<string, number>();
  return (what) => {
    const now = performance.now();
    if (now - (last.get(what) ?? Number.NEGATIVE_INFINITY) < againAfterMs) return false;
    last.set(what, now);
    return true;
  };
}

/** A disk that is full to the last page lets one write pass and the next not: such a fault may come and go for hours. */
export function logHealth(log: Logger): HealthWatch {
  const may = createSparing();
  let isTold = false;
  return {
    onFault({ kind, outcome, code, message }) {
      if (!may(`${kind} ${outcome}`)) return;
      isTold = true;
      log.error({
        event: "storage_fault",
        kind,
        code: outcome,
        ...(code === "" ? {} : { cause: code }),
        reason: message,
      });
    },
    onRecovery() {
      if (!isTold) return;
      isTold = false;
      log.info({ event: "storage_recovered" });
    },
  };
}

export type LogFailure = (line: { readonly event: string; readonly err: unknown }) => void;

/** A failure that a fault of the storage caused is told at most once a minute: the fault itself is told elsewhere. */
export function logUnlessStorage(log: Logger): LogFailure {
  const may = createSparing();
  return (line) => {
    const known = line.err instanceof MemoryError ? line.err : storageFaultOf(line.err);
    const isStorage = known?.code === "storage_full" || known?.code === "not_ready";
    if (!isStorage || may(line.event)) log.error(line);
  };
}
