// Room on the disk that is kept for deleting: a file that gives way when the disk is full, and comes back afterwards.
import { closeSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { RESERVE_FILE, TRIAL_FILE } from "../../domain/data-file-names.ts";

/** What a deletion in slices writes to the log, with room to spare. */
const RESERVE_BYTES = 16 * 1024 * 1024;
/** A small disk gives no more than this share of what is free. */
const SHARE = 1 / 8;
const LEAST_BYTES = 512 * 1024;
/** After a deletion the disk is as full as before, but for what the log took meanwhile. */
const RENEWED_SHARE = 1 / 2;
const PIECE_BYTES = 256 * 1024;

const TRY_AGAIN_MS = 60_000;
/** SQLite needs about so much to open a file: its shared index, and the log. */
const OPENING_BYTES = 1024 * 1024;

const ROOM_BYTES = 256 * 1024;

export interface DiskReserve {
  /** Whether it was given up and is not back yet. */
  readonly isSpent: boolean;
  /** Gives the room to the disk; false where there was none. */
  release(): boolean;
  /** Takes the room again; false where the disk has none. */
  renew(): boolean;
}

export const NO_RESERVE: DiskReserve = { isSpent: false, release: () => false, renew: () => true };

/** Keeps the file beside the database; where the disk has no room for it, none is kept. */
export function keepDiskReserve(databasePath: string): DiskReserve {
  const path = join(dirname(databasePath), RESERVE_FILE);
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let isSpent = false;
  let triedAt = Number.NEGATIVE_INFINITY;
  if (bytes < LEAST_BYTES || bytes > RESERVE_BYTES) bytes = 0;
  makeFirst();

  /** Where there was no room at the start, there may be some later. */
  function makeFirst(): void {
    if (bytes > 0 || performance.now() - triedAt < TRY_AGAIN_MS) return;
    triedAt = performance.now();
    bytes = roomFor(path, Math.min(RESERVE_BYTES, freeBytes(path) * SHARE));
  }

  return {
    get isSpent() {
      return isSpent;
    },
    release() {
      if (isSpent || bytes === 0) return false;
      rmSync(path, { force: true });
      isSpent = true;
      return true;
    },
    renew() {
      makeFirst();
      if (!isSpent) return true;
      const wanted = Math.min(bytes, freeBytes(path));
      if (wanted < bytes * RENEWED_SHARE || roomFor(path, wanted) === 0) return false;
      isSpent = false;
      return true;
    },
  };
}

/** Before the data is opened: a disk that is full to the last byte would not even let it be read. */
export function makeRoomToOpen(databasePath: string): void {
  const path = join(dirname(databasePath), RESERVE_FILE);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes === 0 || freeBytes(path) >= OPENING_BYTES) return;
  const left = bytes - OPENING_BYTES;
  if (left < LEAST_BYTES) rmSync(path, { force: true });
  else truncateSync(path, left);
}

/** Whether the disk takes what a few turns write. */
export function hasRoom(databasePath: string): boolean {
  return freeBytes(databasePath) >= ROOM_BYTES;
}

function freeBytes(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** How many bytes the file has then: as many as asked for, or none. */
function roomFor(path: string, bytes: number): number {
  const size = Math.floor(bytes / PIECE_BYTES) * PIECE_BYTES;
  if (size < LEAST_BYTES) return 0;
  rmSync(path, { force: true });
  // Not zeros: some file systems give those no room.
  const piece = crypto.getRandomValues(new Uint8Array(64 * 1024));
  try {
    const file = openSync(path, "wx", 0o600);
    try {
      for (let done = 0; done < size; ) done += writeSync(file, piece, 0, Math.min(piece.length, size - done));
    } finally {
      closeSync(file);
    }
    return size;
  } catch {
    rmSync(path, { force: true });
    return 0;
  }
}

/** What the disk says to a small file beside the database: SQLite tells a full quota and a broken disk by one code. */
export function tryDisk(databasePath: string): unknown {
  const path = join(dirname(databasePath), TRIAL_FILE);
  try {
    const file = openSync(path, "w", 0o600);
    try {
      writeSync(file, new Uint8Array(4_096));
    } finally {
      closeSync(file);
    }
    return null;
  } catch (error) {
    return error;
  } finally {
    try {
      rmSync(path, { force: true });
    } catch {
      // What the disk said is known already.
    }
  }
}
