// Makes the first admin key, or adopts the one in the key file: that is how installs are automated.
import type { Clock, RandomSource } from "../base/chance.ts";
import { type Doer, doneBy, SERVICE } from "../domain/audit.ts";
import { DEFAULT_ACCOUNT } from "../domain/brain.ts";
import { CommandFault } from "../domain/command-fault.ts";
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
  if (!(await deps.accounts.exists(DEFAULT_ACCOUNT))) {
    await deps.accounts.create(DEFAULT_ACCOUNT, deps.clock.now(), {}, byItself(deps));
  }
  const text = deps.keyFile.read();
  if (text !== null) return adopt(deps, text);
  if ((await deps.keys.list(DEFAULT_ACCOUNT)).length > 0) return { kind: "none" };
  const written = generateKey(deps.random);
  // The file first: a crash between the two leaves a key that the next start adopts, not one that nobody has.
  deps.keyFile.write(`${written.text}\n`);
  await deps.keys.add(adminKey(written, deps.clock.now()), byItself(deps));
  return { kind: "made", key: written.text };
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
  const stored = await deps.keys.find(written.id);
  if (stored === null && (await deps.keys.wasIssued(written.id))) return { kind: "revoked", exposure };
  if (stored === null) {
    await deps.keys.add(adminKey(written, deps.clock.now()), byItself(deps));
    return { kind: "adopted", exposure };
  }
  if (!sameHash(stored.hash, hashOfKey(written.text))) {
    throw new KeyFileError(`the admin key file ${deps.keyFile.path} holds a key whose id belongs to another key`);
  }
  return { kind: stored.revokedAt === null ? "known" : "revoked", exposure };
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
