// The ports of accounts in memory: what their words promise, and a list of who did what.
import type { Clock } from "../../src/base/chance.ts";
import {
  type AccountSettings,
  DEFAULT_ACCOUNT_SETTINGS,
  type SettingsChange,
} from "../../src/domain/account-settings.ts";
import type { AuditEntry, Doer } from "../../src/domain/audit.ts";
import type { Constitution } from "../../src/domain/constitution.ts";
import type { Core } from "../../src/domain/core.ts";
import { invalidRequest, MemoryError } from "../../src/domain/errors.ts";
import type { ApiKey, FoundKey, KeyIdentity, StoredKey } from "../../src/domain/key.ts";
import { type Account, DEFAULT_STANDING, type Standing } from "../../src/domain/plan.ts";
import type { AccountStore } from "../../src/domain/ports/account-store.ts";
import type { AuditStore } from "../../src/domain/ports/audit-store.ts";
import type { RemovedOwner } from "../../src/domain/ports/brain-store.ts";
import type { ConstitutionStore } from "../../src/domain/ports/constitution-store.ts";
import type { CoreStore } from "../../src/domain/ports/core-store.ts";
import type { KeyStore, NextKey, RotatedKey } from "../../src/domain/ports/key-store.ts";
import type { ErasureReceipt } from "../../src/domain/receipt.ts";

export const NOW = Date.parse("2026-03-01T12:00:00.000Z");

/** One moment, for rules that turn on it. */
export const fixedClock = (at = NOW): Clock => ({ now: () => at });

export function identityOf(changes: Partial<KeyIdentity> = {}): KeyIdentity {
  return { id: "issuer00", account: "acme", scope: "admin", core: null, user: null, ...changes };
}

export function receiptOf(account: string): ErasureReceipt {
  const things = { account, user: null, core: null, brains: 1, packets: 2, lessons: 3, erased_at: "" };
  const proof = { sha256: "", target: "", data_id: "", audit_seq: 7, audit_hash: "", public_key: "", signature: "" };
  return { ...things, ...proof, action: "user.erased" };
}

export class KeysInMemory implements KeyStore {
  readonly kept = new Map<string, FoundKey>();
  readonly doers: (Doer | undefined)[] = [];
  readonly touched: [id: string, at: number][] = [];
  /** Ids that were looked up in what stands for the disk. */
  readonly lookedUp: string[] = [];

  /** For a test's own beginning: nobody did it. */
  put(key: Partial<FoundKey> & Pick<FoundKey, "id">): FoundKey {
    const unbound = { account: "acme", name: "a key", scope: "agent", core: null, user: null } as const;
    const unused = { createdAt: 0, lastUsedAt: null, expiresAt: null, revokedAt: null, replacedBy: null };
    const found: FoundKey = { ...unbound, ...unused, hash: new Uint8Array(32), lostCore: false, ...key };
    this.kept.set(key.id, found);
    return found;
  }

  async find(id: string) {
    this.lookedUp.push(id);
    return this.kept.get(id) ?? null;
  }

  async isKnown(id: string) {
    return this.kept.has(id);
  }

  async list(account: string): Promise<ApiKey[]> {
    return [...this.kept.values()].filter((key) => key.account === account);
  }

  async add(key: StoredKey, by?: Doer) {
    this.kept.set(key.id, { ...key, lostCore: false });
    this.doers.push(by);
  }

  /** Ids of keys that went with their account. */
  readonly gone = new Set<string>();

  async wasIssued(id: string) {
    return this.kept.has(id) || this.gone.has(id);
  }

  async rotate(id: string, next: NextKey, endsAt: number, by?: Doer): Promise<RotatedKey> {
    const old = this.kept.get(id);
    if (old === undefined) throw new MemoryError("key_not_found", "there is no such key");
    if (old.revokedAt !== null || old.replacedBy !== null) throw invalidRequest("the key has ended");
    const key = this.put({ ...old, ...next, lastUsedAt: null });
    const ended = this.put({ ...old, expiresAt: Math.min(endsAt, old.expiresAt ?? endsAt), replacedBy: next.id });
    this.doers.push(by);
    return { key, old: ended };
  }

