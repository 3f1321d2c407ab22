// The write-ahead log: kept short, empty of what was erased, and never trusted after a fault of the disk.
import type { Database } from "bun:sqlite";
import { MemoryError } from "../../../domain/errors.ts";
import { BUSY_TIMEOUT_MS, isLogEmptied } from "./open-database.ts";

/** Above this the log is emptied after the batch that finds it so. */
const WAL_BYTES_MAX = 64 * 1024 * 1024;
/** How long writes wait for readers to leave the log. A backup stays longer: then the log is emptied when it has gone. */
const READERS_WAIT_MS = 30;
const READERS_AGAIN_MS = 250;

export interface WriteAheadLog {
  /**
   * From now on the log may hold what the disk has not: a failed fsync leaves pages that the system takes for written,
   * and whatever is added after them would hang on them.
   */
  distrust(): void;
  /**
   * Where the log is not trusted: copies what it holds into the database, durably, and empties it. Throws where that does
   * not work; until it does, nothing may be added.
   */
  settle(): void;
  /** After a batch: empties the log where something was erased, or where its `size` in bytes has grown. */
  tidy(erased: boolean, size?: number): void;
  /** Empties it if the disk lets it; false where it did not, or somebody reads. */
  tryToEmpty(): boolean;
  stop(): void;
}

export function watchLog(db: Database): WriteAheadLog {
  let again: Timer | null = null;
  let isTrusted = true;

  /** False where somebody is still reading. */
  function isEmptiedWithin(waitMs: number): boolean {
    db.run(`PRAGMA busy_timeout = ${waitMs}`);
    try {
      const isEmptied = isLogEmptied(db);
      isTrusted ||= isEmptied;
      return isEmptied;
    } finally {
      db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  function tryToEmpty(waitMs: number): boolean {
    try {
      return isEmptiedWithin(waitMs);
    } catch {
      // What is in the log is durable all the same; and a fault of the disk shows at the next write, to somebody who
      // can be told.
      return false;
    }
  }

  function tryAgain(): void {
    again = setTimeout(() => {
      again = null;
      if (!tryToEmpty(0)) tryAgain();
    }, READERS_AGAIN_MS);
    again.unref();
  }

  return {
    distrust() {
      isTrusted = false;
    },
    settle() {
      if (isTrusted || isEmptiedWithin(READERS_WAIT_MS)) return;
      throw new MemoryError("not_ready", "the storage is being put in order after a fault of the disk");
    },
    tidy(erased, size = 0) {
      // Whoever reads it now reads it still: the next try comes by itself.
      if (again !== null) return;
      if (erased || size > WAL_BYTES_MAX) {
        if (!tryToEmpty(READERS_WAIT_MS)) tryAgain();
      }
    },
    tryToEmpty: () => tryToEmpty(READERS_WAIT_MS),
    stop() {
      if (again !== null) clearTimeout(again);
    },
  };
}
