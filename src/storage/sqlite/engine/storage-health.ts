// Whether the storage takes what it is given: told by every batch, and tried again by itself after a fault.
import type { HealthWatch, StorageFault } from "../../../domain/ports/store-health.ts";
import { traitsOf } from "../writes/write-operations.ts";
import type { BatchRunner } from "./writer-client.ts";

/** A read that failed says little about others: it counts for so long. */
const READ_FAULT_MS = 10_000;
const TRY_AGAIN_MS = 1_000;

export class StorageHealth {
  #writing: StorageFault | null = null;
  #reading: { readonly fault: StorageFault; readonly at: number } | null = null;
  #trial: Timer | null = null;
  #closed = false;

  /** `hasRoom`: whether the disk has some; a log that is used again takes a small write on a full one. */
  constructor(
    private readonly watch: Partial<HealthWatch> = {},
    private readonly hasRoom: () => boolean = () => true,
  ) {}

  /** Listens to what the runner says of every batch. `tryWriting` is called now and then until a write succeeds. */
  listenTo(runner: BatchRunner, tryWriting: () => Promise<unknown>): BatchRunner {
    return {
      runBatch: async (requests) => {
        const outcomes = await runner.runBatch(requests);
        const fault = outcomes
          .map((outcome) => (outcome.ok || outcome.code === null ? null : faultOf(outcome)))
          .find((each) => each !== null);
        if (fault !== undefined) this.#fail(fault, tryWriting);
        // A deletion may have had room that no other write gets.
        else if (outcomes.some(({ ok }, at) => ok && !traitsOf(requests[at]!.name).freesDisk)) {
          if (this.#writing?.outcome === "storage_full" && !this.hasRoom()) this.#tryLater(tryWriting);
          else this.#recover();
        }
        return outcomes;
      },
      close: () => {
        this.#closed = true;
        if (this.#trial !== null) clearTimeout(this.#trial);
        return runner.close();
      },
    };
  }

  noteReading(code: string, message: string): void {
    const isNew = this.#readFault() === null;
    const fault: StorageFault = { kind: "reading", outcome: "not_ready", code, message };
    this.#reading = { fault, at: performance.now() };
    if (isNew && this.#writing === null) this.watch.onFault?.(fault);
  }

  /** null: nothing is wrong. */
  get fault(): StorageFault | null {
    return this.#writing ?? this.#readFault();
  }

  #readFault(): StorageFault | null {
    const found = this.#reading;
    return found !== null && performance.now() - found.at < READ_FAULT_MS ? found.fault : null;
  }

  #fail(fault: StorageFault, tryWriting: () => Promise<unknown>): void {
    if (this.#closed) return;
    const isOther = this.#writing?.outcome !== fault.outcome;
    this.#writing = fault;
    if (isOther) this.watch.onFault?.(fault);
    this.#tryLater(tryWriting);
  }

  #tryLater(tryWriting: () => Promise<unknown>): void {
    if (this.#closed || this.#trial !== null) return;
    // Otherwise nobody might write again: who asks whether the service is ready is told that it is not.
    this.#trial = setTimeout(() => {
      this.#trial = null;
      tryWriting().catch(() => {});
    }, TRY_AGAIN_MS);
    this.#trial.unref();
  }

  #recover(): void {
    if (this.#writing === null) return;
    this.#writing = null;
    this.watch.onRecovery?.();
  }
}

/** Refusals of an operation are no faults of the storage. */
function faultOf(outcome: { code: string; message: string; fault?: string }): StorageFault | null {
  const { code: named, message, fault: code = "" } = outcome;
  if (named !== "storage_full" && named !== "not_ready") return null;
  return { kind: "writing", outcome: named, code, message };
}