  async revoke(account: string, id: string, now: number, by?: Doer) {
    const key = this.kept.get(id);
    if (key === undefined || key.account !== account) return false;
    this.kept.set(id, { ...key, revokedAt: key.revokedAt ?? now });
    this.doers.push(by);
    return true;
  }

  touch(id: string, now: number) {
    this.touched.push([id, now]);
  }

  async flushTouches() {}
}

export class AccountsInMemory implements AccountStore {
  readonly kept = new Map<string, Account>();
  readonly chosen = new Map<string, Partial<AccountSettings>>();
  readonly doers: (Doer | undefined)[] = [];
  /** By month, then account. */
  readonly turns = new Map<string, Map<string, number>>();
  readonly users = new Map<string, Set<string>>();

  constructor(...names: readonly string[]) {
    for (const [at, name] of names.entries()) this.kept.set(name, { ...DEFAULT_STANDING, name, createdAt: at });
  }

  stands(account: string, standing: Partial<Standing>): this {
    this.kept.set(account, { ...DEFAULT_STANDING, name: account, createdAt: 0, ...standing });
    return this;
  }

  spends(account: string, month: string, turns: number): this {
    this.turns.set(month, new Map([...(this.turns.get(month) ?? []), [account, turns]]));
    return this;
  }

  hasUsers(account: string, ...users: readonly string[]): this {
    this.users.set(account, new Set(users));
    return this;
  }

  async exists(account: string) {
    return this.kept.has(account);
  }

  async list() {
    return [...this.kept.values()];
  }

  async find(account: string) {
    return this.kept.get(account) ?? null;
  }

  async create(account: string, now: number, standing: Partial<Standing> = {}, by?: Doer) {
    if (this.kept.has(account)) throw new MemoryError("account_exists", "there is such an account");
    this.kept.set(account, { ...DEFAULT_STANDING, ...standing, name: account, createdAt: now });
    this.doers.push(by);
  }

  async changeStanding(account: string, change: Partial<Standing>, by?: Doer) {
    const known = this.kept.get(account);
    if (known === undefined) throw new MemoryError("account_not_found", "there is no such account");
    this.kept.set(account, { ...known, ...change });
    this.doers.push(by);
  }

  async remove(account: string, by?: Doer): Promise<RemovedOwner> {
    if (!this.kept.delete(account)) throw new MemoryError("account_not_found", "there is no such account");
    this.doers.push(by);
    return { brains: [4, 5], receipt: { ...receiptOf(account), action: "account.deleted" }, keysRevoked: 2 };
  }

  async turnsOf(month: string) {
    return this.turns.get(month) ?? new Map<string, number>();
  }

  async turnsSpent(account: string, month: string) {
    return this.turns.get(month)?.get(account) ?? 0;
  }

  async hasUser(account: string, user: string) {
    return this.users.get(account)?.has(user) ?? false;
  }

  async countUsers(account: string) {
    return this.users.get(account)?.size ?? 0;
  }

  async settings(account: string): Promise<AccountSettings> {
    return { ...DEFAULT_ACCOUNT_SETTINGS, ...this.chosen.get(account) };
  }

  async changeSettings(account: string, change: SettingsChange, by?: Doer) {
    const chosen = Object.entries({ ...this.chosen.get(account), ...change }).filter(([, value]) => value !== null);
    this.chosen.set(account, Object.fromEntries(chosen));
    this.doers.push(by);
  }
}

type DatedCore = Core & { readonly createdAt: number };

/** Of one account, whichever is asked for. */
export class CoresInMemory implements CoreStore {
  readonly doers: (Doer | undefined)[] = [];
  readonly removed: string[] = [];
  kept: DatedCore[];

