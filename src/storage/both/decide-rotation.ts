// Whether a key may be made or rotated, and what a rotation leaves of both keys.
import { type Doer, SERVICE, SHELL } from "../../domain/audit.ts";
import { invalidRequest, MemoryError, unauthorized } from "../../domain/errors.ts";
import type { ApiKey, StoredKey } from "../../domain/key.ts";
import type { RotatedKey } from "../../domain/ports/key-store.ts";
import type { AuditKeys } from "../files/audit-keys.ts";
import { keyIssued, type NewEntry } from "./audit-entries.ts";
import type { KeyRotation } from "./write-inputs.ts";

/** The key that asks for it; null: somebody with a shell, or the service. */
export function issuerOf(by: Doer | undefined): string | null {
  return by === undefined || by.actor === SHELL || by.actor === SERVICE ? null : by.actor;
}

/** `lostCore`: see FoundKey. */
interface StandingKey {
  readonly row: StoredKey & { readonly coreId: number | null };
  readonly lostCore: boolean;
}

/**
 * Throws `unauthorized` where the key that asks is gone or ended: else one that is being revoked, or that went with its
 * account, could leave another behind.
 */
export function requireLiveIssuer(issuer: StandingKey | undefined): void {
  if (issuer === undefined || issuer.row.revokedAt !== null || issuer.lostCore) throw unauthorized();
}

export interface DecidedRotation {
  /** The row of the new key. */
  readonly made: StandingKey["row"];
  /** What changes in the row of the old one. */
  readonly ended: Pick<ApiKey, "expiresAt" | "replacedBy">;
  readonly entries: readonly NewEntry[];
  readonly rotated: RotatedKey;
}

/** Throws `key_not_found`, and `invalid_request` for a key that has ended or was rotated before. */
export function decideRotation(
  found: StandingKey | undefined,
  { id, next, endsAt }: KeyRotation,
  names: Pick<AuditKeys, "hashOfUser">,
): DecidedRotation {
  if (found === undefined) throw new MemoryError("key_not_found", "there is no such key");
  const { row, lostCore } = found;
  const hasEnded = row.revokedAt !== null || lostCore || (row.expiresAt ?? endsAt + 1) <= next.createdAt;
  if (hasEnded) throw invalidRequest("the key has ended, and only a live one can be rotated");
  if (row.replacedBy !== null) throw invalidRequest(`the key was rotated before, for ${row.replacedBy}`);
  const made = { ...row, ...next, lastUsedAt: null, replacedBy: null };
  const ended = { expiresAt: Math.min(endsAt, row.expiresAt ?? endsAt), replacedBy: next.id };
  const details = { replaced_by: next.id, expires_at: ended.expiresAt };
  const entry = { account: row.account, action: "key.rotated", target: `key:${id}`, details } as const;
  return {
    made,
    ended,
    entries: [entry, keyIssued(names, made)],
    rotated: { key: shownKey(made), old: shownKey({ ...row, ...ended }) },
  };
}

function shownKey({ hash: _, coreId: __, ...shown }: StandingKey["row"]): ApiKey {
  return shown;
}
