// The audit: what the operator and the admin keys did, one entry an action, each bound to the one before by its hash.
import { DEFAULT_ACCOUNT } from "./brain.ts";

/** Everything that is entered. `target` says what it was done to, `details` the little that is told of it. */
export type AuditAction =
  | "account.created"
  | "account.changed"
  | "account.deleted"
  | "key.issued"
  | "key.revoked"
  | "key.rotated"
  | "settings.changed"
  | "core.created"
  | "core.changed"
  | "core.deleted"
  | "constitution.put"
  | "constitution.deleted"
  | "memory.erased"
  | "memory.deleted"
  | "memory.changed"
  | "memory.exported"
  | "memory.imported"
  | "lesson.added"
  | "lesson.changed"
  | "lesson.deleted"
  | "user.erased"
  /** Entered before the copy begins, so that it holds its own entry. */
  | "backup.made"
  /** Entered once the file is whole and has its name; its time is that of the copy. */
  | "backup.finished"
  | "backup.restored"
  | "model.adopted"
  | "service_settings.changed"
  | "signing_key.used";

/** The account that entries of the whole service belong to. */
export const SERVICE_ACCOUNT = DEFAULT_ACCOUNT;

/** Somebody with a shell on the machine, and the service by itself. */
export const SHELL = "shell";
export const SERVICE = "service";

/** Who does something, and when. */
export interface Doer {
  /** A key's id, `shell` or `service`. */
  readonly actor: string;
  /** Ms since the epoch. */
  readonly at: number;
}

export function doneBy(identity: { readonly id: string }, clock: { now(): number }): Doer {
  return { actor: identity.id, at: clock.now() };
}

type Detail = string | number | boolean | null | readonly string[];
/** Words, numbers and hashes: never a user's name, a memory's text or a secret. */
export type AuditDetails = Readonly<Record<string, Detail | Readonly<Record<string, Detail>>>>;

export interface AuditEntry {
  /** 1, 2, 3 … over all accounts. */
  readonly seq: number;
  readonly at: number;
  readonly account: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  /** JSON. */
  readonly details: string;
  /** Hex SHA-256 of the entry before; of the first: of `originText`. */
  readonly previous: string;
  readonly hash: string;
}

/** What an entry's SHA-256 goes over, in UTF-8: a JSON array without white space, its details as the text they are. */
export function canonicalEntry(entry: Omit<AuditEntry, "hash">): string {
  const { seq, at, account, actor, action, target, details, previous } = entry;
  return JSON.stringify([seq, at, account, actor, action, target, details, previous]);
}

/** Where the chain ends; before the first entry: 0, and what that will be bound to. */
export type ChainEnd = Pick<AuditEntry, "seq" | "hash">;

/** What stands before the first entry, to be hashed in its turn. */
export function originText(dataId: string): string {
  return `memoryd audit 1 ${dataId}`;
}
