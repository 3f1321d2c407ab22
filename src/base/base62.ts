// Base 62 as keys, tokens and ids are written: digits, then capitals, then small letters.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Eight digits at a time: 62 to the 8th is the greatest power that a double still counts by ones. */
const GROUP = 8;
const GROUP_BASE = 62 ** GROUP;

/** The bytes as one big-endian number in base 62, left-padded with `0` to `width` characters. */
export function base62OfBytes(bytes: Uint8Array, width: number): string {
  return base62OfNumber(bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`), width);
}

/** A whole number from 0, left-padded with `0` to `width` characters. */
export function base62OfNumber(value: bigint, width: number): string {
  let text = "";
  let rest = value;
  for (; rest >= GROUP_BASE; rest /= BigInt(GROUP_BASE)) {
    text = digitsOf(Number(rest % BigInt(GROUP_BASE))).padStart(GROUP, "0") + text;
  }
  return (digitsOf(Number(rest)) + text).padStart(width, "0");
}

/** "" for 0. */
function digitsOf(value: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = DIGITS.charAt(rest % 62) + text;
  return text;
}
