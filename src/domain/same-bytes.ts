// Whether two strings of bytes are the same one. Not in constant time: for hashes that are no secrets.
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
