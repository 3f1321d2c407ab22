// The audit as the verbs read it, and what they enter by itself.
import type { AuditDetails, AuditEntry, Doer } from "../audit.ts";

/** What has no write of its own that it could be entered with. */
export interface NotedAction {
  readonly action: "memory.exported" | "service_settings.changed";
  readonly account: string;
  /** What of the account; null: all of it. */
  readonly core?: string | null;
  readonly user?: string | null;
  readonly details?: AuditDetails;
  readonly by: Doer;
}

export interface AuditPage {
  readonly limit: number;
  /** null: from the newest on. */
  readonly before: number | null;
}

export interface AuditStore {
  /** Newest first, those before `before`; null: of all accounts. */
  list(account: string | null, page: AuditPage): Promise<AuditEntry[]>;
  /** The same of the account that has the name now: what was entered before it was made is of another one. */
  listOwn(account: string, page: AuditPage): Promise<AuditEntry[]>;
  /** On the disk before what it tells of begins. */
  note(action: NotedAction): Promise<void>;
  /** When the newest backup that was finished was taken, by whomever, ms since the epoch; null: none is known. */
  lastBackup(): Promise<number | null>;
  /** The newest backups that were finished, by whom and when they were taken; at most so many. */
  finishedBackups(limit: number): Promise<Doer[]>;
  /** What receipts are signed with, and whose data it is. */
  identity(): Promise<{ readonly dataId: string; readonly publicKey: string }>;
  /** Whether it is, or was, the key that receipts are signed with: base64, as `identity` has it. */
  isSigningKey(publicKey: string): Promise<boolean>;
}
