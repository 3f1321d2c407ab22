// Whether the database takes what it is given: told by every call of the store, and tried again by itself after a fault.
import type { HealthWatch, StorageFault } from "../../../domain/ports/store-health.ts";
import { databaseCodeOf, databaseFaultOf, messageOf } from "./faults.ts";

const TRY_AGAIN_MS = 1_000;

export class DatabaseHealth {
  #fault: StorageFault | null = null;
  #trial: Timer | null = null;
  #closed = false;

  /** `tryWriting`: writes something, and is called now and then after a fault until it succeeds. */
  constructor(
    private readonly watch: Partial<HealthWatch>,
    private readonly tryWriting: (fault: StorageFault | null) => Promise<unknown>,
    private readonly againAfterMs = TRY_AGAIN_MS,
  ) {}

  /** null: nothing is wrong. */
  get fault(): StorageFault | null {
    return this.#fault;
  }

  /** Only a fault of the database is one: what an operation refuses is not. */
  note(error: unknown): void {
    const told = databaseFaultOf(error);
    if (told !== null && told.code !== "overloaded")
      this.noteFault({ kind: "writing", outcome: told.code, code: databaseCodeOf(error), message: messageOf(error) });
  }

  noteFault(fault: StorageFault): void {
    if (this.#closed) return;
    const isOther = this.#fault?.outcome !== fault.outcome;
    this.#fault = fault;
    if (isOther) this.watch.onFault?.(fault);
    this.#tryLater();
  }

  close(): void {
    this.#closed = true;
    if (this.#trial !== null) clearTimeout(this.#trial);
  }

  #tryLater(): void {
    if (this.#closed || this.#trial !== null) return;
    this.#trial = setTimeout(() => this.#try(), this.againAfterMs);
    this.#trial.unref();
  }

  async #try(): Promise<void> {
    try {
      await this.tryWriting(this.#fault);
      this.#fault = null;
      this.watch.onRecovery?.();
    } catch {
      // Tried again below.
    }
    this.#trial = null;
    if (this.#fault !== null) this.#tryLater();
  }
}
