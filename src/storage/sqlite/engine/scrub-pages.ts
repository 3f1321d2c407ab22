// Zeroes the bytes of pages that belong to no row. SQLite overwrites what is deleted, but when it spreads rows anew over
// pages it leaves copies of them in the room between: those of erased rows would stay until something else needs it.
import type { Database } from "bun:sqlite";
import { fdatasyncSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { walBytes } from "../../files/data-directory.ts";
import { BUSY_TIMEOUT_MS, isLogEmptied } from "./open-database.ts";
import { roomIn } from "./room-in-page.ts";

/** A file that is no larger is looked at whole before the erasure is told as done, which takes some 20 ms. */
const AT_ONCE_BYTES = 32 * 1024 * 1024;
/** Of a larger one some in so long, for nobody can write meanwhile: as little as one read where the disk is slow. */
const SLICE_MS = 5;
const READ_BYTES = 4 * 1024 * 1024;
const NEXT_SLICE_MS = 10;
/** Somebody reads the log, or writes: that ends by itself. */
const AGAIN_MS = 250;
/** Below this a page of another kind begins with a byte that none of a tree has: the high byte of a page's number. */
const PAGES_MAX = 2 ** 25;

/** The file's own header stands before the first page's. */
const FILE_HEADER_BYTES = 100;

/** In the file's own header: how many bytes at the end of each page are not SQLite's to use. */
const RESERVED_AT = 20;

export interface PageScrubber {
  /** Something was erased: every page is looked at from here on, a small file's before this returns. */
  ask(): void;
  /** Does what is left at once, before the file is closed. */
  finish(): void;
  readonly progress: Readonly<ScrubProgress>;
}

/** Of the pass under way, or the last one. */
export interface ScrubProgress {
  /** Still to be looked at; before a pass begins, more than there are. */
  pagesLeft: number;
  bytesZeroed: number;
  /** Left as they were: damaged ones, of which `memoryd verify` says what is wrong, or all of a file of another make. */
  pagesSkipped: number;
}

/** What is erased is left to SQLite alone: copies of it stay in the room of pages. */
export const NO_SCRUBBER: PageScrubber = {
  ask: () => {},
  finish: () => {},
  progress: { pagesLeft: 0, bytesZeroed: 0, pagesSkipped: 0 },
};

/**
 * Files stay open as long as the process lives: closing one would drop the locks that SQLite holds on it for all
 * connections of this process.
 */
const files = new Map<string, { readonly file: number; readonly ino: number }>();

function openForGood(path: string): number {
  const { ino } = statSync(path);
  const known = files.get(path);
  if (known?.ino === ino) return known.file;
  const file = openSync(path, "r+");
  files.set(path, { file, ino });
  return file;
}

export interface ScrubOptions {
  /** Told at the end of a pass that left pages as they were how many those are: remains may be in them. */
  readonly onSkipped?: (pages: number) => void;
  /** These two for tests, whose files are small. */
  readonly atOnceBytes?: number;
  readonly sliceMs?: number;
}

/** `db`: the connection that writes, outside a transaction. */
export function createPageScrubber(db: Database, path: string, options: ScrubOptions = {}): PageScrubber {
  const { onSkipped = () => {}, atOnceBytes = AT_ONCE_BYTES, sliceMs = SLICE_MS } = options;
  const pass: Pass = { progress: { pagesLeft: 0, bytesZeroed: 0, pagesSkipped: 0 }, next: 0 };
  const { progress } = pass;
  let timer: Timer | null = null;

  const isSmall = () => sizeOf(path) <= atOnceBytes;

  function begin(): void {
    Object.assign(progress, { pagesLeft: Number.MAX_SAFE_INTEGER, bytesZeroed: 0, pagesSkipped: 0 });
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null;
      goOn();
    }, ms);
    timer.unref();
  }

  function goOn(): void {
    try {
      if (!slice()) later(AGAIN_MS);
      else if (progress.pagesLeft > 0) later(NEXT_SLICE_MS);
    } catch {
      // A fault of the disk shows at the next write, to somebody who can be told. What it has of this pass nobody knows.
      begin();
      later(AGAIN_MS);
    }
  }

  /** False where the file cannot be had alone now. */
  function slice(): boolean {
    const isDone = whileNobodyWrites(db, path, () => {
      scrubUntil(isSmall() ? Number.POSITIVE_INFINITY : performance.now() + sliceMs, pass, db, openForGood(path));
    });
    if (progress.pagesLeft === 0 && progress.pagesSkipped > 0) onSkipped(progress.pagesSkipped);
    return isDone;
  }

  return {
    progress,
    ask() {
      begin();
      if (timer !== null) return;
      if (isSmall()) goOn();
      else later(NEXT_SLICE_MS);
    },
    finish() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      try {
        while (progress.pagesLeft > 0 && slice());
      } catch {
        // What cannot be done now is done after the next erasure.
      }
    },
  };
}

