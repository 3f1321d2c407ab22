// Zeroes the bytes of pages that belong to no row. SQLite overwrites what is deleted, but when it spreads rows anew over
// pages it leaves copies of them in the room between: those of erased rows would stay until something else needs it.
import type { Database } from "bun:sqlite";
import { fdatasyncSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { BUSY_TIMEOUT_MS } from "./open-database.ts";
import { walBytes } from "./write-ahead-log.ts";

/** A file that is no larger is looked at whole before the erasure is told as done, which takes some 10 ms. */
const AT_ONCE_BYTES = 32 * 1024 * 1024;
/** Of a larger one some in so long, for nobody can write meanwhile: as little as one read where the disk is slow. */
const SLICE_MS = 5;
const READ_BYTES = 4 * 1024 * 1024;
const NEXT_SLICE_MS = 10;
/** Somebody reads the log, or writes: that ends by itself. */
const AGAIN_MS = 250;
/** Below this a page of another kind begins with a byte that none of a tree has: the high byte of a page's number. */
const PAGES_MAX = 2 ** 25;

const LEAF_HEADER_BYTES = 8;
const INNER_HEADER_BYTES = 12;
const HEADER_BYTES: Readonly<Record<number, number>> = {
  2: INNER_HEADER_BYTES,
  5: INNER_HEADER_BYTES,
  10: LEAF_HEADER_BYTES,
  13: LEAF_HEADER_BYTES,
};
/** The file's own header stands before the first page's. */
const FILE_HEADER_BYTES = 100;

export interface PageScrubber {
  /** Something was erased: every page is looked at from here on, a small file's before this returns. */
  ask(): void;
  /** Does what is left at once, before the file is closed. */
  finish(): void;
}

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

/** For tests, whose files are small. */
export interface SliceOptions {
  readonly atOnceBytes?: number;
  readonly sliceMs?: number;
}

/** `db`: the connection that writes, outside a transaction. */
export function createPageScrubber(db: Database, path: string, options: SliceOptions = {}): PageScrubber {
  const { atOnceBytes = AT_ONCE_BYTES, sliceMs = SLICE_MS } = options;
  let next = 0;
  let left = 0;
  let timer: Timer | null = null;

  const isSmall = () => sizeOf(path) <= atOnceBytes;

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
      else if (left > 0) later(NEXT_SLICE_MS);
    } catch {
      // A fault of the disk shows at the next write, to somebody who can be told.
      later(AGAIN_MS);
    }
  }

  /** False where the file cannot be had alone now. */
  function slice(): boolean {
    return whileNobodyWrites(db, path, () => {
      const file = openForGood(path);
      const shape = shapeOf(db);
      if (shape === null) {
        left = 0;
        return;
      }
      const { pageBytes, pages } = shape;
      left = Math.min(left, pages);
      const end = isSmall() ? Number.POSITIVE_INFINITY : performance.now() + sliceMs;
      const room = Buffer.allocUnsafeSlow(Math.min(left * pageBytes, READ_BYTES));
      let isChanged = false;
      const onZero = () => {
        isChanged = true;
      };
      try {
        do {
          if (next >= pages) next = 0;
          const count = Math.min(left, pages - next, Math.floor(room.length / pageBytes));
          scrub(file, pageBytes, next, room.subarray(0, count * pageBytes), onZero);
          next += count;
          left -= count;
        } while (left > 0 && performance.now() < end);
        if (isChanged) fdatasyncSync(file);
      } finally {
        // Pages that this connection remembers have still what was zeroed, and would bring it back.
        if (isChanged) db.run("PRAGMA shrink_memory");
      }
    });
  }

  return {
    ask() {
      left = Number.MAX_SAFE_INTEGER;
      if (timer !== null) return;
      if (isSmall()) goOn();
      else later(NEXT_SLICE_MS);
    },
    finish() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      try {
        while (left > 0 && slice());
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
    if (db.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy !== 0) return false;
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
  readonly pages: number;
}

/** null where pages could be taken for what they are not. */
function shapeOf(db: Database): Shape | null {
  const number = (pragma: string) => Number(db.query(`PRAGMA ${pragma}`).values()[0]?.[0] ?? 0);
  const pages = number("page_count");
  // Files that shrink by themselves have pages of yet another kind, which begin like those of a tree.
  if (number("auto_vacuum") !== 0 || pages >= PAGES_MAX) return null;
  return { pageBytes: number("page_size"), pages };
}

/** Reads pages into `bytes`, from the page `first` on; `onZero` is told before a piece of one is zeroed. */
function scrub(file: number, pageBytes: number, first: number, bytes: Buffer, onZero: () => void): void {
  const read = readSync(file, bytes, 0, bytes.length, first * pageBytes);
  for (let page = 0; (page + 1) * pageBytes <= read; page++) {
    const from = page * pageBytes;
    const header = first + page === 0 ? FILE_HEADER_BYTES : 0;
    for (const [start, end] of roomIn(bytes.subarray(from, from + pageBytes), header)) {
      if (isZero(bytes.subarray(from + start, from + end))) continue;
      onZero();
      writeSync(file, ZEROS, 0, end - start, (first + page) * pageBytes + start);
    }
  }
}

const ZEROS = Buffer.alloc(65_536);

function isZero(bytes: Buffer): boolean {
  return bytes.equals(ZEROS.subarray(0, bytes.length));
}

/**
 * What of a page holds no row: [header][2 bytes a row: where it stands] ROOM [rows, with free pieces between]. A free
 * piece begins with the place of the next one and its own length, two bytes each. Nothing where it is no page of a tree.
 */
export function roomIn(page: Buffer, header: number): (readonly [start: number, end: number])[] {
  const headerBytes = HEADER_BYTES[page[header] ?? 0];
  if (headerBytes === undefined) return [];
  const rows = page.readUInt16BE(header + 3);
  const start = header + headerBytes + 2 * rows;
  const end = page.readUInt16BE(header + 5) || 65_536;
  if (start > end || end > page.length) return [];
  for (let row = 0; row < rows; row++) {
    const place = page.readUInt16BE(header + headerBytes + 2 * row);
    if (place < end || place >= page.length) return [];
  }
  const room: (readonly [number, number])[] = [[start, end]];
  for (let piece = page.readUInt16BE(header + 1); piece !== 0; ) {
    if (piece < end || piece + 4 > page.length) return [];
    const after = page.readUInt16BE(piece);
    const length = page.readUInt16BE(piece + 2);
    if (length < 4 || piece + length > page.length || (after !== 0 && after < piece + length)) return [];
    room.push([piece + 4, piece + length]);
    piece = after;
  }
  return room.filter(([from, to]) => to > from);
}
