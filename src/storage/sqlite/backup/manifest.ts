// What a backup says of itself: a manifest behind the database's last page, where SQLite never looks.
import { sha256Hex } from "../../../base/sha256.ts";
import { isObject, parseStrictJson } from "../../../base/strict-json.ts";
import { CommandFault } from "../../../domain/command-fault.ts";
import type { BackupManifest } from "../../../domain/ports/data-files.ts";
import type { AuditKeys } from "../../files/audit-keys.ts";
import { signatureIn, signatureOf } from "./manifest-signature.ts";

export const BACKUP_FORMAT: BackupManifest["format"] = 1;

/** The file is no whole backup; the message says what is wrong with it. */
export class BackupDamagedError extends CommandFault {
  override readonly name = "BackupDamagedError";
  readonly kind = "failed";
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

/** What commands print, and what stands in the file; both keys are null where nobody signed it. */
export function shownManifest(manifest: BackupManifest) {
  return {
    ...shownUnsigned(manifest),
    public_key: manifest.signed?.publicKey ?? null,
    signature: manifest.signed?.signature ?? null,
  };
}

function shownUnsigned(manifest: Omit<BackupManifest, "signed">) {
  return {
    format: manifest.format,
    ...(manifest.dataId === null ? {} : { data_id: manifest.dataId }),
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

const SIGNED_TITLE = "memoryd backup manifest";

/** `keys` null: nobody signs it. */
export function signManifest(
  manifest: Omit<BackupManifest, "signed">,
  keys: Pick<AuditKeys, "publicKey" | "sign"> | null,
): BackupManifest {
  return { ...manifest, signed: signatureOf(SIGNED_TITLE, shownUnsigned(manifest), keys) };
}

export function writeTrailer(manifest: BackupManifest): Buffer {
  const shown = manifest.signed === null ? shownUnsigned(manifest) : shownManifest(manifest);
  const json = Buffer.from(`${JSON.stringify(shown, null, 2)}\n`);
  const length = String(json.length).padStart(8, "0");
  return Buffer.concat([json, Buffer.from(`memoryd-backup-${BACKUP_FORMAT} ${length} ${sha256Hex(json)}\n`)]);
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

/** Throws BackupDamagedError, also where its signature is not that of the key that it names. */
export function readManifest(json: Uint8Array, sha256: string): BackupManifest {
  if (sha256Hex(json) !== sha256) throw new BackupDamagedError("its manifest was changed after it was made");
  const said = parsedManifest(Buffer.from(json).toString("utf8"));
  // Whoever wrote the manifest wrote its checksum too.
  if (!isManifest(said)) throw new BackupDamagedError("its manifest is not one that memoryd writes");
  const signed = signatureIn(SIGNED_TITLE, said);
  if (signed === undefined) throw new BackupDamagedError("its signature is not that of what it says");
  return {
    format: said.format,
    dataId: said.data_id ?? null,
    memorydVersion: said.memoryd_version,
    schemaVersion: said.schema_version,
    model: said.model,
    takenAt: said.taken_at,
    pageBytes: said.page_bytes,
    pages: said.pages,
    rows: said.rows,
    sha256: said.database_sha256,
    signed,
  };
}

function parsedManifest(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    throw new BackupDamagedError("its manifest cannot be read in one way only");
  }
}

type SaidManifest = ReturnType<typeof shownUnsigned> &
  Partial<Pick<ReturnType<typeof shownManifest>, "public_key" | "signature">>;

function isManifest(said: unknown): said is SaidManifest {
  if (!isObject(said)) return false;
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  const isText = (value: unknown) => typeof value === "string";
  const isTextOrNone = (value: unknown) => value === undefined || value === null || isText(value);
  const { model, rows } = said;
  return (
    said.format === BACKUP_FORMAT &&
    ["schema_version", "page_bytes", "pages"].every((name) => isCount(said[name])) &&
    ["memoryd_version", "taken_at", "database_sha256"].every((name) => isText(said[name])) &&
    ["data_id", "public_key", "signature"].every((name) => isTextOrNone(said[name])) &&
    (model === null || (isObject(model) && isText(model.id) && isText(model.sha256))) &&
    isObject(rows) &&
    Object.values(rows).every(isCount)
  );
}
