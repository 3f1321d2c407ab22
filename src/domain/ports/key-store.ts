// API keys. Every write but `touch` is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { ApiKey, FoundKey, StoredKey } from "../key.ts";

/** Of a key that takes another one's place: the rest is that one's. */
export type NextKey = Pick<StoredKey, "id" | "hash" | "createdAt" | "expiresAt">;

export interface RotatedKey {
  readonly key: ApiKey;
  readonly old: ApiKey;
}

export interface KeyStore {
  find(id: string): Promise<FoundKey | null>;
  /** Whether some key has this id, from memory that may be an instant old: many in a row cost no look at the store. */
  isKnown(id: string): Promise<boolean>;
  /** Of one account, oldest first, revoked ones included. */
  list(account: string): Promise<ApiKey[]>;
  /** Binds it to the core that has the name now. Throws `account_not_found`, `core_not_found`. */
  add(key: StoredKey, by?: Doer): Promise<void>;
  /**
   * Stores another key of the same account, name, scope and binding, and lets the old one end at `endsAt` or sooner.
   * Throws `key_not_found`, and `invalid_request` for a key that has ended or was rotated before.
   */
  rotate(id: string, next: NextKey, endsAt: number, by?: Doer): Promise<RotatedKey>;
  /** Whether a key of this id was ever issued, also where it is gone with its account. Slow: it reads the whole audit. */
  wasIssued(id: string): Promise<boolean>;
  /** False where the account has no such key; a second revocation changes nothing. */
  revoke(account: string, id: string, now: number, by?: Doer): Promise<boolean>;
  /** May be late or skipped: when a key was used last is a hint, not a promise. */
  touch(id: string, now: number): void;
  /** Writes what `touch` gathered; called now and then, and when the store closes. */
  flushTouches(): Promise<void>;
}