  constructor(...slugs: readonly string[]) {
    this.kept = slugs.map((slug, at) => ({ slug, name: slug, context: "", createdAt: NOW + at }));
  }

  async find(_account: string, slug: string) {
    const found = this.kept.find((core) => core.slug === slug);
    return found === undefined ? null : { slug, name: found.name, context: found.context };
  }

  async countBefore(_account: string, slug: string) {
    const others = this.kept.filter((core) => core.slug !== "default");
    return others.findIndex((core) => core.slug === slug);
  }

  async list() {
    return this.kept;
  }

  async create(_account: string, core: Core, now: number, by?: Doer) {
    if (this.kept.some(({ slug }) => slug === core.slug)) throw new MemoryError("core_exists", "there is such a core");
    this.kept.push({ ...core, createdAt: now });
    this.doers.push(by);
  }

  async change(_account: string, slug: string, change: Partial<Omit<Core, "slug">>, now: number, by?: Doer) {
    const known = this.kept.find((core) => core.slug === slug);
    if (known === undefined && slug !== "default") throw new MemoryError("core_not_found", "there is no such core");
    const { createdAt, ...core } = { slug, name: slug, context: "", createdAt: now, ...known, ...change };
    this.kept = [...this.kept.filter((each) => each !== known), { ...core, createdAt }];
    this.doers.push(by);
    return core;
  }

  async remove(account: string, slug: string, by?: Doer): Promise<RemovedOwner> {
    if ((await this.find(account, slug)) === null) throw new MemoryError("core_not_found", "there is no such core");
    this.kept = this.kept.filter((core) => core.slug !== slug);
    this.removed.push(slug);
    this.doers.push(by);
    return { brains: [4, 5], receipt: receiptOf(account), keysRevoked: 2 };
  }
}

export class ConstitutionsInMemory implements ConstitutionStore {
  readonly doers: (Doer | undefined)[] = [];
  readonly kept = new Map<string, Constitution>();

  constructor(...names: readonly string[]) {
    for (const name of names) this.kept.set(name, { name, text: `of ${name}`, gates: [], prohibitions: [] });
  }

  async find(_account: string, name: string) {
    return this.kept.get(name) ?? null;
  }

  async list() {
    return [...this.kept.values()];
  }

  async put(_account: string, constitution: Constitution, _now: number, by?: Doer) {
    this.kept.set(constitution.name, constitution);
    this.doers.push(by);
  }

  async remove(_account: string, name: string, by?: Doer) {
    this.doers.push(by);
    return this.kept.delete(name);
  }
}

export class AuditInMemory implements AuditStore {
  readonly noted: Parameters<AuditStore["note"]>[0][] = [];
  readonly asked: { account: string | null; limit: number; before: number | null }[] = [];

  /** Newest first. */
  constructor(readonly entries: readonly AuditEntry[] = []) {}

  async list(account: string | null, page: { limit: number; before: number | null }) {
    this.asked.push({ account, ...page });
    const own = this.entries.filter((entry) => account === null || entry.account === account);
    return own.filter(({ seq }) => page.before === null || seq < page.before).slice(0, page.limit);
  }

  listOwn(account: string, page: { limit: number; before: number | null }) {
    return this.list(account, page);
  }

  async note(action: Parameters<AuditStore["note"]>[0]) {
    this.noted.push(action);
  }

  async lastBackup() {
    return null;
  }

  async finishedBackups() {
    return [];
  }

  async isSigningKey() {
    return false;
  }

  async identity() {
    return { dataId: "data", publicKey: "key" };
  }
}

export function auditEntry(seq: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  const chain = { previous: "p".repeat(64), hash: "h".repeat(64) };
  const done = { actor: "shell", action: "core.created", target: `core-${seq}`, details: "{}" };
  return { seq, at: NOW + seq, account: "acme", ...done, ...chain, ...changes };
}