/** Bytes; none where it cannot be told, which whoever opens it next will say. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** With the log empty the file holds every page as it is, and with the write lock it stays so. */
function whileNobodyWrites(db: Database, path: string, work: () => void): boolean {
  db.run("PRAGMA busy_timeout = 30");
  try {
    if (!isLogEmptied(db)) return false;
    db.run("BEGIN IMMEDIATE");
    try {
      if (walBytes(path) > 0) return false;
      work();
      return true;
    } finally {
      db.run("ROLLBACK");
    }
  } catch (error) {
    if (faultCodeOf(error).startsWith("SQLITE_BUSY")) return false;
    throw error;
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

interface Shape {
  readonly pageBytes: number;
  /** Without what the file reserves at the end of each page. */
  readonly usableBytes: number;
  readonly pages: number;
}

function readNumber(db: Database, pragma: string): number {
  return Number(db.query(`PRAGMA ${pragma}`).values()[0]?.[0] ?? 0);
}

/** null where pages could be taken for what they are not. */
function shapeOf(db: Database, file: number): Shape | null {
  const [pages, pageBytes] = [readNumber(db, "page_count"), readNumber(db, "page_size")];
  // Files that shrink by themselves have pages of yet another kind, which begin like those of a tree.
  if (readNumber(db, "auto_vacuum") !== 0 || pages >= PAGES_MAX) return null;
  const reserved = Buffer.alloc(1);
  if (readSync(file, reserved, 0, 1, RESERVED_AT) !== 1) return null;
  return { pageBytes, usableBytes: pageBytes - (reserved[0] ?? 0), pages };
}

interface Pass {
  readonly progress: ScrubProgress;
  /** The page to look at next. */
  next: number;
}

/** Goes on with the pass while nobody writes: for one read at least, and no longer than until `end`. */
function scrubUntil(end: number, pass: Pass, db: Database, file: number): void {
  const { progress } = pass;
  const shape = shapeOf(db, file);
  if (shape === null) {
    Object.assign(progress, { pagesLeft: 0, pagesSkipped: readNumber(db, "page_count") });
    return;
  }
  const { pageBytes, pages } = shape;
  progress.pagesLeft = Math.min(progress.pagesLeft, pages);
  const bytes = Buffer.allocUnsafeSlow(Math.min(progress.pagesLeft * pageBytes, READ_BYTES));
  const zeroedBefore = progress.bytesZeroed;
  const isChanged = () => progress.bytesZeroed > zeroedBefore;
  try {
    do {
      if (pass.next >= pages) pass.next = 0;
      const count = Math.min(progress.pagesLeft, pages - pass.next, Math.floor(bytes.length / pageBytes));
      scrub(file, shape, pass.next, bytes.subarray(0, count * pageBytes), progress);
      pass.next += count;
      progress.pagesLeft -= count;
    } while (progress.pagesLeft > 0 && performance.now() < end);
    if (isChanged()) fdatasyncSync(file);
  } finally {
    // Pages that this connection remembers have still what was zeroed, and would bring it back.
    if (isChanged()) db.run("PRAGMA shrink_memory");
  }
}

/** Reads pages into `bytes`, from the page `first` on, and zeroes what of them belongs to no row. */
function scrub(file: number, shape: Shape, first: number, bytes: Buffer, progress: ScrubProgress): void {
  const { pageBytes, usableBytes } = shape;
  const read = readSync(file, bytes, 0, bytes.length, first * pageBytes);
  for (let page = 0; (page + 1) * pageBytes <= read; page++) {
    const from = page * pageBytes;
    const header = first + page === 0 ? FILE_HEADER_BYTES : 0;
    const room = roomIn(bytes.subarray(from, from + usableBytes), header, holdsSomething);
    if (room === null) progress.pagesSkipped += 1;
    for (const [start, end] of room ?? []) {
      progress.bytesZeroed += end - start;
      writeSync(file, ZEROS, 0, end - start, (first + page) * pageBytes + start);
    }
  }
}

const ZEROS = Buffer.alloc(65_536);

function holdsSomething(bytes: Buffer): boolean {
  return !bytes.equals(ZEROS.subarray(0, bytes.length));
}
