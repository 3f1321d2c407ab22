// Accounts: who there is, what each may use, and what it chose. Every write is on the disk when its promise is kept.
import type { AccountSettings, SettingsChange } from "../account-settings.ts";
import type { Doer } from "../audit.ts";
import type { Account, Standing } from "../plan.ts";
import type { RemovedOwner } from "./brain-store.ts";

export interface AccountStore {
  exists(account: string): Promise<boolean>;
  /** Oldest first. */
  list(): Promise<Account[]>;
  /** May be an instant old where another process changed it. */
  find(account: string): Promise<Account | null>;
  /** Throws `account_exists`. */
  create(account: string, now: number, standing?: Partial<Standing>, by?: Doer): Promise<void>;
  /** Throws `account_not_found`. */
  changeStanding(account: string, change: Partial<Standing>, by?: Doer): Promise<void>;
  /**
   * Erases the account with all that it has: brains, keys, cores, constitutions, settings and counts. Its name may be
   * given again; its entries in the audit stay. Throws `account_not_found`.
   */
  remove(account: string, by?: Doer): Promise<RemovedOwner>;
  /** Turns prepared in the month (2026-03), by account; one without any is absent. */
  turnsOf(month: string): Promise<ReadonlyMap<string, number>>;
  /** The same of one account; may be an instant old. */
  turnsSpent(account: string, month: string): Promise<number>;
  /** Whether the user has a brain in some core of the account. */
  hasUser(account: string, user: string): Promise<boolean>;
  /** Users that have a brain in the account. */
  countUsers(account: string): Promise<number>;
  /** What the account chose, and the defaults of the rest. */
  settings(account: string): Promise<AccountSettings>;
  changeSettings(account: string, change: SettingsChange, by?: Doer): Promise<void>;
}
