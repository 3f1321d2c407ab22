// Writes of keys: made, used, and revoked, one by one or with what they are bound to.
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Doer, SERVICE, SHELL } from "../../../domain/audit.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import { invalidRequest, MemoryError, unauthorized } from "../../../domain/errors.ts";
import type { ApiKey, StoredKey } from "../../../domain/key.ts";
import type { NextKey, RotatedKey } from "../../../domain/ports/key-store.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Tx } from "../engine/transaction.ts";
import { cores, keys } from "../schema.ts";
import { lockAccount } from "./own-account.ts";
import { appendAudit, userTarget } from "./write-audit.ts";

/** Of a row of keys: whether the very core that it is bound to is gone, whatever has its name by now. */
export const hasLostCore = sql<boolean>`(${keys.core} IS NOT NULL AND ${keys.core} <> ${sql.raw(`'${DEFAULT_CORE}'`)} AND NOT EXISTS (SELECT 1 FROM ${cores} WHERE ${cores.id} = ${keys.coreId}))`;

/** Throws `unauthorized` where the key that asks for it was revoked meanwhile, `account_not_found`, `core_not_found`. */
export async function addKey(tx: Tx, { by, ...key }: StoredKey & { by?: Doer | undefined }): Promise<void> {
  const { db } = tx;
  // None of its cores goes meanwhile, and no user.
  const account = await lockAccount(tx, key.account);
  const issuer = issuerOf(by);
  if (issuer !== null) requireLive((await lockKeys(db, [issuer])).get(issuer));
  if (account === null) throw new MemoryError("account_not_found", "there is no such account");
  const coreId = await coreIdOf(db, key);
  await db.insert(keys).values({ ...key, coreId });
  await auditIssue(tx, by, key);
}

async function auditIssue(tx: Tx, by: Doer | undefined, key: ApiKey): Promise<void> {
  const { account, id, scope, core, user, expiresAt } = key;
  const bound = { core, user: user === null ? null : userTarget(tx, account, user) };
  const details = { scope, ...bound, expires_at: expiresAt };
  await appendAudit(tx, by, { account, action: "key.issued", target: `key:${id}`, details });
}

export interface KeyRotation {
  readonly id: string;
  readonly next: NextKey;
  readonly endsAt: number;
  readonly by?: Doer | undefined;
}

export async function rotateKey(tx: Tx, { id, next, endsAt, by }: KeyRotation): Promise<RotatedKey> {
  const { db } = tx;
  const [known] = await db.select({ account: keys.account }).from(keys).where(eq(keys.id, id));
  // Whoever revokes all keys of a user or a core meanwhile would not see the new one.
  if (known !== undefined) await lockAccount(tx, known.account);
  const issuer = issuerOf(by);
  const locked = await lockKeys(db, issuer === null ? [id] : [id, issuer]);
  if (issuer !== null) requireLive(locked.get(issuer));
  const found = locked.get(id);
  if (found === undefined) throw new MemoryError("key_not_found", "there is no such key");
  const { hash: _, ...row } = found.row;
  const hasEnded = row.revokedAt !== null || found.lostCore || (row.expiresAt ?? endsAt + 1) <= next.createdAt;
  if (hasEnded) throw invalidRequest("the key has ended, and only a live one can be rotated");
  if (row.replacedBy !== null) throw invalidRequest(`the key was rotated before, for ${row.replacedBy}`);
  const made = { ...row, ...next, lastUsedAt: null, replacedBy: null };
  const expiresAt = Math.min(endsAt, row.expiresAt ?? endsAt);
  await Promise.all([
    db.insert(keys).values(made),
    db.update(keys).set({ expiresAt, replacedBy: next.id }).where(eq(keys.id, id)),
  ]);
  const details = { replaced_by: next.id, expires_at: expiresAt };
  await appendAudit(tx, by, { account: row.account, action: "key.rotated", target: `key:${id}`, details });
  await auditIssue(tx, by, made);
  return { key: shownKey(made), old: shownKey({ ...row, expiresAt, replacedBy: next.id }) };
}

/** Without its hash, and the number of its core. */
function shownKey({ coreId: _, ...key }: ApiKey & { coreId: number | null; hash?: Uint8Array }): ApiKey {
  const { hash: __, ...shown } = key;
  return shown;
}

type LockedKey = { readonly row: typeof keys.$inferSelect; readonly lostCore: boolean };

