// Accounts, their plans and payment, and what each chooses for itself.
import type { Clock } from "../base/chance.ts";
import { isoTime } from "../base/iso-time.ts";
import type { AccountSettings, SettingsChange } from "../domain/account-settings.ts";
import { doneBy } from "../domain/audit.ts";
import { DEFAULT_ACCOUNT } from "../domain/brain.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import { type Account, type Allowance, DEFAULT_STANDING, monthOf, type Plans, type Standing } from "../domain/plan.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { Erasure } from "../domain/receipt.ts";
import { type ForgetGoneDeps, forgetGone } from "../indexing/forget-brains.ts";
import { requireUnbound } from "./select-brain.ts";

export interface AccountDeps {
  readonly accounts: AccountStore;
  readonly clock: Clock;
  readonly plans: Plans;
}

/** An account with what it used of its plan. */
export interface AccountUse extends Account {
  readonly turnsThisMonth: number;
  /** null: as many as it likes. */
  readonly turnsPerMonth: number | null;
}

/** All of them for an unbound key of the account `default`; its own for every other. Oldest first. */
export async function listAccounts(deps: AccountDeps, identity: KeyIdentity): Promise<AccountUse[]> {
  const all = await deps.accounts.list();
  const seen = governsAccounts(identity) ? all : all.filter((account) => account.name === identity.account);
  return withUse(deps, seen);
}

async function withUse(deps: AccountDeps, accounts: readonly Account[]): Promise<AccountUse[]> {
  const turns = await deps.accounts.turnsOf(monthOf(deps.clock.now()));
  return accounts.map((account) => ({
    ...account,
    turnsThisMonth: turns.get(account.name) ?? 0,
    turnsPerMonth: deps.plans[account.plan].turnsPerMonth,
  }));
}

function governsAccounts(identity: KeyIdentity): boolean {
  return identity.account === DEFAULT_ACCOUNT && identity.core === null && identity.user === null;
}

/** `what`: "accounts belong to". Throws `key_scope`. */
export function requireGovernor(identity: KeyIdentity, what = "accounts belong to"): void {
  if (!governsAccounts(identity)) {
    throw new MemoryError("key_scope", `${what} the unbound admin keys of the account \`default\``);
  }
}

/** Throws `key_scope`, `account_exists`. */
export async function createAccount(
  deps: AccountDeps,
  identity: KeyIdentity,
  name: string,
  standing: Partial<Standing>,
): Promise<AccountUse> {
  requireGovernor(identity);
  const account = { ...DEFAULT_STANDING, ...standing, name, createdAt: deps.clock.now() };
  await deps.accounts.create(name, account.createdAt, standing, doneBy(identity, deps.clock));
  return { ...account, turnsThisMonth: 0, turnsPerMonth: deps.plans[account.plan].turnsPerMonth };
}

/** Changes what is named, from the next request on. Throws `key_scope`, `account_not_found`. */
export async function changeStanding(
  deps: AccountDeps,
  identity: KeyIdentity,
  name: string,
  change: Partial<Standing>,
): Promise<AccountUse> {
  requireGovernor(identity);
  await deps.accounts.changeStanding(name, change, doneBy(identity, deps.clock));
  const [account] = await withUse(
    deps,
    (await deps.accounts.list()).filter((each) => each.name === name),
  );
  if (account === undefined) throw new MemoryError("account_not_found", "there is no such account");
  return account;
}

export interface DeleteAccountDeps extends Pick<AccountDeps, "accounts" | "clock">, ForgetGoneDeps {}

/**
 * Erases the account with all that it has, ends its keys, and gives a receipt. A later account of the same name is another
 * one. Throws `key_scope`, `account_not_found`; `default` cannot be deleted.
 */
export async function deleteAccount(deps: DeleteAccountDeps, identity: KeyIdentity, name: string): Promise<Erasure> {
  requireGovernor(identity);
  if (name === DEFAULT_ACCOUNT) throw invalidRequest("the account `default` cannot be deleted", "name");
  const { brains, ...erasure } = await deps.accounts.remove(name, doneBy(identity, deps.clock));
  forgetGone(deps, name, brains);
  return erasure;
}

/** What the write of a turn has to keep to. */
export async function allowanceOf(deps: Pick<AccountDeps, "accounts" | "plans">, account: string): Promise<Allowance> {
  const { plan } = (await deps.accounts.find(account)) ?? DEFAULT_STANDING;
  const { turnsPerMonth, subBrains } = deps.plans[plan];
  return { turnsPerMonth, subBrains };
}

/** Throws `key_scope`. */
export async function changeSettings(
  deps: { accounts: AccountStore; clock: Clock },
  identity: KeyIdentity,
  change: SettingsChange,
): Promise<AccountSettings> {
  requireUnbound(identity);
  await deps.accounts.changeSettings(identity.account, change, doneBy(identity, deps.clock));
  return deps.accounts.settings(identity.account);
}

export function shownAccount(account: AccountUse) {
  return {
    name: account.name,
    created_at: isoTime(account.createdAt),
    plan: account.plan,
    past_due: account.pastDue,
    turns_this_month: account.turnsThisMonth,
    turns_per_month: account.turnsPerMonth,
  };
}
