// Accounts and what each chooses for itself.
import type { AccountSettings } from "../domain/account-settings.ts";
import { DEFAULT_ACCOUNT } from "../domain/brain.ts";
import type { Clock } from "../domain/chance.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { AccountStore } from "../domain/ports.ts";
import { requireUnbound } from "./select-brain.ts";

export interface Account {
  readonly name: string;
  readonly createdAt: number;
}

/** All of them for an unbound key of the account `default`; its own for every other. */
export async function listAccounts(deps: { accounts: AccountStore }, identity: KeyIdentity): Promise<Account[]> {
  const all = await deps.accounts.list();
  return governsAccounts(identity) ? all : all.filter((account) => account.name === identity.account);
}

function governsAccounts(identity: KeyIdentity): boolean {
  return identity.account === DEFAULT_ACCOUNT && identity.core === null && identity.user === null;
}

/** Throws `key_scope`, `account_exists`. */
export async function createAccount(
  deps: { accounts: AccountStore; clock: Clock },
  identity: KeyIdentity,
  name: string,
): Promise<Account> {
  if (!governsAccounts(identity)) {
    throw new MemoryError("key_scope", "accounts belong to the unbound admin keys of the account `default`");
  }
  const createdAt = deps.clock.now();
  await deps.accounts.create(name, createdAt);
  return { name, createdAt };
}

/** Throws `key_scope`. */
export async function changeSettings(
  deps: { accounts: AccountStore },
  identity: KeyIdentity,
  change: Partial<AccountSettings>,
): Promise<AccountSettings> {
  requireUnbound(identity);
  await deps.accounts.changeSettings(identity.account, change);
  return deps.accounts.settings(identity.account);
}
