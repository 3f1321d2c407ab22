// What is entered in the audit, and the receipts of erasures: the same words, whatever engine stores them.
import { sha256Hex } from "../../base/sha256.ts";
import {
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  type ChainEnd,
  canonicalEntry,
  type Doer,
  SERVICE,
  SERVICE_ACCOUNT,
} from "../../domain/audit.ts";
import type { BrainKey } from "../../domain/brain.ts";
import type { ApiKey } from "../../domain/key.ts";
import type { Standing } from "../../domain/plan.ts";
import type { ExportScope } from "../../domain/portability.ts";
import type { NotedAction } from "../../domain/ports/audit-store.ts";
import type { ImportProfile } from "../../domain/ports/import-store.ts";
import { type ErasedThings, type ErasureReceipt, erasedText, signedText } from "../../domain/receipt.ts";
import type { AuditKeys } from "../files/audit-keys.ts";

export interface NewEntry {
  readonly account: string;
  readonly action: AuditAction;
  readonly target: string;
  readonly details?: AuditDetails;
}

/** `by` absent: the service itself does it, now. */
export function doerOf(by: Doer | undefined): Doer {
  return by ?? { actor: SERVICE, at: Date.now() };
}

/** The entry as it follows the end of the chain. */
export function entryBehind(end: ChainEnd, by: Doer | undefined, entry: NewEntry): AuditEntry {
  const { actor, at } = doerOf(by);
  const { account, action, target, details = {} } = entry;
  const told = { seq: end.seq + 1, at, account, actor, action, target, details: JSON.stringify(details) };
  const written = { ...told, previous: end.hash };
  return { ...written, hash: sha256Hex(canonicalEntry(written)) };
}

/** Names of users are hashed with a secret. */
type Names = Pick<AuditKeys, "hashOfUser">;

/** `user:` and a keyed hash of the name; null for nobody's. */
function userTarget(names: Names, account: string, user: string | null): string | null {
  return user === null ? null : `user:${names.hashOfUser(account, user)}`;
}

/** A part of an account: `account:acme`, with `/core:work` and `/user:…` behind it as far as it is narrowed. */
function partTarget(names: Names, { account, core, user }: ExportScope): string {
  const parts = [`account:${account}`, core === null ? null : `core:${core}`, userTarget(names, account, user)];
  return parts.filter((part) => part !== null).join("/");
}

export function coreTarget(account: string, slug: string): string {
  return `account:${account}/core:${slug}`;
}

export function standingDetails({ plan, pastDue }: Partial<Standing> = {}): AuditDetails {
  return { ...(plan === undefined ? {} : { plan }), ...(pastDue === undefined ? {} : { past_due: pastDue }) };
}

export function keyIssued(names: Names, { account, id, scope, core, user, expiresAt }: ApiKey): NewEntry {
  const details = { scope, core, user: userTarget(names, account, user), expires_at: expiresAt };
  return { account, action: "key.issued", target: `key:${id}`, details };
}

export function keyRevoked({ id, account }: Pick<ApiKey, "id" | "account">): NewEntry {
  return { account, action: "key.revoked", target: `key:${id}` };
}

/** Something done within one brain, which is told beside it. */
export function entryOfBrain(
  names: Names,
  { account, core, user }: BrainKey,
  done: Omit<NewEntry, "account">,
): NewEntry {
  return { account, ...done, details: { core, user: userTarget(names, account, user), ...done.details } };
}

export function notedEntry(names: Names, noted: NotedAction): NewEntry {
  const { action, account, core = null, user = null, details = {} } = noted;
  const target = action === "service_settings.changed" ? "service" : partTarget(names, { account, core, user });
  return { account, action, target, details };
}

/** The first of the writes of an import. */
export function memoryImported(names: Names, profile: ImportProfile): NewEntry {
  const { account, format = "memoryd", brains = 0, core = null, user = null } = profile;
  const target = partTarget(names, { account, core, user });
  return { account, action: "memory.imported", target, details: { format, brains } };
}

/** A key as the target of an entry; its public part follows. */
export const SIGNING_KEY = "signing_key:";

/** From here on receipts carry this key. */
export function signingKeyUsed(publicKey: string): NewEntry {
  return { account: SERVICE_ACCOUNT, action: "signing_key.used", target: SIGNING_KEY + publicKey };
}

/** The public part of a key that an entry names. */
export function signingKeyIn({ target }: Pick<AuditEntry, "target">): string {
  return target.slice(SIGNING_KEY.length);
}

export interface Erasure extends Omit<ErasedThings, "erased_at"> {
  readonly action: ErasureReceipt["action"];
}

export function erasureEntry(
  names: Names,
  { action, account, core, user, brains, packets, lessons }: Erasure,
): NewEntry {
  const target = partTarget(names, { account, core, user });
  return { account, action, target, details: { brains, packets, lessons } };
}

/** Of an erasure that was entered; `dataId`: of the data that it was in. */
export function receiptOf(erasure: Erasure, entry: AuditEntry, keys: AuditKeys, dataId: string): ErasureReceipt {
  const { action, account, user, core, brains, packets, lessons } = erasure;
  const told = { account, user, core, brains, packets, lessons, erased_at: new Date(entry.at).toISOString() };
  const unsigned = {
    ...told,
    sha256: sha256Hex(erasedText(told)),
    action,
    target: entry.target,
    data_id: dataId,
    audit_seq: entry.seq,
    audit_hash: entry.hash,
    public_key: keys.publicKey,
  };
  return { ...unsigned, signature: keys.sign(signedText(unsigned)) };
}
