// Says whether a backup is signed with the key of the data that it is said to be of.

import { join } from "node:path";
import { AUDIT_KEY_FILE } from "../../../domain/data-file-names.ts";
import type { BackupManifest, SignatureVerdict } from "../../../domain/ports/data-files.ts";
import { auditKeysIn, publicKeyIn } from "../../files/audit-keys.ts";
import { BackupDamagedError } from "./manifest.ts";

export interface KnownKey {
  /** Base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string;
  readonly file: string;
  /** Whether somebody named it for this very backup: then one without a signature is refused too. */
  readonly isDemanded: boolean;
}

/** Of the file that was named, or else of the data in the directory; null where neither is there. Throws DataDirectoryError. */
export function knownKey(dataDir: string, publicKeyFile: string | null): KnownKey | null {
  if (publicKeyFile !== null) return { publicKey: publicKeyIn(publicKeyFile), file: publicKeyFile, isDemanded: true };
  const keys = auditKeysIn(dataDir);
  return keys === null ? null : { publicKey: keys.publicKey, file: join(dataDir, AUDIT_KEY_FILE), isDemanded: false };
}

/**
 * Of a manifest that was read, so that its signature is that of the key that it names. Throws BackupDamagedError where
 * that is another key than the known one.
 */
export function judgeSignature({ signed }: Pick<BackupManifest, "signed">, known: KnownKey | null): SignatureVerdict {
  if (signed === null) {
    if (known?.isDemanded !== true) return "none";
    throw new BackupDamagedError(`it bears no signature, and ${known.file} names the key that must have signed it`);
  }
  if (known === null) return "unknown_key";
  if (signed.publicKey === known.publicKey) return "valid";
  const hint = known.isDemanded
    ? ""
    : ". Where it is of other data that you mean, name the key of that with --public-key";
  throw new BackupDamagedError(`it is signed with another key than that of ${known.file}${hint}`);
}
