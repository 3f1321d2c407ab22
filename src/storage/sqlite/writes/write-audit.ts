// Appends to the audit, inside the write that it tells of: there is no action without its entry, nor the other way about.
import type { Database } from "bun:sqlite";
import { desc, eq, sql } from "drizzle-orm";
import { sha256Hex } from "../../../base/sha256.ts";
import {
  type AuditAction,
  type AuditDetails,
  canonicalEntry,
  type Doer,
  originText,
  SERVICE,
  SERVICE_ACCOUNT,
} from "../../../domain/audit.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { NotedAction } from "../../../domain/ports/audit-store.ts";
import { type ErasedThings, type ErasureReceipt, erasedText, signedText } from "../../../domain/receipt.ts";
import { auditKeysOf } from "../../files/audit-keys.ts";
import { dataIdOf } from "../engine/data-id.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { audit, brains } from "../schema.ts";
import { statement } from "../statement.ts";

export interface NewEntry {
  readonly account: string;
  readonly action: AuditAction;
  readonly target: string;
  readonly details?: AuditDetails;
}

const findLast = statement((db) =>
  db.select({ seq: audit.seq, hash: audit.hash }).from(audit).orderBy(desc(audit.seq)).limit(1).prepare(),
);

const insertEntry = statement((db) =>
  db
    .insert(audit)
    .values({
      seq: sql.placeholder("seq"),
      at: sql.placeholder("at"),
      account: sql.placeholder("account"),
      actor: sql.placeholder("actor"),
      action: sql.placeholder("action"),
      target: sql.placeholder("target"),
      details: sql.placeholder("details"),
      previous: sql.placeholder("previous"),
      hash: sql.placeholder("hash"),
    })
    .prepare(),
);

/** A key as the target of an entry; its public part follows. */
export const SIGNING_KEY = "signing_key:";

// Single writer: the last entry is the last until this one follows it; another engine takes a lock for the chain.
/** `by` absent: the service itself. */
export function appendAudit(db: Drizzle, by: Doer | undefined, entry: NewEntry): { seq: number; hash: string } {
  const last = findLast(db).get();
  const { actor, at } = by ?? { actor: SERVICE, at: Date.now() };
  const { account, action, target } = entry;
  const written = {
    seq: (last?.seq ?? 0) + 1,
    at,
    account,
    actor,
    action,
    target,
    details: JSON.stringify(entry.details ?? {}),
    previous: last?.hash ?? sha256Hex(originText(dataIdOf(db))),
  };
  const hash = sha256Hex(canonicalEntry(written));
  insertEntry(db).run({ ...written, hash });
  return { seq: written.seq, hash };
}

/** `user:` and a keyed hash of the name. */
export function userTarget(db: Drizzle, account: string, user: string): string {
  return `user:${auditKeysOf(db).hashOfUser(account, user)}`;
}

/** A part of an account: `account:acme`, with `/core:work` and `/user:…` behind it as far as it is narrowed. */
export function partTarget(
  db: Drizzle,
  { account, core, user }: { account: string; core: string | null; user: string | null },
): string {
  const parts = [`account:${account}`, ...(core === null ? [] : [`core:${core}`])];
  return [...parts, ...(user === null ? [] : [userTarget(db, account, user)])].join("/");
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
  const { account, core, user } = key;
  const place = { core, user: user === "" ? null : userTarget(db, account, user) };
  appendAudit(db, by, { account, ...done, details: { ...place, ...done.details } });
}

export function noteAction(db: Drizzle, noted: NotedAction): void {
  const { action, account, core = null, user = null, details = {}, by } = noted;
  const target = action === "service_settings.changed" ? "service" : partTarget(db, { account, core, user });
  appendAudit(db, by, { account, action, target, details });
}

/** By an index of its own, which knows the action by these very words. */
export const NEWEST_SIGNING_KEY =
  "SELECT target FROM audit WHERE action = 'signing_key.used' ORDER BY seq DESC LIMIT 1";

/** The public key that the audit named last; null where it named none. */
export function newestSigningKey(db: Database): string | null {
  const newest = db.query<{ target: string }, []>(NEWEST_SIGNING_KEY).get();
  return newest === null ? null : newest.target.slice(SIGNING_KEY.length);
}

/**
 * From here on receipts carry this key; nothing happens where the audit says so already. Returns the public key that it
 * takes the place of; null where there was none.
 */
export function noteSigningKey(db: Drizzle, { at }: { at: number }): string | null {
  const { publicKey } = auditKeysOf(db);
  const last = newestSigningKey(db.$client);
  if (last === publicKey) return null;
  const target = SIGNING_KEY + publicKey;
  appendAudit(db, { actor: SERVICE, at }, { account: SERVICE_ACCOUNT, action: "signing_key.used", target });
  return last;
}

export type Erasure = Omit<ErasedThings, "erased_at">;

/** Enters an erasure, and makes out the receipt of it. */
export function auditErasure(
  db: Drizzle,
  by: Doer | undefined,
  action: ErasureReceipt["action"],
  erased: Erasure,
): ErasureReceipt {
  const doer = by ?? { actor: SERVICE, at: Date.now() };
  noteSigningKey(db, { at: doer.at });
  const { account, user, core, brains, packets, lessons } = erased;
  const target = partTarget(db, { account, core, user });
  const { seq, hash } = appendAudit(db, doer, {
    account,
    action,
    target,
    details: { brains, packets, lessons },
  });
  const told = { account, user, core, brains, packets, lessons, erased_at: new Date(doer.at).toISOString() };
  const keys = auditKeysOf(db);
  const unsigned = {
    ...told,
    sha256: sha256Hex(erasedText(told)),
    action,
    target,
    data_id: dataIdOf(db),
    audit_seq: seq,
    audit_hash: hash,
    public_key: keys.publicKey,
  };
  return { ...unsigned, signature: keys.sign(signedText(unsigned)) };
}
