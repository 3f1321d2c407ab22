// Reads a backup from its first byte to its last, and says whether it is what it was when it was made.
import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { reasonOf } from "../data-directory.ts";
import { BackupError } from "./durable-files.ts";
import { BackupDamagedError, type BackupManifest, FOOTER_BYTES, readFooter, readManifest } from "./manifest.ts";
import { type BackupProgress, NO_PROGRESS } from "./progress.ts";

const PIECE_BYTES = 1024 * 1024;

export interface CheckedBackup {
  readonly manifest: BackupManifest;
  /** The database is the file's first so many bytes. */
  readonly databaseBytes: number;
  /** Of the whole file. */
  readonly bytes: number;
}

/** Throws BackupDamagedError where a single bit is not what it was, and BackupError where the file cannot be read. */
export function checkBackup(path: string, progress: BackupProgress = NO_PROGRESS): CheckedBackup {
  const found = readTrailer(path);
  const { manifest, databaseBytes } = found;
  progress.begin("reading", databaseBytes);
  const hash = createHash("sha256");
  for (const piece of readPieces(path, 0, databaseBytes)) {
    hash.update(piece);
    progress.advance(piece.length);
  }
  if (hash.digest("hex") !== manifest.sha256) {
    throw new BackupDamagedError("its database is not the one that was written: the checksum differs");
  }
  progress.begin("checking", null);
  checkDatabase(path, manifest);
  return found;
}

/** The manifest alone: the database behind it is not read. Throws as `checkBackup` does. */
export function readTrailer(path: string): CheckedBackup {
  const file = openBackup(path);
  try {
    const bytes = fstatSync(file).size;
    if (bytes <= FOOTER_BYTES) throw new BackupDamagedError("it is too short for a backup");
    const { manifestBytes, manifestSha256 } = readFooter(readAt(file, bytes - FOOTER_BYTES, FOOTER_BYTES));
    const databaseBytes = bytes - FOOTER_BYTES - manifestBytes;
    if (databaseBytes <= 0) throw new BackupDamagedError("it is too short for its manifest");
    const manifest = readManifest(readAt(file, databaseBytes, manifestBytes), manifestSha256);
    if (manifest.pages * manifest.pageBytes !== databaseBytes) {
      throw new BackupDamagedError("bytes were added to it, or are missing");
    }
    return { manifest, databaseBytes, bytes };
  } finally {
    closeSync(file);
  }
}

/** A part of a file, piece by piece; each piece is gone when the next is asked for. */
export function* readPieces(path: string, from: number, to: number): Generator<Uint8Array> {
  const file = openBackup(path);
  try {
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = from; at < to; ) {
      const read = readSync(file, piece, 0, Math.min(PIECE_BYTES, to - at), at);
      if (read === 0) throw new BackupDamagedError("it became shorter while it was read");
      yield piece.subarray(0, read);
      at += read;
    }
  } finally {
    closeSync(file);
  }
}

function openBackup(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    const why = code === "ENOENT" ? "it does not exist" : code === "EACCES" ? "no permission" : reasonOf(error);
    throw new BackupError(`the backup ${path} cannot be read: ${why}`);
  }
}

function readAt(file: number, at: number, bytes: number): Uint8Array {
  const piece = new Uint8Array(bytes);
  for (let done = 0; done < bytes; ) {
    const read = readSync(file, piece, done, bytes - done, at + done);
    if (read === 0) throw new BackupDamagedError("it became shorter while it was read");
    done += read;
  }
  return piece;
}

function checkDatabase(path: string, manifest: BackupManifest): void {
  let db: Database | null = null;
  try {
    db = new Database(path, { readonly: true, strict: true });
    const faults = db
      .query("PRAGMA integrity_check(10)")
      .values()
      .flat()
      .filter((line) => line !== "ok");
    if (faults.length > 0) throw new BackupDamagedError(`SQLite finds faults in its database: ${faults.join("; ")}`);
    if (db.query("PRAGMA foreign_key_check").values().length > 0) {
      throw new BackupDamagedError("rows of its database refer to rows that are not there");
    }
    const pages = db.query("PRAGMA page_count").values().flat()[0];
    if (pages !== manifest.pages) throw new BackupDamagedError("its database has another size than its manifest says");
    for (const [table, rows] of Object.entries(manifest.rows)) {
      const [count] = db
        .query(`SELECT count(*) FROM "${table.replaceAll('"', '""')}"`)
        .values()
        .flat();
      if (count !== rows) throw new BackupDamagedError(`${table} has ${count} rows and should have ${rows}`);
    }
  } catch (error) {
    if (error instanceof BackupDamagedError) throw error;
    throw new BackupDamagedError(`its database cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    db?.close();
  }
}
