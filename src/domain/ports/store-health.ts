// What a store says of its own state, and whom it tells.

/** What is wrong with the storage at present. */
export interface StorageFault {
  readonly kind: "writing" | "reading";
  /** `storage_full`, or another code of the interface. */
  readonly outcome: string;
  /** Of the engine or the operating system; "" where the service itself saw it. */
  readonly code: string;
  readonly message: string;
}

export interface HealthWatch {
  /** Told once where a fault begins. */
  onFault(fault: StorageFault): void;
  /** Told when a write has reached the disk again. */
  onRecovery(): void;
}

/** A batch that has been written, or refused. */
export interface BatchReport {
  readonly writes: number;
  readonly ms: number;
  readonly failed: boolean;
}

/** What a store tells whoever watches it. */
export interface StoreWatch {
  onBatch(report: BatchReport): void;
  /** Runs a write that somebody waits for. */
  timeWrite<T>(work: () => Promise<T>): Promise<T>;
}

export const UNWATCHED: StoreWatch = { onBatch: () => {}, timeWrite: (work) => work() };

export interface StoreStats {
  readonly schemaVersion: number;
  /** Writes that are not in a batch yet. */
  readonly writesWaiting: number;
  /** How long the batch under way takes so far; 0 where there is none. */
  readonly batchMs: number;
}

export interface StoreHealth {
  /** Whether reading works; rejects with what stands in its way. */
  check(): Promise<void>;
  /** What is wrong with the storage at present; null: nothing. */
  fault(): Promise<StorageFault | null>;
  stats(): Promise<StoreStats>;
  /** A read met a fault of the storage. Only noted, here and now: it never waits. */
  noteReadFault(code: string, message: string): void;
  /**
   * Whether somebody records, or many writes wait: work that can wait should. What this process sees of its own writes,
   * without a look at the data.
   */
  isBusy(): boolean;
}
