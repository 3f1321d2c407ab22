// The secret of the audit: what receipts are signed with, and what users' names are hashed with.

import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSignedWith } from "../../base/ed25519.ts";
import { AUDIT_KEY_FILE } from "../../domain/data-file-names.ts";
import { publicPem } from "../../domain/receipt.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";

import { DataDirectoryError, reasonOf } from "./data-directory.ts";
import { writeWhole } from "./durable-files.ts";

export interface AuditKeys {
  /** Base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string;
  /** Base64, Ed25519. */
  sign(text: string): string;
  /** Hex; of a user in an account, told from the same name in another. */
  hashOfUser(account: string, user: string): string;
}

export function auditKeyPathOf(settings: { readonly audit_key_file: string; readonly data_dir: string }): string {
  return settings.audit_key_file === "" ? join(settings.data_dir, AUDIT_KEY_FILE) : settings.audit_key_file;
}

export function auditKeysAt(dataDir: string): AuditKeys {
  return auditKeysOrNew(join(dataDir, AUDIT_KEY_FILE));
}

/**
 * Reads the file of the key, and makes it where there is none. It is no part of the database, so that whoever has a
 * backup alone can neither sign nor try names. Throws DataDirectoryError.
 */
export function auditKeysOrNew(path: string): AuditKeys {
  try {
    return keysOf(readOrNull(path) ?? make(path));
  } catch (error) {
    throw new DataDirectoryError(`the audit's key ${path} cannot be used: ${reasonOf(error)}`);
  }
}

export function auditKeysIn(dataDir: string): AuditKeys | null {
  return auditKeysOrNull(join(dataDir, AUDIT_KEY_FILE));
}

/** null where no such key stands there, or none that may be read. Makes none. Throws DataDirectoryError. */
export function auditKeysOrNull(path: string): AuditKeys | null {
  try {
    const pem = readOrNull(path);
    return pem === null ? null : keysOf(pem);
  } catch (error) {
    if (faultCodeOf(error) === "EACCES") return null;
    throw new DataDirectoryError(`the audit's key ${path} cannot be used: ${reasonOf(error)}`);
  }
}

/** As `AuditKeys` has it, of a PEM file of the public or of the secret key. Throws DataDirectoryError. */
export function publicKeyIn(file: string): string {
  try {
    return inBase64(createPublicKey(readFileSync(file, "utf8")));
  } catch (error) {
    throw new DataDirectoryError(`${file} cannot be read as a public key: ${reasonOf(error)}`);
  }
}

/** Whether the key, as `AuditKeys` has it, made that signature. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  return isSignedWith(publicPem(publicKey), text, signature);
}

function inBase64(key: KeyObject): string {
  return key.export({ type: "spki", format: "der" }).toString("base64");
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (faultCodeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Two processes that make it at once take the same one. */
function make(path: string): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  try {
    writeWhole(path, privateKey.export({ type: "pkcs8", format: "pem" }).toString(), { isOwners: true });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
  return readFileSync(path, "utf8");
}

function keysOf(pem: string): AuditKeys {
  const secret = createPrivateKey(pem);
  const names = Buffer.from(
    hkdfSync("sha256", secret.export({ type: "pkcs8", format: "der" }), "", "memoryd audit names", 32),
  );
  return {
    publicKey: inBase64(createPublicKey(secret)),
    sign: (text) => sign(null, Buffer.from(text), secret).toString("base64"),
    hashOfUser: (account, user) =>
      createHmac("sha256", names)
        .update(JSON.stringify([account, user]))
        .digest("hex"),
  };
}

const known = new WeakMap<object, AuditKeys>();

/** Those beside the database that the connection has open. */
export function auditKeysOf(db: { readonly $client: { readonly filename: string } }): AuditKeys {
  let keys = known.get(db);
  if (keys === undefined) {
    keys = auditKeysAt(dirname(db.$client.filename));
    known.set(db, keys);
  }
  return keys;
}
