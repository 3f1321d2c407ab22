// Numbers of the store, for health and metrics.
import { statSync } from "node:fs";
import { MIGRATIONS } from "./migrations.ts";
import { walBytes } from "./write-ahead-log.ts";

export interface StoreStats {
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  readonly walBytes: number;
  /** Writes that are not in a batch yet. */
  readonly writesWaiting: number;
  /** How long the batch under way takes so far; 0 where there is none. */
  readonly batchMs: number;
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

export function readStoreStats(path: string, writer: { readonly depth: number; readonly batchMs: number }): StoreStats {
  return {
    // Nobody migrates the data while it is open.
    schemaVersion: MIGRATIONS.length,
    databaseBytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    walBytes: walBytes(path),
    writesWaiting: writer.depth,
    batchMs: writer.batchMs,
  };
}
