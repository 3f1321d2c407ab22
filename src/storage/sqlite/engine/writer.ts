// The one writer: a batch of operations is one transaction, and one fsync.
import type { Database } from "bun:sqlite";
import { MemoryError } from "../../../domain/errors.ts";
import { faultCodeOf, storageFaultOf, storageFull } from "../../../domain/storage-faults.ts";
import { walBytes } from "../../files/data-directory.ts";
import { watchPlace } from "../../files/data-place.ts";
import { type DiskReserve, keepDiskReserve, NO_RESERVE, tryDisk } from "../../files/disk-reserve.ts";
import { emptyInSlices } from "../writes/erase-in-slices.ts";
import { changeMemorySize } from "../writes/write-brains.ts";
import {
  brainsErasedBy,
  isErasing,
  runOperation,
  traitsOf,
  type WriteOutcome,
  type WriteRequest,
} from "../writes/write-operations.ts";
import { type Drizzle, openDrizzle, openWriter } from "./open-database.ts";
import { createPageScrubber, NO_SCRUBBER, type PageScrubber } from "./scrub-pages.ts";
import { type WriteAheadLog, watchLog } from "./write-ahead-log.ts";

export interface Writer {
  /**
   * Outcomes in the order of the requests. When it returns, what succeeded is on the disk; only a batch that consists of
   * repeatable operations may be lost by a power cut.
   */
  runBatch(requests: readonly WriteRequest[]): WriteOutcome[];
  close(): void;
}

export interface WriterOptions {
  /** For the process that holds the data directory: keeps room on the disk for deletions. */
  readonly keepsReserve?: boolean;
  /** The process before was killed: free room of pages may hold copies of rows whose erasure was acknowledged. */
  readonly wasCut?: boolean;
  /** False: what SQLite's own overwriting leaves of erased rows stays; absent: true. */
  readonly erasesRemains?: boolean;
  /** Told how many pages of the file are not as SQLite writes them, so that remains in them were left. */
  readonly onPagesSkipped?: (pages: number) => void;
}

export function failureOf(error: unknown): WriteOutcome {
  if (error instanceof MemoryError) {
    const { code, message, details } = error;
    return details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
  }
  const fault = storageFaultOf(error);
  if (fault !== null) return { ok: false, code: fault.code, message: fault.message, fault: faultCodeOf(error) };
  return { ok: false, code: null, message: messageOf(error) };
}

