// An API key: its account, what it may do, and which brains it reaches.
import type { BrainKey } from "./brain.ts";

export type KeyScope = "admin" | "agent";

export interface ApiKey {
  /** 8 characters, not secret. */
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly scope: KeyScope;
  /** The only core, or user, that the key reaches; null: any of the account. */
  readonly core: string | null;
  readonly user: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The id of the key that it was rotated for; null: it was not. */
  readonly replacedBy: string | null;
}

/** A key with the SHA-256 of its written form, as stored. */
export interface StoredKey extends ApiKey {
  readonly hash: Uint8Array;
}

export interface FoundKey extends StoredKey {
  /** The very core that it is bound to is gone, whatever has its name by now: the key is as good as revoked. */
  readonly lostCore: boolean;
}

/** What a request may do, once its key has been checked. */
export type KeyIdentity = Pick<ApiKey, "id" | "account" | "scope" | "core" | "user">;

/** Whether the key reaches the brain under some choice of headers. */
export function keyReaches(identity: KeyIdentity, brain: BrainKey): boolean {
  return (
    identity.account === brain.account &&
    (identity.core === null || identity.core === brain.core) &&
    (identity.user === null || identity.user === brain.user)
  );
}
