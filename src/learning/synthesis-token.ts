// A synthesis token as it is stored.
import { createHash } from "node:crypto";

/** 32 bytes: its SHA-256. */
export function hashOfToken(token: string): Uint8Array {
  return createHash("sha256").update(token, "utf8").digest();
}