/** Without the values of a failed query, which may be somebody's memory: its cause says what went wrong. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  if (error.message.includes("Failed query")) return messageOf(error.cause);
  return `${faultCodeOf(error)} ${error.message}`.trim();
}

export function createWriter(path: string, options: WriterOptions = {}): Writer {
  const { keepsReserve = false, wasCut = false, erasesRemains = true, onPagesSkipped = () => {} } = options;
  const db = openWriter(path);
  const drizzle = openDrizzle(db);
  const log = watchLog(db);
  // The first query opens the log. A process that died may have left one of which a part is not on the disk yet.
  db.query("SELECT 1 FROM sqlite_schema LIMIT 1").get();
  if (walBytes(path) > 0 && !log.tryToEmpty() && keepsReserve) log.distrust();
  const scrubber = erasesRemains ? createPageScrubber(db, path, { onSkipped: onPagesSkipped }) : NO_SCRUBBER;
  if (wasCut) scrubber.ask();
  const reserve = keepsReserve ? keepDiskReserve(path) : NO_RESERVE;
  return new DiskWriter({ path, db, drizzle, log, scrubber, reserve });
}

interface WriterParts {
  readonly path: string;
  readonly db: Database;
  readonly drizzle: Drizzle;
  readonly log: WriteAheadLog;
  readonly scrubber: PageScrubber;
  readonly reserve: DiskReserve;
}

class DiskWriter implements Writer {
  readonly #place;
  readonly #commit;

  constructor(private readonly parts: WriterParts) {
    this.#place = watchPlace(parts.path);
    this.#commit = batchCommitter(parts.db, parts.drizzle);
  }

  runBatch(requests: readonly WriteRequest[]): WriteOutcome[] {
    return apartFromErasures(requests).flatMap((some) => this.#runTogether(some));
  }

  #runTogether(requests: readonly WriteRequest[]): WriteOutcome[] {
    let outcomes: WriteOutcome[];
    try {
      this.#place.check();
    } catch (error) {
      return requests.map(() => this.#failure(error));
    }
    try {
      this.parts.log.settle();
      // The reserve that a deletion used must be there again before other writes fill the disk.
      if (!this.parts.reserve.renew()) throw storageFull();
      const commit = () => this.#commit(requests);
      const committed = this.#underPragmas(requests, commit);
      outcomes = committed.map((outcome) => this.#heard(outcome));
      const { walBytes } = this.#place.check();
      const mustBeGone = requests.some(isErasing);
      this.parts.log.tidy(mustBeGone, walBytes);
      if (mustBeGone) this.parts.scrubber.ask();
    } catch (error) {
      const failure = this.#failure(error);
      outcomes = requests.map(() => failure);
    }
    // A deletion that found no room within a batch is tried once more, with the reserve that is kept for it.
    return outcomes.map((outcome, at) => {
      const request = requests[at];
      const mayUseReserve = !outcome.ok && outcome.code === "storage_full" && request !== undefined;
      return mayUseReserve && traitsOf(request.name).freesDisk ? this.#freeOnFullDisk(request) : outcome;
    });
  }

  #underPragmas<T>(requests: readonly WriteRequest[], commit: () => T): T {
    if (requests[0] !== undefined && erasesBrains(requests[0])) return unreferenced(this.parts.db, commit);
    if (requests.every(({ name }) => traitsOf(name).repeatable)) return unsynced(this.parts.db, commit);
    return commit();
  }

  close(): void {
    this.parts.log.stop();
    this.parts.scrubber.finish();
    // SQLite would do this as the last connection closes, but statements that Bun still holds keep connections half open.
    // Where the disk does not let it, the log keeps what it has for the next start.
    this.parts.log.tryToEmpty();
    this.parts.db.close();
  }

  /** A fault of the disk inside one operation is reason to distrust the log, as one of the whole batch is. */
  #heard(outcome: WriteOutcome): WriteOutcome {
    if (!outcome.ok && outcome.code !== null && outcome.fault?.startsWith("SQLITE_IOERR")) this.parts.log.distrust();
    return outcome;
  }

  #failure(error: unknown): WriteOutcome {
    const code = faultCodeOf(error);
    if (code.startsWith("SQLITE_IOERR")) this.parts.log.distrust();
    // SQLite has no code for a disk quota that is used up.
    const cause = code === "SQLITE_IOERR_WRITE" ? tryDisk(this.parts.path) : null;
    const isFull = cause !== null && storageFaultOf(cause)?.code === "storage_full";
    return failureOf(isFull ? cause : error);
  }

  #freeOnFullDisk(request: WriteRequest): WriteOutcome {
    const { log, reserve } = this.parts;
    try {
      reserve.release();
      log.tryToEmpty();
      log.settle();
      const alone = () => this.#alone(request);
      try {
        return { ok: true, result: alone() };
      } catch (error) {
        if (!isFull(error)) throw error;
        return { ok: true, result: isErasing(request) ? this.#inSlices(request) : alone() };
      }
    } catch (error) {
      return this.#failure(error);
    } finally {
      log.tidy(true);
      if (isErasing(request)) this.parts.scrubber.ask();
      reserve.renew();
    }
  }

  #alone(request: WriteRequest): unknown {
    return this.parts.db.transaction(() => runOperation(this.parts.drizzle, request)).immediate();
  }

  #inSlices(request: WriteRequest): unknown {
    const { db, drizzle, log } = this.parts;
    const emptied = brainsErasedBy(drizzle, request).map((brain) => {
      const packets = emptyInSlices(drizzle, brain, { afterSlice: () => log.tryToEmpty(), isFull });
      return { brain, packets };
    });
    log.tryToEmpty();
    return db
      .transaction(() => {
        // What the slices erased is counted here; the operation counts what it erases itself.
        for (const { brain, packets } of emptied) changeMemorySize(drizzle, brain, packets);
        return runOperation(drizzle, request);
      })
      .immediate();
  }
}

