// Says who sent a request, from the key in its header.
import type { Clock } from "../domain/chance.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity, StoredKey } from "../domain/key.ts";
import type { KeyStore } from "../domain/ports.ts";
import { hashOfKey, parseKey, sameHash } from "./key-format.ts";

export interface AuthenticateKeyDeps {
  readonly clock: Clock;
  readonly keys: KeyStore;
}

/** Throws `unauthorized`, in one wording for every reason: a caller without a key learns nothing about keys. */
export async function authenticateKey(deps: AuthenticateKeyDeps, written: string | null): Promise<KeyIdentity> {
  const parsed = written === null ? null : parseKey(written);
  const stored = parsed === null ? null : await deps.keys.find(parsed.id);
  const now = deps.clock.now();
  if (parsed === null || stored === null || !sameHash(hashOfKey(parsed.text), stored.hash) || !isLive(stored, now)) {
    throw new MemoryError("unauthorized", "a valid API key is needed in the header X-API-Key");
  }
  deps.keys.touch(stored.id, now);
  const { id, account, scope, core, user } = stored;
  return { id, account, scope, core, user };
}

function isLive(key: StoredKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}
