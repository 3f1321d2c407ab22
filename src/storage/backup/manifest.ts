// What a backup says of itself: a manifest behind the database's last page, where SQLite never looks.
import { createHash } from "node:crypto";
import { parseStrictJson } from "../../domain/strict-json.ts";

export const BACKUP_FORMAT = 1;

/** The file is no whole backup; the message says what is wrong with it. */
export class BackupDamagedError extends Error {
  override readonly name = "BackupDamagedError";
}

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  /** Of the program that made the backup. */
  readonly memorydVersion: string;
  readonly schemaVersion: number;
  /** The model that the embeddings were made with; null where there are none yet. */
  readonly model: { readonly id: string; readonly sha256: string } | null;
  /** ISO 8601: what was acknowledged before is in it. */
  readonly takenAt: string;
  readonly pageBytes: number;
  readonly pages: number;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of the database, which is the file without its trailer. */
  readonly sha256: string;
}

/*
 * The file: [the database: pages x pageBytes][the manifest: JSON][the footer].
 * The footer is one line of fixed length, so that it is found from the end:
 * "memoryd-backup-1 " [length of the manifest, 8 digits] " " [SHA-256 of the manifest, 64 hex digits] "\n"
 */
const FOOTER = /^memoryd-backup-(\d+) (\d{8}) ([0-9a-f]{64})\n$/;
export const FOOTER_BYTES = 91;
/** A manifest has some 30 tables; nothing that calls itself one is read into memory without a bound. */
const MANIFEST_BYTES_MAX = 1024 * 1024;

/** As it stands in the file, and in what commands print. */
export function shownManifest(manifest: BackupManifest) {
  return {
    format: manifest.format,
    memoryd_version: manifest.memorydVersion,
    schema_version: manifest.schemaVersion,
    model: manifest.model,
    taken_at: manifest.takenAt,
    page_bytes: manifest.pageBytes,
    pages: manifest.pages,
    rows: manifest.rows,
    database_sha256: manifest.sha256,
  };
}

export function writeTrailer(manifest: BackupManifest): Buffer {
  const json = Buffer.from(`${JSON.stringify(shownManifest(manifest), null, 2)}\n`);
  const length = String(json.length).padStart(8, "0");
  return Buffer.concat([json, Buffer.from(`memoryd-backup-${BACKUP_FORMAT} ${length} ${sha256Of(json)}\n`)]);
}

/** Throws BackupDamagedError. */
export function readFooter(bytes: Uint8Array): { manifestBytes: number; manifestSha256: string } {
  const [, format, length, sha256] = FOOTER.exec(Buffer.from(bytes).toString("latin1")) ?? [];
  if (sha256 === undefined) {
    throw new BackupDamagedError(
      "it does not end as a backup of memoryd does: it is another file, or its end is missing",
    );
  }
  if (Number(format) !== BACKUP_FORMAT) {
    throw new BackupDamagedError(
      `it has the backup format ${format}, and this memoryd reads format ${BACKUP_FORMAT}: use the memoryd that made it`,
    );
  }
  const manifestBytes = Number(length);
  if (manifestBytes === 0 || manifestBytes > MANIFEST_BYTES_MAX) {
    throw new BackupDamagedError("the length of its manifest cannot be");
  }
  return { manifestBytes, manifestSha256: String(sha256) };
}

/** Throws BackupDamagedError. */
export function readManifest(json: Uint8Array, sha256: string): BackupManifest {
  if (sha256Of(json) !== sha256) throw new BackupDamagedError("its manifest was changed after it was made");
  // Whoever wrote the checksum wrote the manifest: its shape needs no second look.
  const shown = parsedManifest(Buffer.from(json).toString("utf8")) as ReturnType<typeof shownManifest>;
  return {
    format: shown.format,
    memorydVersion: shown.memoryd_version,
    schemaVersion: shown.schema_version,
    model: shown.model,
    takenAt: shown.taken_at,
    pageBytes: shown.page_bytes,
    pages: shown.pages,
    rows: shown.rows,
    sha256: shown.database_sha256,
  };
}

function parsedManifest(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    throw new BackupDamagedError("its manifest cannot be read in one way only");
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
