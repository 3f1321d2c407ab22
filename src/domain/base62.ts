// Base 62 as keys, tokens and ids are written: digits, then capitals, then small letters.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The bytes as one big-endian number in base 62, left-padded with `0` to `width` characters. */
export function base62OfBytes(bytes: Uint8Array, width: number): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return base62OfNumber(value, width);
}

/** A whole number from 0, left-padded with `0` to `width` characters. */
export function base62OfNumber(value: bigint, width: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(width, "0");
}
