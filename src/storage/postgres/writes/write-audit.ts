// Appends to the audit, inside the write that it tells of: there is no action without its entry, nor the other way about.
// The end of the chain is locked until the commit: what a transaction locks besides, it locks before.
import { desc, eq } from "drizzle-orm";
import { sha256Hex } from "../../../base/sha256.ts";
import {
  type AuditAction,
  type AuditDetails,
  canonicalEntry,
  type Doer,
  SERVICE,
  SERVICE_ACCOUNT,
} from "../../../domain/audit.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { NotedAction } from "../../../domain/ports/audit-store.ts";
import { type ErasedThings, type ErasureReceipt, erasedText, signedText } from "../../../domain/receipt.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Tx } from "../engine/transaction.ts";
import { audit, auditHead, brains } from "../schema.ts";

export interface NewEntry {
  readonly account: string;
  readonly action: AuditAction;
  readonly target: string;
  readonly details?: AuditDetails;
}

/** A key as the target of an entry; its public part follows. */
export const SIGNING_KEY = "signing_key:";

/** `by` absent: the service itself. */
export async function appendAudit(
  { db }: Pick<Tx, "db">,
  by: Doer | undefined,
  entry: NewEntry,
): Promise<{ seq: number; hash: string }> {
  const [head] = await db.select().from(auditHead).for("update");
  if (head === undefined) throw new Error("the data has lost the end of its audit");
  const { actor, at } = by ?? { actor: SERVICE, at: Date.now() };
  const { account, action, target } = entry;
  const seq = head.seq + 1;
  const details = JSON.stringify(entry.details ?? {});
  const written = { seq, at, account, actor, action, target, details, previous: head.hash };
  const hash = sha256Hex(canonicalEntry(written));
  await Promise.all([
    db.insert(audit).values({ ...written, hash }),
    db.update(auditHead).set({ seq, hash }).where(eq(auditHead.one, 1)),
  ]);
  return { seq, hash };
}

/** `user:` and a keyed hash of the name. */
export function userTarget({ keys }: Pick<Tx, "keys">, account: string, user: string): string {
  return `user:${keys.hashOfUser(account, user)}`;
}

/** A part of an account: `account:acme`, with `/core:work` and `/user:…` behind it as far as it is narrowed. */
export function partTarget(
  tx: Pick<Tx, "keys">,
  { account, core, user }: { account: string; core: string | null; user: string | null },
): string {
  const parts = [`account:${account}`, ...(core === null ? [] : [`core:${core}`])];
  return [...parts, ...(user === null ? [] : [userTarget(tx, account, user)])].join("/");
}

/** Something done within one brain, which is told beside it. */
export async function appendOfBrain(
  tx: Tx,
  by: Doer | undefined,
  { brain, ...done }: Omit<NewEntry, "account"> & { readonly brain: BrainId },
): Promise<void> {
  const { account, core, user } = brains;
  const [key] = await tx.db.select({ account, core, user }).from(brains).where(eq(brains.id, brain));
  if (key === undefined) throw new Error("a write named a brain that is not there");
  const place = { core: key.core, user: key.user === "" ? null : userTarget(tx, key.account, key.user) };
  await appendAudit(tx, by, { account: key.account, ...done, details: { ...place, ...done.details } });
}

export async function noteAction(tx: Tx, noted: NotedAction): Promise<void> {
  const { action, account, core = null, user = null, details = {}, by } = noted;
  const target = action === "service_settings.changed" ? "service" : partTarget(tx, { account, core, user });
  await appendAudit(tx, by, { account, action, target, details });
}

/** The public key that the audit named last; null where it named none. */
export async function newestSigningKey(db: Drizzle): Promise<string | null> {
  const [newest] = await db
    .select({ target: audit.target })
    .from(audit)
    .where(eq(audit.action, "signing_key.used"))
    .orderBy(desc(audit.seq))
    .limit(1);
  return newest === undefined ? null : newest.target.slice(SIGNING_KEY.length);
}

/**
 * Names the key that receipts carry, where none is named. All nodes sign with one key: a second one would give users
 * other names in the audit. Returns false where another one is named, and then the audit stays as it is.
 */
export async function claimSigningKey(tx: Tx, { at }: { at: number }): Promise<boolean> {
  // Nodes that start at once, each with a key of its own, ask one after the other.
  await tx.db.select().from(auditHead).for("update");
  const named = await newestSigningKey(tx.db);
  if (named !== null) return named === tx.keys.publicKey;
  const target = SIGNING_KEY + tx.keys.publicKey;
  await appendAudit(tx, { actor: SERVICE, at }, { account: SERVICE_ACCOUNT, action: "signing_key.used", target });
  return true;
}

export type Erasure = Omit<ErasedThings, "erased_at">;

/** Enters an erasure, and makes out the receipt of it. */
export async function auditErasure(
  tx: Tx,
  by: Doer | undefined,
  action: ErasureReceipt["action"],
  erased: Erasure,
): Promise<ErasureReceipt> {
  const doer = by ?? { actor: SERVICE, at: Date.now() };
  const { account, user, core, brains: count, packets, lessons } = erased;
  const target = partTarget(tx, { account, core, user });
  const details = { brains: count, packets, lessons };
  const { seq, hash } = await appendAudit(tx, doer, { account, action, target, details });
  const told = { account, user, core, brains: count, packets, lessons, erased_at: new Date(doer.at).toISOString() };
  const unsigned = {
    ...told,
    sha256: sha256Hex(erasedText(told)),
    action,
    target,
    data_id: tx.dataId,
    audit_seq: seq,
    audit_hash: hash,
    public_key: tx.keys.publicKey,
  };
  return { ...unsigned, signature: tx.keys.sign(signedText(unsigned)) };
}
