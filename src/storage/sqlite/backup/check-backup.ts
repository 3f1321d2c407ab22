// Reads a backup from its first byte to its last, and says whether it is what it was when it was made.
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import {
  type BackupManifest,
  type CheckedBackup,
  NO_PROGRESS,
  type WorkProgress,
} from "../../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { DataRefusedError, reasonOf } from "../../files/data-directory.ts";
import { BackupError } from "../../files/durable-files.ts";
import { isSealed } from "../../files/sealed-start.ts";
import { countRows } from "../checks/data-check.ts";
import { checkMigrations } from "../engine/migrate.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { openUnknown } from "../engine/open-database.ts";
import { judgeSignature, type KnownKey } from "./judge-signature.ts";
import { BackupDamagedError, FOOTER_BYTES, readFooter, readManifest } from "./manifest.ts";

const PIECE_BYTES = 1024 * 1024;

/** `databaseBytes`: the database is the file's first so many bytes. */
export type ReadBackup = CheckedBackup & { readonly databaseBytes: number };

/**
 * Throws BackupDamagedError where a single bit is not what it was, where its schema is not what its migrations make, and
 * where it is signed with another key than the one that is known; DataRefusedError where it is newer than this program,
 * and BackupError where the file cannot be read.
 */
export function checkBackup(
  path: string,
  progress: WorkProgress = NO_PROGRESS,
  known: KnownKey | null = null,
): ReadBackup {
  const { manifest, databaseBytes } = readTrailer(path);
  const { schemaVersion } = manifest;
  if (schemaVersion > MIGRATIONS.length) {
    throw new DataRefusedError(
      `the backup has schema version ${schemaVersion}, this memoryd knows up to ${MIGRATIONS.length}: use the newer memoryd that made it`,
    );
  }
  const signature = judgeSignature(manifest, known);
  if (hashOf(path, databaseBytes, progress) !== manifest.sha256) {
    throw new BackupDamagedError("its database is not the one that was written: the checksum differs");
  }
  progress.begin("checking", null);
  checkDatabase(path, manifest);
  return { manifest, databaseBytes, signature };
}

/** The SHA-256 of the file's first so many bytes, in hex. */
export function hashOf(path: string, bytes: number, progress: WorkProgress): string {
  progress.begin("reading", bytes);
  const hash = createHash("sha256");
  for (const piece of readPieces(path, 0, bytes)) {
    hash.update(piece);
    progress.advance(piece.length);
  }
  return hash.digest("hex");
}

/** The manifest alone: the database behind it is not read. */
export function readTrailer(path: string): Pick<ReadBackup, "manifest" | "databaseBytes"> {
  const file = openBackup(path);
  try {
    if (isSealed(path))
      throw new BackupDamagedError("it is sealed: name what opens it, --identity or --passphrase-file");
    const bytes = fstatSync(file).size;
    if (bytes <= FOOTER_BYTES) throw new BackupDamagedError("it is too short for a backup");
    const { manifestBytes, manifestSha256 } = readFooter(readAt(file, bytes - FOOTER_BYTES, FOOTER_BYTES));
    const databaseBytes = bytes - FOOTER_BYTES - manifestBytes;
    if (databaseBytes <= 0) throw new BackupDamagedError("it is too short for its manifest");
    const manifest = readManifest(readAt(file, databaseBytes, manifestBytes), manifestSha256);
    if (manifest.pages * manifest.pageBytes !== databaseBytes) {
      throw new BackupDamagedError("bytes were added to it, or are missing");
    }
    return { manifest, databaseBytes };
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
    const code = faultCodeOf(error);
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
    // A log beside it would be read into what was hashed.
    db = openUnknown(path, "alone");
    // Before anything of it is asked for: a view would be run, for as long as whoever made it wishes.
    const missing = checkMigrations(db, MIGRATIONS);
    if (MIGRATIONS.length - missing !== manifest.schemaVersion) {
      throw new BackupDamagedError("its database has another schema version than its manifest says");
    }
    const faults = linesOf(db, "PRAGMA integrity_check(10)").filter((line) => line !== "ok");
    if (faults.length > 0) throw new BackupDamagedError(`SQLite finds faults in its database: ${faults.join("; ")}`);
    if (db.query("PRAGMA foreign_key_check").values().length > 0) {
      throw new BackupDamagedError("rows of its database refer to rows that are not there");
    }
    if (Number(linesOf(db, "PRAGMA page_count")[0]) !== manifest.pages) {
      throw new BackupDamagedError("its database has another size than its manifest says");
    }
    checkRows(db, manifest);
  } catch (error) {
    if (error instanceof BackupDamagedError) throw error;
    if (error instanceof DataRefusedError) throw new BackupDamagedError(error.message);
    throw new BackupDamagedError(`its database cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    db?.close();
  }
}

function checkRows(db: Database, { rows }: BackupManifest): void {
  const held = countRows(db);
  if (Object.keys(held).length !== Object.keys(rows).length) {
    throw new BackupDamagedError("its database has other tables than its manifest says");
  }
  for (const [table, count] of Object.entries(held)) {
    if (count !== rows[table]) {
      throw new BackupDamagedError(`${table} has ${count} rows and should have ${rows[table] ?? "none"}`);
    }
  }
}

function linesOf(db: Database, sql: string): string[] {
  return db.query(sql).values().flat().map(String);
}
