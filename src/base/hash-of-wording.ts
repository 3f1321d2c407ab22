// What a wording is known by when it is stored no more.
import { sha256 } from "./sha256.ts";

/** Equal for wordings that differ in case, punctuation and white space alone. */
export function hashOfWording(text: string): Uint8Array {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [text];
  return sha256(words.join(" "));
}
