// Makes a backup: one file that can be carried alone, checked before it gets its name.

import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fdatasyncSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DATABASE_FILE } from "../../../domain/data-file-names.ts";
import {
  type BackupOrder,
  type BackupReport,
  NO_PROGRESS,
  type WorkProgress,
} from "../../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { type AuditKeys, auditKeysAt, auditKeysIn } from "../../files/audit-keys.ts";
import { reasonOf } from "../../files/data-directory.ts";
import {
  BackupError,
  partName,
  placeFile,
  removeBroken,
  requireSpace,
  syncFile,
  writeAll,
} from "../../files/durable-files.ts";
import { writingBanOn } from "../../files/writing-ban.ts";
import { lastSigningKey } from "../checks/examine-audit-key.ts";
import { checkMigrations } from "../engine/migrate.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { type HowToOpen, openUnknown } from "../engine/open-database.ts";
import { requireData, requireTarget } from "./backup-target.ts";
import { checkBackup, readPieces } from "./check-backup.ts";
import { copySnapshot } from "./copy-snapshot.ts";
import { enterBackup, enterFinished } from "./enter-backup.ts";
import { BACKUP_FORMAT, signManifest, writeTrailer } from "./manifest.ts";

export interface BackupRequest extends Omit<BackupOrder, "seal"> {
  readonly dataDir: string;
  readonly progress?: WorkProgress;
  /** This very process serves the data, and judged it when it opened it. */
  readonly isOwn?: boolean;
  /** It is not the backup yet, and the audit is not told that there is one. */
  readonly isForSealing?: boolean;
}

/** For the manifest, and for what a server writes meanwhile. */
const SPARE_BYTES = 16 * 1024 * 1024;

/**
 * Of a running or a stopped server. What stands at `target` afterwards is whole and was read back, or stood there
 * before. Throws BackupError, BackupDamagedError, DataDirectoryError and DataRefusedError.
 */
export function takeBackup(request: BackupRequest): BackupReport {
  const { dataDir, now, progress = NO_PROGRESS } = request;
  const source = join(dataDir, DATABASE_FILE);
  const how = request.isOwn === true ? "own" : "beside-writer";
  const target = resolve(request.target);
  requireData(dataDir);
  requireTarget(dataDir, target, request.mayReplace);
  const [rows, part] = [partName(target, ".rows"), partName(target)];
  try {
    removeBroken(target);
    // The rows stand there twice for a moment.
    const { bytes, signingKey } = lookAt(source, how);
    requireSpace(dirname(target), 2 * bytes + SPARE_BYTES, "the backup");
    makeFile(rows);
    const mayWrite = writingBanOn(source) === null;
    const by = request.actor === undefined || !mayWrite ? null : { actor: request.actor, at: now };
    const isEntered = by !== null && enterBackup(source, by);
    const snapshot = copySnapshot(source, rows, progress, how);
    const unsigned = {
      format: BACKUP_FORMAT,
      memorydVersion: request.memorydVersion,
      takenAt: new Date(now).toISOString(),
      ...snapshot,
      sha256: writeInPieces(rows, part, progress),
    } as const;
    const manifest = signManifest(unsigned, signersOf(dataDir, mayWrite && signingKey === null));
    rmSync(rows);
    appendFileSync(part, writeTrailer(manifest));
    syncFile(part);
    checkBackup(part, progress);
    placeFile(part, target, request.mayReplace);
    if (by !== null && request.isForSealing !== true) enterFinished(source, by);
    return { file: target, bytes: statSync(target).size, manifest, sealed: null, isEntered };
  } catch (error) {
    throw inWords(error, target);
  } finally {
    for (const path of [rows, part]) rmSync(path, { force: true });
  }
}

/** Readable by its owner alone from its first byte on. */
function makeFile(path: string): void {
  closeSync(openSync(path, "wx", 0o600));
}

/** A key that data has lost is not replaced here: the start of a service does, and says so. */
function signersOf(dataDir: string, mayMake: boolean): AuditKeys | null {
  return auditKeysIn(dataDir) ?? (mayMake ? auditKeysAt(dataDir) : null);
}

/**
 * `bytes`: at most so many, what is free in the data left out. The first look at the data, before anything is written to
 * it. Throws DataRefusedError where it is not data of this memoryd.
 */
function lookAt(source: string, how: HowToOpen): { bytes: number; signingKey: string | null } {
  const db = openUnknown(source, how);
  try {
    checkMigrations(db, MIGRATIONS);
    const sql =
      "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
    return { bytes: db.query<{ bytes: number }, []>(sql).get()?.bytes ?? 0, signingKey: lastSigningKey(db) };
  } finally {
    db.close();
  }
}

/**
 * Returns the SHA-256. Each piece is on the disk before the next is written: where much waits to be written at once, a
 * file system lets every other fsync wait for it, and the server's writes would stand still for as long.
 */
function writeInPieces(from: string, to: string, progress: WorkProgress): string {
  const bytes = statSync(from).size;
  const hash = createHash("sha256");
  const out = openSync(to, "wx", 0o600);
  try {
    progress.begin("writing", bytes);
    for (const piece of readPieces(from, 0, bytes)) {
      hash.update(piece);
      writeAll(out, piece);
      fdatasyncSync(out);
      progress.advance(piece.length);
    }
  } finally {
    closeSync(out);
  }
  return hash.digest("hex");
}

/** What the file system and SQLite throw, as an operator reads it. */
export function inWords(error: unknown, target: string): unknown {
  const code = faultCodeOf(error);
  if (code === "SQLITE_FULL") return new BackupError(`the backup ${target} cannot be written: the disk is full`);
  if (code === "SQLITE_BUSY") return new BackupError("the data is locked by another program");
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return new BackupError("the data itself is damaged, so it was not copied: `memoryd verify` says where");
  }
  if (/^SQLITE_(CANTOPEN|IOERR|READONLY|PERM)/.test(code)) {
    return new BackupError(`the data cannot be copied: ${reasonOf(error)}`);
  }
  if (/^E[A-Z]+$/.test(code)) return new BackupError(`the backup ${target} cannot be written: ${reasonOf(error)}`);
  return error;
}
