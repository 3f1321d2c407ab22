// Writes of keys: made, used, and revoked, one by one or with what they are bound to.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Doer } from "../../../domain/audit.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import { accountNotFound, coreNotFound } from "../../../domain/errors.ts";
import type { StoredKey } from "../../../domain/key.ts";
import type { RotatedKey } from "../../../domain/ports/key-store.ts";
import { keyIssued, keyRevoked } from "../../both/audit-entries.ts";
import { decideRotation, issuerOf, requireLiveIssuer } from "../../both/decide-rotation.ts";
import type { KeyRevocation, KeyRotation, NewKey } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { cores, keys } from "../schema.ts";
import { hasAccount } from "./own-account.ts";
import { appendAudit, namesOf } from "./write-audit.ts";

/** Of a row of keys: whether the very core that it is bound to is gone, whatever has its name by now. */
export const hasLostCore = sql<boolean>`(${keys.core} IS NOT NULL AND ${keys.core} <> ${sql.raw(`'${DEFAULT_CORE}'`)} AND NOT EXISTS (SELECT 1 FROM ${cores} WHERE ${cores.id} = ${keys.coreId}))`;

// Single writer: the issuer and the core that are there now are there when the key is.
/** Throws `unauthorized` where the key that asks for it was revoked meanwhile, `account_not_found`, `core_not_found`. */
export function addKey(db: Drizzle, { by, ...key }: NewKey): void {
  requireIssuer(db, by);
  if (!hasAccount(db, key.account)) throw accountNotFound();
  db.insert(keys)
    .values({ ...key, coreId: coreIdOf(db, key) })
    .run();
  appendAudit(db, by, keyIssued(namesOf(db), key));
}

// Single writer: the old key is live when it is replaced, and replaced once.
export function rotateKey(db: Drizzle, rotation: KeyRotation): RotatedKey {
  const { id, by } = rotation;
  requireIssuer(db, by);
  const { made, ended, entries, rotated } = decideRotation(findKey(db, id), rotation, namesOf(db));
  db.insert(keys).values(made).run();
  db.update(keys).set(ended).where(eq(keys.id, id)).run();
  for (const entry of entries) appendAudit(db, by, entry);
  return rotated;
}

function findKey(db: Drizzle, id: string) {
  const found = { row: keys, lostCore: hasLostCore.mapWith(Boolean) };
  return db.select(found).from(keys).where(eq(keys.id, id)).get();
}

function requireIssuer(db: Drizzle, by: Doer | undefined): void {
  const issuer = issuerOf(by);
  if (issuer !== null) requireLiveIssuer(findKey(db, issuer));
}

function coreIdOf(db: Drizzle, { account, core }: StoredKey): number | null {
  if (core === null || core === DEFAULT_CORE) return null;
  const found = db
    .select({ id: cores.id })
    .from(cores)
    .where(and(eq(cores.account, account), eq(cores.slug, core)))
    .get();
  if (found === undefined) throw coreNotFound();
  return found.id;
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
  for (const key of revoked) appendAudit(db, by, keyRevoked(key));
  return revoked.length;
}

export function touchKeys(db: Drizzle, uses: readonly { id: string; at: number }[]): void {
  for (const use of uses) db.update(keys).set({ lastUsedAt: use.at }).where(eq(keys.id, use.id)).run();
}
