// Appends to the audit, inside the write that it tells of: there is no action without its entry, nor the other way about.
// The end of the chain is locked until the commit: what a transaction locks besides, it locks before.
import { desc, eq } from "drizzle-orm";
import { type AuditEntry, type Doer, SERVICE } from "../../../domain/audit.ts";
import { type BrainId, brainKeyOf } from "../../../domain/brain.ts";
import type { NotedAction } from "../../../domain/ports/audit-store.ts";
import type { ErasureReceipt } from "../../../domain/receipt.ts";
import {
  type Erasure,
  entryBehind,
  entryOfBrain,
  erasureEntry,
  type NewEntry,
  notedEntry,
  receiptOf,
  signingKeyIn,
  signingKeyUsed,
} from "../../both/audit-entries.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Tx } from "../engine/transaction.ts";
import { audit, auditHead, brains } from "../schema.ts";

/** `by` absent: the service itself. */
export async function appendAudit({ db }: Pick<Tx, "db">, by: Doer | undefined, entry: NewEntry): Promise<AuditEntry> {
  const [end] = await db.select().from(auditHead).for("update");
  if (end === undefined) throw new Error("the data has lost the end of its audit");
  const written = entryBehind(end, by, entry);
  const { seq, hash } = written;
  await Promise.all([
    db.insert(audit).values(written),
    db.update(auditHead).set({ seq, hash }).where(eq(auditHead.one, 1)),
  ]);
  return written;
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
  await appendAudit(tx, by, entryOfBrain(tx.keys, brainKeyOf(key), done));
}

export async function noteAction(tx: Tx, noted: NotedAction): Promise<void> {
  await appendAudit(tx, noted.by, notedEntry(tx.keys, noted));
}

/** The public key that the audit named last; null where it named none. */
export async function newestSigningKey(db: Drizzle): Promise<string | null> {
  const [newest] = await db
    .select({ target: audit.target })
    .from(audit)
    .where(eq(audit.action, "signing_key.used"))
    .orderBy(desc(audit.seq))
    .limit(1);
  return newest === undefined ? null : signingKeyIn(newest);
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
  await appendAudit(tx, { actor: SERVICE, at }, signingKeyUsed(tx.keys.publicKey));
  return true;
}

/** Enters an erasure, and makes out the receipt of it. */
export async function auditErasure(tx: Tx, by: Doer | undefined, erasure: Erasure): Promise<ErasureReceipt> {
  const entry = await appendAudit(tx, by, erasureEntry(tx.keys, erasure));
  return receiptOf(erasure, entry, tx.keys, tx.dataId);
}