/** In order; each erasure of a whole brain is a group of its own, because it needs a pragma set before its transaction. */
function apartFromErasures(requests: readonly WriteRequest[]): WriteRequest[][] {
  const groups: WriteRequest[][] = [];
  for (const [at, request] of requests.entries()) {
    const before = requests[at - 1];
    const isApart = erasesBrains(request) || (before !== undefined && erasesBrains(before));
    if (at === 0 || isApart) groups.push([request]);
    else groups.at(-1)?.push(request);
  }
  return groups;
}

function erasesBrains({ name }: WriteRequest): boolean {
  return traitsOf(name).erases === "brains";
}

/** These operations erase all rows that refer to what they erase. To check each would double their time. */
function unreferenced<T>(db: Database, work: () => T): T {
  return underPragma(db, { during: "foreign_keys = OFF", afterwards: "foreign_keys = ON" }, work);
}

/** Repeatable operations do not make records and requests behind them wait for the disk. */
function unsynced<T>(db: Database, work: () => T): T {
  return underPragma(db, { during: "synchronous = NORMAL", afterwards: "synchronous = FULL" }, work);
}

/** Neither pragma can be changed within a transaction. */
function underPragma<T>(db: Database, pragma: { during: string; afterwards: string }, work: () => T): T {
  db.run(`PRAGMA ${pragma.during}`);
  try {
    return work();
  } finally {
    db.run(`PRAGMA ${pragma.afterwards}`);
  }
}

function isFull(error: unknown): boolean {
  return storageFaultOf(error)?.code === "storage_full";
}

/** A request failed after it had written something. */
class HalfWritten extends Error {}

/** Commits a batch; where it throws, nothing of the batch is written. */
function batchCommitter(db: Database, drizzle: Drizzle): (requests: readonly WriteRequest[]) => WriteOutcome[] {
  const alone = db.transaction((request: WriteRequest) => runOperation(drizzle, request));
  const changed = db.query<{ rows: number }, []>("SELECT total_changes() AS rows");
  const rowsChanged = () => changed.get()?.rows ?? 0;
  const together = db.transaction((requests: readonly WriteRequest[]) =>
    requests.map((request): WriteOutcome => {
      const before = rowsChanged();
      try {
        // A nested transaction is a savepoint: where it fails, only its own writes are rolled back.
        return { ok: true, result: alone(request) };
      } catch (error) {
        // On a full disk SQLite may have rolled back the whole transaction: then nothing of the batch is written.
        if (!db.inTransaction) throw error;
        if (rowsChanged() !== before) throw new HalfWritten();
        return failureOf(error);
      }
    }),
  );
  const oneByOne = (requests: readonly WriteRequest[]) =>
    requests.map((request): WriteOutcome => {
      try {
        return { ok: true, result: alone.immediate(request) };
      } catch (error) {
        return failureOf(error);
      }
    });
  return (requests) => {
    const [first] = requests;
    // One request needs no savepoint, which would copy each page that it changes: its transaction is rolled back.
    if (first !== undefined && requests.length === 1) return [{ ok: true, result: alone.immediate(first) }];
    try {
      return together.immediate(requests);
    } catch (error) {
      if (!(error instanceof HalfWritten)) throw error;
      // A savepoint that is rolled back leaves what it wrote in pages that were free, where no erasure finds it. A whole
      // transaction that is rolled back leaves nothing.
      return oneByOne(requests);
    }
  };
}
