// Ids and tokens: unguessable, and silent about whose they are.
import { createHash } from "node:crypto";
import { base62OfBytes } from "../domain/base62.ts";
import type { RandomSource } from "../domain/chance.ts";

/** 128 random bits behind a short word that says what the id is of. */
export function newId(random: RandomSource, prefix: "mem" | "les"): string {
  return `${prefix}_${base62OfBytes(random.bytes(16), 22)}`;
}

/** 256 random bits; only its hash is stored. */
export function newTurnToken(random: RandomSource): string {
  return `turn_${base62OfBytes(random.bytes(32), 43)}`;
}

/** 32 bytes: the form in which tokens and answers are compared. */
export function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text, "utf8").digest();
}
