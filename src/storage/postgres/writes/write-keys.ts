// Writes of keys: made, used, and revoked, one by one or with what they are bound to.
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Doer } from "../../../domain/audit.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import { accountNotFound, coreNotFound } from "../../../domain/errors.ts";
import type { StoredKey } from "../../../domain/key.ts";
import type { RotatedKey } from "../../../domain/ports/key-store.ts";
import { keyIssued, keyRevoked } from "../../both/audit-entries.ts";
import { decideRotation, issuerOf, requireLiveIssuer } from "../../both/decide-rotation.ts";
import type { KeyRevocation, KeyRotation, NewKey } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Tx } from "../engine/transaction.ts";
import { cores, keys } from "../schema.ts";
import { lockAccount } from "./own-account.ts";
import { appendAudit } from "./write-audit.ts";

/** Of a row of keys: whether the very core that it is bound to is gone, whatever has its name by now. */
export const hasLostCore = sql<boolean>`(${keys.core} IS NOT NULL AND ${keys.core} <> ${sql.raw(`'${DEFAULT_CORE}'`)} AND NOT EXISTS (SELECT 1 FROM ${cores} WHERE ${cores.id} = ${keys.coreId}))`;

/** Throws `unauthorized` where the key that asks for it was revoked meanwhile, `account_not_found`, `core_not_found`. */
export async function addKey(tx: Tx, { by, ...key }: NewKey): Promise<void> {
  const { db } = tx;
  // None of its cores goes meanwhile, and no user.
  const account = await lockAccount(tx, key.account);
  const issuer = issuerOf(by);
  if (issuer !== null) requireLiveIssuer((await lockKeys(db, [issuer])).get(issuer));
  if (account === null) throw accountNotFound();
  const coreId = await coreIdOf(db, key);
  await db.insert(keys).values({ ...key, coreId });
  await appendAudit(tx, by, keyIssued(tx.keys, key));
}

export async function rotateKey(tx: Tx, rotation: KeyRotation): Promise<RotatedKey> {
  const { db } = tx;
  const { id, by } = rotation;
  const [known] = await db.select({ account: keys.account }).from(keys).where(eq(keys.id, id));
  // Whoever revokes all keys of a user or a core meanwhile would not see the new one.
  if (known !== undefined) await lockAccount(tx, known.account);
  const issuer = issuerOf(by);
  const locked = await lockKeys(db, issuer === null ? [id] : [id, issuer]);
  if (issuer !== null) requireLiveIssuer(locked.get(issuer));
  const { made, ended, entries, rotated } = decideRotation(locked.get(id), rotation, tx.keys);
  await Promise.all([db.insert(keys).values(made), db.update(keys).set(ended).where(eq(keys.id, id))]);
  for (const entry of entries) await appendAudit(tx, by, entry);
  return rotated;
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

async function coreIdOf(db: Drizzle, { account, core }: StoredKey): Promise<number | null> {
  if (core === null || core === DEFAULT_CORE) return null;
  const own = and(eq(cores.account, account), eq(cores.slug, core));
  const [found] = await db.select({ id: cores.id }).from(cores).where(own);
  if (found === undefined) throw coreNotFound();
  return found.id;
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
  for (const key of revoked) await appendAudit(tx, by, keyRevoked(key));
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
