// Ids and tokens: unguessable, and without a hint of the account.
import { base62OfBytes } from "./base62.ts";
import type { RandomSource } from "./chance.ts";

/** 128 random bits behind a short word that says what the id is of. */
export function newId(random: RandomSource, prefix: "mem" | "les"): string {
  return `${prefix}_${base62OfBytes(random.bytes(16), 22)}`;
}

/** 256 random bits; only its hash is stored. */
export function newToken(random: RandomSource, prefix: "turn" | "syn"): string {
  return `${prefix}_${base62OfBytes(random.bytes(32), 43)}`;
}
