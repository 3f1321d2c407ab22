// Writes of keys: made, used, and revoked, one by one or with what they are bound to.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Doer, SERVICE, SHELL } from "../../../domain/audit.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import { invalidRequest, MemoryError, unauthorized } from "../../../domain/errors.ts";
import type { ApiKey, StoredKey } from "../../../domain/key.ts";
import type { NextKey, RotatedKey } from "../../../domain/ports/key-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { cores, keys } from "../schema.ts";
import { hasAccount } from "./own-account.ts";
import { appendAudit, userTarget } from "./write-audit.ts";

/** Of a row of keys: whether the very core that it is bound to is gone, whatever has its name by now. */
export const hasLostCore = sql<boolean>`(${keys.core} IS NOT NULL AND ${keys.core} <> ${sql.raw(`'${DEFAULT_CORE}'`)} AND NOT EXISTS (SELECT 1 FROM ${cores} WHERE ${cores.id} = ${keys.coreId}))`;

/** Throws `unauthorized` where the key that asks for it was revoked meanwhile, `account_not_found`, `core_not_found`. */
export function addKey(db: Drizzle, { by, ...key }: StoredKey & { by?: Doer | undefined }): void {
  requireLiveIssuer(db, by);
  if (!hasAccount(db, key.account)) throw new MemoryError("account_not_found", "there is no such account");
  db.insert(keys)
    .values({ ...key, coreId: coreIdOf(db, key) })
    .run();
  auditIssue(db, by, key);
}

function auditIssue(db: Drizzle, by: Doer | undefined, key: ApiKey): void {
  const { account, id, scope, core, user, expiresAt } = key;
  const bound = { core, user: user === null ? null : userTarget(db, account, user) };
  const details = { scope, ...bound, expires_at: expiresAt };
  appendAudit(db, by, { account, action: "key.issued", target: `key:${id}`, details });
}

export interface KeyRotation {
  readonly id: string;
  readonly next: NextKey;
  readonly endsAt: number;
  readonly by?: Doer | undefined;
}

// Single writer: the old key is live when it is replaced, and replaced once.
export function rotateKey(db: Drizzle, { id, next, endsAt, by }: KeyRotation): RotatedKey {
  requireLiveIssuer(db, by);
  const found = db
    .select({ row: keys, lostCore: hasLostCore.mapWith(Boolean) })
    .from(keys)
    .where(eq(keys.id, id))
    .get();
  if (found === undefined) throw new MemoryError("key_not_found", "there is no such key");
  const { hash: _, ...row } = found.row;
  const hasEnded = row.revokedAt !== null || found.lostCore || (row.expiresAt ?? endsAt + 1) <= next.createdAt;
  if (hasEnded) throw invalidRequest("the key has ended, and only a live one can be rotated");
  if (row.replacedBy !== null) throw invalidRequest(`the key was rotated before, for ${row.replacedBy}`);
  const made = { ...row, ...next, lastUsedAt: null, replacedBy: null };
  db.insert(keys).values(made).run();
  const expiresAt = Math.min(endsAt, row.expiresAt ?? endsAt);
  db.update(keys).set({ expiresAt, replacedBy: next.id }).where(eq(keys.id, id)).run();
  const details = { replaced_by: next.id, expires_at: expiresAt };
  appendAudit(db, by, { account: row.account, action: "key.rotated", target: `key:${id}`, details });
  auditIssue(db, by, made);
  return { key: shownKey(made), old: shownKey({ ...row, expiresAt, replacedBy: next.id }) };
}

/** Without its hash, and the number of its core. */
function shownKey({ coreId: _, ...key }: ApiKey & { coreId: number | null; hash?: Uint8Array }): ApiKey {
  const { hash: __, ...shown } = key;
  return shown;
}

// Single writer: the issuer and the core that are there now are there when the key is.
/** Else a key that is being revoked, or that went with its account, could leave another behind. */
function requireLiveIssuer(db: Drizzle, by: Doer | undefined): void {
  if (by === undefined || by.actor === SHELL || by.actor === SERVICE) return;
  const issuer = db
    .select({ revokedAt: keys.revokedAt, lostCore: hasLostCore.mapWith(Boolean) })
    .from(keys)
    .where(eq(keys.id, by.actor))
    .get();
  if (issuer === undefined || issuer.revokedAt !== null || issuer.lostCore) throw unauthorized();
}

function coreIdOf(db: Drizzle, { account, core }: StoredKey): number | null {
  if (core === null || core === DEFAULT_CORE) return null;
  const found = db
    .select({ id: cores.id })
    .from(cores)
    .where(and(eq(cores.account, account), eq(cores.slug, core)))
    .get();
  if (found === undefined) throw new MemoryError("core_not_found", "there is no such core");
  return found.id;
}

export interface KeyRevocation {
  readonly account: string;
  readonly id: string;
  readonly now: number;
  readonly by?: Doer | undefined;
}

export function revokeKey(db: Drizzle, { account, id, now, by }: KeyRevocation): boolean {
  const mine = and(eq(keys.id, id), eq(keys.account, account));
  if (db.select({ id: keys.id }).from(keys).where(mine).get() === undefined) return false;
  revokeAll(db, by, mine, now);
  return true;
}

/** Those bound to the core; returns how many. */
export function revokeKeysOfCore(db: Drizzle, by: Doer | undefined, coreId: number): number {
  return revokeAll(db, by, eq(keys.coreId, coreId));
}

export function revokeKeysOfAccount(db: Drizzle, by: Doer | undefined, account: string): number {
  return revokeAll(db, by, eq(keys.account, account));
}

/** Those bound to the user, in whichever core; with `core`, those bound to both. Returns how many. */
export function revokeKeysOfUser(
  db: Drizzle,
  by: Doer | undefined,
  { account, core, user }: { account: string; core: string | null; user: string },
): number {
  const inCore = core === null ? undefined : eq(keys.core, core);
  return revokeAll(db, by, and(eq(keys.account, account), eq(keys.user, user), inCore));
}

/** Those whose core is gone: they open nothing already, and the list and the audit should say so. */
export function revokeLostKeys(db: Drizzle, { by }: { by: Doer }): number {
  return revokeAll(db, by, hasLostCore);
}

function revokeAll(db: Drizzle, by: Doer | undefined, which: SQL | undefined, now = by?.at ?? Date.now()): number {
  const revoked = db
    .update(keys)
    .set({ revokedAt: now })
    .where(and(which, isNull(keys.revokedAt)))
    .returning({ id: keys.id, account: keys.account })
    .all();
  for (const { id, account } of revoked) appendAudit(db, by, { account, action: "key.revoked", target: `key:${id}` });
  return revoked.length;
}

export function touchKeys(db: Drizzle, uses: readonly { id: string; at: number }[]): void {
  for (const use of uses) db.update(keys).set({ lastUsedAt: use.at }).where(eq(keys.id, use.id)).run();
}
