// The written form of an API key: `mk_live_`, 8 characters of id, `_`, 43 of secret, 6 of checksum.
import { createHash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { base62OfBytes, base62OfNumber } from "../base/base62.ts";
import type { RandomSource } from "../base/chance.ts";

const KEY = /^(mk_live_([0-9A-Za-z]{8})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface WrittenKey {
  readonly id: string;
  /** The whole key: the one secret in this project. */
  readonly text: string;
}

/** CRC-32 of all that precedes it, in base 62. */
function checksumOf(body: string): string {
  return base62OfNumber(BigInt(crc32(body)), 6);
}

/** A new key with 256 random bits. */
export function generateKey(random: RandomSource): WrittenKey {
  // 48 random bits are up to nine digits in base 62; the last eight of them are the id.
  const id = base62OfBytes(random.bytes(6), 9).slice(-8);
  const body = `mk_live_${id}_${base62OfBytes(random.bytes(32), 43)}`;
  return { id, text: body + checksumOf(body) };
}

/** null where the text is not a key: another form, or a wrong checksum. Asks no database. */
export function parseKey(text: string): WrittenKey | null {
  const [, body, id, checksum] = KEY.exec(text) ?? [];
  if (body === undefined || id === undefined || checksumOf(body) !== checksum) return null;
  return { id, text };
}

/** SHA-256 of the whole key: what is stored. */
export function hashOfKey(text: string): Uint8Array {
  return createHash("sha256").update(text, "utf8").digest();
}

/** Takes the same time whatever differs. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
