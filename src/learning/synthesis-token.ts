// The token of a synthesis plan: 256 random bits, stored as their hash.
import { createHash } from "node:crypto";
import { base62OfBytes } from "../domain/base62.ts";
import type { RandomSource } from "../domain/chance.ts";

export function newSynthesisToken(random: RandomSource): string {
  return `syn_${base62OfBytes(random.bytes(32), 43)}`;
}

export function hashOfToken(token: string): Uint8Array {
  return createHash("sha256").update(token, "utf8").digest();
}
