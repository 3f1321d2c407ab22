// The signature of what a backup says of itself, be it in the file or beside it.
import type { ManifestSignature } from "../../../domain/ports/data-files.ts";
import { type AuditKeys, isSignedBy } from "../../files/audit-keys.ts";

/**
 * What is signed, in UTF-8: a line that no receipt and no manifest of another kind begins with, then the JSON of all that
 * the manifest says but the signature, in its order, without white space. Also of what a later memoryd says.
 */
function signedText(title: string, { signature: _, ...said }: { readonly signature?: unknown }): string {
  return `${title}\n${JSON.stringify(said)}`;
}

/** `keys` null: nobody signs it. */
export function signatureOf(
  title: string,
  said: object,
  keys: Pick<AuditKeys, "publicKey" | "sign"> | null,
): ManifestSignature | null {
  if (keys === null) return null;
  const { publicKey } = keys;
  return { publicKey, signature: keys.sign(signedText(title, { ...said, public_key: publicKey } as object)) };
}

/** null: nobody signed it; undefined: what it bears is not the signature of what it says. */
export function signatureIn(
  title: string,
  said: { readonly public_key?: string | null; readonly signature?: string | null },
): ManifestSignature | null | undefined {
  const { public_key: publicKey = null, signature = null } = said;
  if (publicKey === null && signature === null) return null;
  if (publicKey === null || signature === null) return undefined;
  return isSignedBy(publicKey, signedText(title, said), signature) ? { publicKey, signature } : undefined;
}
