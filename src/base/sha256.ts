// The form in which tokens and answers are stored and compared.
import { createHash } from "node:crypto";

/** 32 bytes. */
export function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text, "utf8").digest();
}

/** The same in 64 hex digits, also of bytes. */
export function sha256Hex(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
