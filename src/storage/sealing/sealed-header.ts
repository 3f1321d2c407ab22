// What can be seen of a sealed file from outside: that it is one of age, what kind of key opens it, whether it is whole.
import { Decrypter, type Stanza } from "age-encryption";
import { readStart } from "../files/sealed-start.ts";
import { SealError } from "./seal-error.ts";

/** Far more than a header with hundreds of keys has; what calls itself one is not read without a bound. */
const HEADER_BYTES_MAX = 1024 * 1024;
/*
 * The file: [header: lines, the last of which begins with "--- "][nonce: 16 bytes][chunk]…, where each chunk is
 * [ciphertext: 64 KiB, in the last one 1 byte or more][tag: 16 bytes]. https://age-encryption.org/v1
 */
const NONCE_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024 + TAG_BYTES;

export interface SealedHeader {
  readonly kind: "keys" | "passphrase";
  /** How many keys open it, or 1 for a passphrase. */
  readonly locks: number;
}

/** Throws SealError where the header is not one of age, or where the length is one that no such file has. */
export async function readSealedHeader(path: string): Promise<SealedHeader> {
  const { start, bytes } = readStart(path, HEADER_BYTES_MAX);
  const lastLine = start.indexOf("\n--- ");
  const end = lastLine < 0 ? -1 : start.indexOf("\n", lastLine + 1);
  if (end < 0) throw new SealError("damaged", "its header has no end");
  const stanzas = await stanzasOf(start.subarray(0, end + 1));
  const chunks = bytes - (end + 1) - NONCE_BYTES;
  const last = chunks % CHUNK_BYTES;
  if (chunks <= TAG_BYTES || (last > 0 && last <= TAG_BYTES)) {
    throw new SealError("damaged", "it is cut off, or bytes were added to it: no sealed file has this length");
  }
  const isPassphrase = stanzas.some(({ args }) => args[0] === "scrypt");
  return { kind: isPassphrase ? "passphrase" : "keys", locks: stanzas.length };
}

async function stanzasOf(header: Uint8Array): Promise<readonly Stanza[]> {
  const seen: Stanza[] = [];
  const asked = new Decrypter();
  // The library reads a header only to open it: this key opens nothing, and is shown the whole header.
  asked.addIdentity({
    unwrapFileKey(stanzas) {
      seen.push(...stanzas);
      return null;
    },
  });
  await asked.decrypt(header).catch(() => {});
  if (seen.length === 0) throw new SealError("damaged", "its header is not one that age writes");
  return seen;
}
