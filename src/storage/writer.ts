// The one writer: a batch of operations is one transaction, and one fsync.
import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { type ErrorCode, type ErrorDetails, MemoryError } from "../domain/errors.ts";
import { BUSY_TIMEOUT_MS, type Drizzle, openDrizzle, openWriter } from "./open-database.ts";
import { ERASING_OPERATIONS, runOperation, type WriteRequest } from "./write-operations.ts";

/** Above this the WAL is emptied after the batch that finds it so. */
const WAL_BYTES_MAX = 64 * 1024 * 1024;
/** How long writes wait for readers to leave the WAL. A backup stays longer: then the WAL is emptied when it has gone. */
const READERS_WAIT_MS = 30;
const READERS_AGAIN_MS = 250;

/** An outcome as it crosses between threads, where errors lose their class. */
export type WriteOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly details?: ErrorDetails }
  | { readonly ok: false; readonly code: null; readonly message: string };

export interface Writer {
  /** Outcomes in the order of the requests; when it returns, what succeeded is on the disk. */
  runBatch(requests: readonly WriteRequest[]): WriteOutcome[];
  close(): void;
}

/** SQLite's own code, also where Drizzle has wrapped the error. */
function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : errorCodeOf(error.cause);
}

/** The disk cannot take more: the client hears that it is the storage, and that it is not its fault. */
function isStorageFull(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR_WRITE") || code === "ENOSPC";
}

export function failureOf(error: unknown): WriteOutcome {
  if (error instanceof MemoryError) {
    const { code, message, details } = error;
    return details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
  }
  if (isStorageFull(error)) {
    return { ok: false, code: "storage_full", message: "the disk is full: nothing was stored" };
  }
  return { ok: false, code: null, message: messageOf(error) };
}

/** Without the values of a failed query, which may be somebody's memory: its cause says what went wrong. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  if (error.message.includes("Failed query")) return messageOf(error.cause);
  return `${errorCodeOf(error)} ${error.message}`.trim();
}

export function createWriter(path: string): Writer {
  const db = openWriter(path);
  const drizzle = openDrizzle(db);
  const wal = walOf(db, path);
  return {
    runBatch(requests) {
      let outcomes: WriteOutcome[];
      try {
        outcomes = commitBatch(db, drizzle, requests);
      } catch (error) {
        const failure = failureOf(error);
        return requests.map(() => failure);
      }
      wal.tidy(requests);
      return outcomes;
    },
    close() {
      wal.stop();
      // Said aloud: statements that Bun still holds keep closing connections half open, so that none is the last.
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    },
  };
}

function commitBatch(db: Database, drizzle: Drizzle, requests: readonly WriteRequest[]): WriteOutcome[] {
  return db
    .transaction(() =>
      requests.map((request): WriteOutcome => {
        try {
          // A nested transaction is a savepoint: one that fails takes back its own writes and no other's.
          return { ok: true, result: db.transaction(() => runOperation(drizzle, request))() };
        } catch (error) {
          // After a full disk SQLite may have rolled the whole transaction back: then nothing of the batch holds.
          if (!db.inTransaction) throw error;
          return failureOf(error);
        }
      }),
    )
    .immediate();
}

/** Keeps the WAL short, and empty of what was erased. */
function walOf(db: Database, path: string): { tidy(requests: readonly WriteRequest[]): void; stop(): void } {
  let again: Timer | null = null;

  /** False where somebody is still reading. */
  function isEmptied(waitMs: number): boolean {
    db.run(`PRAGMA busy_timeout = ${waitMs}`);
    try {
      return db.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy !== 1;
    } finally {
      db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  function tryAgain(): void {
    again = setTimeout(() => {
      again = null;
      try {
        if (isEmptied(0)) return;
      } catch {
        // A fault of the disk shows at the next write, to somebody who can be told.
      }
      tryAgain();
    }, READERS_AGAIN_MS);
    again.unref();
  }

  return {
    tidy(requests) {
      // Whoever reads it now reads it still: the next try comes by itself.
      if (again !== null) return;
      const erasing = requests.some((request) => ERASING_OPERATIONS.has(request.name));
      if (erasing || walBytes(path) > WAL_BYTES_MAX) {
        if (!isEmptied(READERS_WAIT_MS)) tryAgain();
      }
    },
    stop() {
      if (again !== null) clearTimeout(again);
    },
  };
}

export function walBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