/** Those that are there, which nobody else writes until the transaction ends. */
async function lockKeys(db: Drizzle, ids: readonly string[]): Promise<Map<string, LockedKey>> {
  const locked = await db
    .select({ row: keys, lostCore: hasLostCore })
    .from(keys)
    .where(inArray(keys.id, [...ids]))
    .orderBy(asc(keys.id))
    .for("no key update");
  return new Map(locked.map((each) => [each.row.id, each]));
}

/** The key that asks for it; null: somebody with a shell, or the service. */
function issuerOf(by: Doer | undefined): string | null {
  return by === undefined || by.actor === SHELL || by.actor === SERVICE ? null : by.actor;
}

/** Else a key that is being revoked, or that went with its account, could leave another behind. */
function requireLive(issuer: LockedKey | undefined): void {
  if (issuer === undefined || issuer.row.revokedAt !== null || issuer.lostCore) throw unauthorized();
}

async function coreIdOf(db: Drizzle, { account, core }: StoredKey): Promise<number | null> {
  if (core === null || core === DEFAULT_CORE) return null;
  const own = and(eq(cores.account, account), eq(cores.slug, core));
  const [found] = await db.select({ id: cores.id }).from(cores).where(own);
  if (found === undefined) throw new MemoryError("core_not_found", "there is no such core");
  return found.id;
}

export interface KeyRevocation {
  readonly account: string;
  readonly id: string;
  readonly now: number;
  readonly by?: Doer | undefined;
}

export async function revokeKey(tx: Tx, { account, id, now, by }: KeyRevocation): Promise<boolean> {
  const mine = and(eq(keys.id, id), eq(keys.account, account));
  if ((await tx.db.select({ id: keys.id }).from(keys).where(mine)).length === 0) return false;
  await auditRevoked(tx, by, await revokeAll(tx, by, mine, now));
  return true;
}

/** What was revoked, for `auditRevoked`: entries come after all that the transaction locks. */
export type RevokedKeys = readonly { readonly id: string; readonly account: string }[];

/** Those bound to the core. */
export function revokeKeysOfCore(tx: Tx, by: Doer | undefined, coreId: number): Promise<RevokedKeys> {
  return revokeAll(tx, by, eq(keys.coreId, coreId));
}

export function revokeKeysOfAccount(tx: Tx, by: Doer | undefined, account: string): Promise<RevokedKeys> {
  return revokeAll(tx, by, eq(keys.account, account));
}

/** Those bound to the user, in whichever core; with `core`, those bound to both. */
export function revokeKeysOfUser(
  tx: Tx,
  by: Doer | undefined,
  { account, core, user }: { account: string; core: string | null; user: string },
): Promise<RevokedKeys> {
  const inCore = core === null ? undefined : eq(keys.core, core);
  return revokeAll(tx, by, and(eq(keys.account, account), eq(keys.user, user), inCore));
}

/** Those whose core is gone: they open nothing already, and the list and the audit should say so. */
export async function revokeLostKeys(tx: Tx, { by }: { by: Doer }): Promise<number> {
  const revoked = await revokeAll(tx, by, hasLostCore);
  await auditRevoked(tx, by, revoked);
  return revoked.length;
}

async function revokeAll(
  { db }: Tx,
  by: Doer | undefined,
  which: SQL | undefined,
  now = by?.at ?? Date.now(),
): Promise<RevokedKeys> {
  const live = and(which, isNull(keys.revokedAt));
  // In one order, or two that revoke the same would wait for each other.
  await db.select({ id: keys.id }).from(keys).where(live).orderBy(asc(keys.id)).for("no key update");
  return db.update(keys).set({ revokedAt: now }).where(live).returning({ id: keys.id, account: keys.account });
}

export async function auditRevoked(tx: Tx, by: Doer | undefined, revoked: RevokedKeys): Promise<void> {
  for (const { id, account } of revoked) {
    await appendAudit(tx, by, { account, action: "key.revoked", target: `key:${id}` });
  }
}

/** A key that somebody else writes just now is passed over: when it was used last is a hint. */
export async function touchKeys({ db }: Tx, uses: readonly { id: string; at: number }[]): Promise<void> {
  await db.execute(sql`
    WITH used AS MATERIALIZED (
      SELECT keys.id, uses.at
      FROM keys JOIN json_to_recordset(${JSON.stringify(uses)}::text::json) AS uses(id text, at bigint) ON uses.id = keys.id
      FOR NO KEY UPDATE OF keys SKIP LOCKED
    )
    UPDATE keys SET last_used_at = greatest(keys.last_used_at, used.at) FROM used WHERE keys.id = used.id`);
}
