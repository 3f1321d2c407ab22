// Signatures that anybody may have written.
import { createPublicKey, verify } from "node:crypto";

/** Whether the key of this PEM made the signature, base64, over the text in UTF-8; false where one of them is none. */
export function isSignedWith(pem: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey(pem);
    const isOurs = key.asymmetricKeyType === "ed25519";
    return isOurs && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}
