// Keys of an account: issue, list, revoke.
import type { Clock, RandomSource } from "../base/chance.ts";
import { doneBy, SERVICE } from "../domain/audit.ts";
import { type ErrorDetails, invalidRequest, MemoryError } from "../domain/errors.ts";
import type { ApiKey, KeyIdentity, KeyScope } from "../domain/key.ts";
import type { KeyStore } from "../domain/ports/key-store.ts";
import { generateKey, hashOfKey } from "./key-format.ts";

export interface KeyDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly keys: KeyStore;
}

export interface IssueKeyInput {
  readonly account: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly core: string | null;
  readonly user: string | null;
  /** Ms since the epoch; null: never. */
  readonly expiresAt: number | null;
}

/** The answer holds the key itself, for the only time. Throws `account_not_found`, `core_not_found`. */
export async function issueKey(
  deps: KeyDeps,
  input: IssueKeyInput,
  issuer: Pick<KeyIdentity, "id"> = { id: SERVICE },
): Promise<{ key: ApiKey; text: string }> {
  const by = doneBy(issuer, deps.clock);
  const now = by.at;
  if (input.expiresAt !== null && input.expiresAt <= now)
    throw invalidRequest("`expires_at` is in the past", "expires_at");
  const written = generateKey(deps.random);
  const key: ApiKey = { id: written.id, ...input, createdAt: now, lastUsedAt: null, revokedAt: null, replacedBy: null };
  await deps.keys.add({ ...key, hash: hashOfKey(written.text) }, by);
  return { key, text: written.text };
}

/** What a key issues is bound at least as it is itself. Throws `key_scope` for anything wider. */
export function withinIssuer(
  issuer: KeyIdentity,
  asked: { core: string | null; user: string | null },
): { core: string | null; user: string | null } {
  return { core: narrowed(issuer.core, asked.core, "core"), user: narrowed(issuer.user, asked.user, "user") };
}

function narrowed(bound: string | null, asked: string | null, what: string): string | null {
  if (bound !== null && asked !== bound) {
    const details: ErrorDetails = { field: what };
    throw new MemoryError(
      "key_scope",
      `this key is bound to one ${what} and issues keys of that ${what} only`,
      details,
    );
  }
  return asked;
}

/** Whether a key concerns only what the asking key reaches. */
function isWithin(issuer: KeyIdentity, key: ApiKey): boolean {
  return (issuer.core === null || key.core === issuer.core) && (issuer.user === null || key.user === issuer.user);
}

/** Oldest first; a bound key sees those bound like it. */
export async function listKeys(deps: Pick<KeyDeps, "keys">, issuer: KeyIdentity): Promise<ApiKey[]> {
  return (await deps.keys.list(issuer.account)).filter((key) => isWithin(issuer, key));
}

/** Takes effect at once in the service that does it, within a second in another process. Throws `key_not_found`. */
export async function revokeKey(deps: Pick<KeyDeps, "keys" | "clock">, issuer: KeyIdentity, id: string): Promise<void> {
  const key = await deps.keys.find(id);
  const mine = key !== null && key.account === issuer.account && isWithin(issuer, key);
  if (!mine || !(await deps.keys.revoke(issuer.account, id, deps.clock.now(), doneBy(issuer, deps.clock)))) {
    throw new MemoryError("key_not_found", "there is no such key");
  }
}
