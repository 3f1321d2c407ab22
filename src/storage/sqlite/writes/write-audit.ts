// Appends to the audit, inside the write that it tells of: there is no action without its entry, nor the other way about.
import type { Database } from "bun:sqlite";
import { desc, eq } from "drizzle-orm";
import { sha256Hex } from "../../../base/sha256.ts";
import { type AuditEntry, type Doer, originText, SERVICE } from "../../../domain/audit.ts";
import { type BrainId, brainKeyOf } from "../../../domain/brain.ts";
import type { NotedAction } from "../../../domain/ports/audit-store.ts";
import type { ErasureReceipt } from "../../../domain/receipt.ts";
import {
  doerOf,
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
import { type AuditKeys, auditKeysOf } from "../../files/audit-keys.ts";
import { dataIdOf } from "../engine/data-id.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { audit, brains } from "../schema.ts";
import { insertion, statement } from "../statement.ts";

const findLast = statement((db) =>
  db.select({ seq: audit.seq, hash: audit.hash }).from(audit).orderBy(desc(audit.seq)).limit(1).prepare(),
);

const insertEntry = insertion(audit);

// Single writer: the last entry is the last until this one follows it; another engine takes a lock for the chain.
/** `by` absent: the service itself. */
export function appendAudit(db: Drizzle, by: Doer | undefined, entry: NewEntry): AuditEntry {
  const end = findLast(db).get() ?? { seq: 0, hash: sha256Hex(originText(dataIdOf(db))) };
  const written = entryBehind(end, by, entry);
  insertEntry(db, written);
  return written;
}

/** The keys beside the data, which are read, or made, where a user is to be named. */
export function namesOf(db: Drizzle): Pick<AuditKeys, "hashOfUser"> {
  return { hashOfUser: (account, user) => auditKeysOf(db).hashOfUser(account, user) };
}

/** Something done within one brain, which is told beside it. */
export function appendOfBrain(
  db: Drizzle,
  by: Doer | undefined,
  { brain, ...done }: Omit<NewEntry, "account"> & { readonly brain: BrainId },
): void {
  const key = db
    .select({ account: brains.account, core: brains.core, user: brains.user })
    .from(brains)
    .where(eq(brains.id, brain))
    .get();
  if (key === undefined) throw new Error("a write named a brain that is not there");
  appendAudit(db, by, entryOfBrain(namesOf(db), brainKeyOf(key), done));
}

export function noteAction(db: Drizzle, noted: NotedAction): void {
  appendAudit(db, noted.by, notedEntry(namesOf(db), noted));
}

/** By an index of its own, which knows the action by these very words. */
export const NEWEST_SIGNING_KEY =
  "SELECT target FROM audit WHERE action = 'signing_key.used' ORDER BY seq DESC LIMIT 1";

/** The public key that the audit named last; null where it named none. */
export function newestSigningKey(db: Database): string | null {
  const newest = db.query<{ target: string }, []>(NEWEST_SIGNING_KEY).get();
  return newest === null ? null : signingKeyIn(newest);
}

/**
 * From here on receipts carry this key; nothing happens where the audit says so already. Returns the public key that it
 * takes the place of; null where there was none.
 */
export function noteSigningKey(db: Drizzle, { at }: { at: number }): string | null {
  const { publicKey } = auditKeysOf(db);
  const last = newestSigningKey(db.$client);
  if (last === publicKey) return null;
  appendAudit(db, { actor: SERVICE, at }, signingKeyUsed(publicKey));
  return last;
}

/** Enters an erasure, and makes out the receipt of it. */
export function auditErasure(db: Drizzle, by: Doer | undefined, erasure: Erasure): ErasureReceipt {
  const doer = doerOf(by);
  noteSigningKey(db, { at: doer.at });
  const entry = appendAudit(db, doer, erasureEntry(namesOf(db), erasure));
  return receiptOf(erasure, entry, auditKeysOf(db), dataIdOf(db));
}
