// What is said of a sealed backup beside it, in the clear and signed: whose it is, when it was taken, and which bytes.
import { readFileSync, statSync } from "node:fs";
import { isObject, parseStrictJson } from "../../../base/strict-json.ts";
import type { SealedManifest } from "../../../domain/ports/data-files.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import type { AuditKeys } from "../../files/audit-keys.ts";
import { reasonOf } from "../../files/data-directory.ts";
import { BackupError } from "../../files/durable-files.ts";
import { BackupDamagedError } from "./manifest.ts";
import { signatureIn, signatureOf } from "./manifest-signature.ts";

/** Of the file beside the sealed one, behind its name. */
export const MANIFEST_SUFFIX = ".manifest";
const BYTES_MAX = 64 * 1024;

/** What commands print, and what stands in the file. */
export function shownSealedManifest(manifest: SealedManifest) {
  return {
    ...shownUnsigned(manifest),
    public_key: manifest.signed?.publicKey ?? null,
    signature: manifest.signed?.signature ?? null,
  };
}

function shownUnsigned(manifest: Omit<SealedManifest, "signed">) {
  return {
    sealed_backup: manifest.format,
    data_id: manifest.dataId,
    memoryd_version: manifest.memorydVersion,
    taken_at: manifest.takenAt,
    rows: manifest.rows,
    sealed_to: manifest.sealedTo,
    sealed_bytes: manifest.bytes,
    sealed_sha256: manifest.sha256,
  };
}

const SIGNED_TITLE = "memoryd sealed backup manifest";

/** `keys` null: nobody signs it. */
export function signSealedManifest(
  manifest: Omit<SealedManifest, "signed">,
  keys: Pick<AuditKeys, "publicKey" | "sign"> | null,
): SealedManifest {
  return { ...manifest, signed: signatureOf(SIGNED_TITLE, shownUnsigned(manifest), keys) };
}

export function writeSealedManifest(manifest: SealedManifest): string {
  return `${JSON.stringify(shownSealedManifest(manifest), null, 2)}\n`;
}

/**
 * Of the sealed file of that name; null where none stands beside it. Throws BackupDamagedError where it is not one that
 * memoryd writes or its signature is not that of the key that it names, and BackupError where it cannot be read.
 */
export function readSealedManifest(sealed: string): SealedManifest | null {
  const said = parsed(sealed + MANIFEST_SUFFIX);
  if (said === null) return null;
  if (!isManifest(said)) throw damaged("is not one that memoryd writes");
  const signed = signatureIn(SIGNED_TITLE, said);
  if (signed === undefined) throw damaged("bears a signature that is not that of what it says");
  return {
    format: said.sealed_backup,
    dataId: said.data_id,
    memorydVersion: said.memoryd_version,
    takenAt: said.taken_at,
    rows: said.rows,
    sealedTo: said.sealed_to,
    bytes: said.sealed_bytes,
    sha256: said.sealed_sha256,
    signed,
  };
}

function damaged(why: string): BackupDamagedError {
  return new BackupDamagedError(`the manifest beside it ${why}`);
}

function parsed(path: string): unknown {
  let text: string;
  try {
    if (statSync(path).size > BYTES_MAX) throw damaged("is not one that memoryd writes");
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = faultCodeOf(error);
    if (code === "ENOENT") return null;
    if (error instanceof BackupDamagedError) throw error;
    throw new BackupError(`the manifest ${path} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return parseStrictJson(text);
  } catch {
    throw damaged("cannot be read in one way only");
  }
}

type SaidManifest = ReturnType<typeof shownSealedManifest>;

function isManifest(said: unknown): said is SaidManifest {
  if (!isObject(said) || !isObject(said.rows)) return false;
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  const isText = (value: unknown) => typeof value === "string";
  const { sealed_to: to, rows } = said;
  return (
    said.sealed_backup === 1 &&
    [rows.packets, rows.lessons, said.sealed_bytes].every(isCount) &&
    ["memoryd_version", "taken_at", "sealed_sha256"].every((name) => isText(said[name])) &&
    ["data_id", "public_key", "signature"].every((name) => said[name] === null || isText(said[name])) &&
    (to === null || (Array.isArray(to) && to.every(isText)))
  );
}
