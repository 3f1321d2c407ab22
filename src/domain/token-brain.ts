// Tokens belong to one brain: who may use them, and what anybody else is told.
import { type BrainKey, sameBrain } from "./brain.ts";
import { MemoryError } from "./errors.ts";
import { type KeyIdentity, keyReaches } from "./key.ts";

export interface TokenUse {
  readonly identity: KeyIdentity;
  /** The brain that key and headers select. */
  readonly brain: BrainKey;
}

/**
 * What was found under a token, where it may be used. Throws `token_not_found` for one that this key could use under
 * no headers, as for one that never was, and `token_other_brain` for one that it could use under others.
 */
export function requireTokenOf<T extends { readonly brain: { readonly key: BrainKey } }>(
  found: T | null,
  { identity, brain }: TokenUse,
  words: { readonly unknown: string; readonly otherBrain: string },
): T {
  if (found === null || !keyReaches(identity, found.brain.key)) throw new MemoryError("token_not_found", words.unknown);
  if (!sameBrain(found.brain.key, brain)) throw new MemoryError("token_other_brain", words.otherBrain);
  return found;
}
