// Makes the first admin key, or adopts the one in the key file: that is how installs are automated.
import type { Clock, RandomSource } from "../base/chance.ts";
import { type Doer, doneBy, SERVICE } from "../domain/audit.ts";
import { DEFAULT_ACCOUNT } from "../domain/brain.ts";
import { CommandFault } from "../domain/command-fault.ts";
import { MemoryError } from "../domain/errors.ts";
import type { StoredKey } from "../domain/key.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { KeyExposure, KeyFile } from "../domain/ports/key-file.ts";
import type { KeyStore } from "../domain/ports/key-store.ts";
import { generateKey, hashOfKey, parseKey, sameHash, type WrittenKey } from "./key-format.ts";

export interface EnsureAdminKeyDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly keyFile: KeyFile;
}

/** The key file cannot be used; the message says why, and holds no key. */
export class KeyFileError extends CommandFault {
  override readonly name = "KeyFileError";
  readonly kind = "failed";
}

export type AdminKeyOutcome =
  | { readonly kind: "made"; readonly key: string }
  /** `exposure`: others could read the file. */
  | { readonly kind: "adopted" | "known" | "revoked"; readonly exposure: KeyExposure | null }
  | { readonly kind: "none" };

/** "none": there is no key file, and the account has keys already. */
export async function ensureAdminKey(deps: EnsureAdminKeyDeps): Promise<AdminKeyOutcome> {
  await ensureAccount(deps);
  const text = deps.keyFile.read();
  if (text !== null) return adopt(deps, text);
  if ((await deps.keys.list(DEFAULT_ACCOUNT)).length > 0) return { kind: "none" };
  const written = generateKey(deps.random);
  // The file first: a crash between the two leaves a key that the next start adopts, not one that nobody has.
  deps.keyFile.write(`${written.text}\n`);
  await deps.keys.add(adminKey(written, deps.clock.now()), byItself(deps));
  return { kind: "made", key: written.text };
}

async function ensureAccount(deps: EnsureAdminKeyDeps): Promise<void> {
  if (await deps.accounts.exists(DEFAULT_ACCOUNT)) return;
  try {
    await deps.accounts.create(DEFAULT_ACCOUNT, deps.clock.now(), {}, byItself(deps));
  } catch (error) {
    // Another node that starts was sooner.
    if (!(error instanceof MemoryError && error.code === "account_exists")) throw error;
  }
}

/** Throws KeyFileError where the file holds something else. */
export function requireKeyIn({ path }: Pick<KeyFile, "path">, text: string): WrittenKey {
  const written = parseKey(text.trim());
  if (written !== null) return written;
  throw new KeyFileError(`the admin key file ${path} does not hold a key: \`memoryd keys generate\` makes one`);
}

async function adopt(deps: EnsureAdminKeyDeps, text: string): Promise<AdminKeyOutcome> {
  const written = requireKeyIn(deps.keyFile, text);
  // Not before it is known to be a key's file: another one that is named by mistake stays as it is.
  const exposure = deps.keyFile.close();
  // In this order: another node may add it in between.
  const wasIssued = await deps.keys.wasIssued(written.id);
  const found = await deps.keys.find(written.id);
  if (found === null && wasIssued) return { kind: "revoked", exposure };
  const stored = found ?? (await addUnlessThere(deps, adminKey(written, deps.clock.now())));
  if (stored === null) return { kind: "adopted", exposure };
  if (!sameHash(stored.hash, hashOfKey(written.text))) {
    throw new KeyFileError(`the admin key file ${deps.keyFile.path} holds a key whose id belongs to another key`);
  }
  return { kind: stored.revokedAt === null ? "known" : "revoked", exposure };
}

/** null: it was added. Else as another node, which starts with the same file, has just added it. */
async function addUnlessThere(deps: EnsureAdminKeyDeps, key: StoredKey): Promise<StoredKey | null> {
  try {
    await deps.keys.add(key, byItself(deps));
    return null;
  } catch (error) {
    const stored = await deps.keys.find(key.id);
    if (stored === null) throw error;
    return stored;
  }
}

function byItself({ clock }: EnsureAdminKeyDeps): Doer {
  return doneBy({ id: SERVICE }, clock);
}

function adminKey(written: WrittenKey, now: number): StoredKey {
  return {
    id: written.id,
    account: DEFAULT_ACCOUNT,
    name: "admin",
    scope: "admin",
    core: null,
    user: null,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    replacedBy: null,
    hash: hashOfKey(written.text),
  };
}
