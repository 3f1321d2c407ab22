// Says who sent a request, from the key in its header, and slows down those who guess keys.
import type { Clock } from "../base/chance.ts";
import { MemoryError, unauthorized } from "../domain/errors.ts";
import type { FoundKey, KeyIdentity } from "../domain/key.ts";
import type { KeyStore } from "../domain/ports/key-store.ts";
import { hashOfKey, parseKey, sameHash, type WrittenKey } from "./key-format.ts";
import type { PageSessions } from "./page-sessions.ts";
import { TokenBuckets } from "./token-buckets.ts";

const MINUTE_MS = 60_000;

export interface AuthenticateKeyDeps {
  readonly clock: Clock;
  readonly keys: KeyStore;
}

/** Counts failed authentications by the address that they come from. */
export interface FailureThrottle {
  /** Whether any address failed lately: while none did nobody has to know where a request comes from. */
  readonly isWatching: boolean;
  /** Seconds until the address may fail again; null while it still may. */
  waitS(address: string, now: number): number | null;
  failed(address: string, now: number): void;
  /** By address; null: nothing is counted. */
  readonly buckets: TokenBuckets | null;
}

/** Where a request comes from, and how often it may fail from there. */
export interface Origin {
  /** Looked up when it is needed, for it costs as much as the rest; null where it is not known. */
  readonly address: () => string | null;
  readonly throttle: FailureThrottle;
}

/**
 * Throws `unauthorized`, in one wording for every reason: a caller without a key learns nothing about keys. An address
 * that failed too often gets `rate_limited` instead, for nothing that is looked up in the store; a valid key still works
 * from there. Without `origin` nothing is counted.
 */
export async function authenticateKey(
  deps: AuthenticateKeyDeps,
  written: string | null,
  origin: Origin | null = null,
): Promise<KeyIdentity> {
  const now = deps.clock.now();
  const parsed = written === null ? null : parseKey(written);
  const waitS = origin?.throttle.isWatching === true ? waitOf(origin, now) : null;
  const mayLook = parsed !== null && (waitS === null || (await deps.keys.isKnown(parsed.id)));
  const stored = mayLook ? await deps.keys.find(parsed.id) : null;
  if (parsed !== null && stored !== null && isRight(parsed, stored, now)) {
    return used(deps, stored, now);
  }
  if (waitS !== null) {
    const message = "too many requests without a valid key came from this address";
    throw new MemoryError("rate_limited", message, { retry_after_s: Math.ceil(waitS) });
  }
  const address = origin?.address() ?? null;
  if (address !== null) origin?.throttle.failed(address, now);
  throw unauthorized();
}

/**
 * Who signed in at the dashboard. The key is looked up each time: a session ends with it. Throws `unauthorized`.
 */
export async function authenticateSession(
  deps: AuthenticateKeyDeps,
  sessions: PageSessions,
  secret: string,
): Promise<KeyIdentity> {
  const now = deps.clock.now();
  const keyId = sessions.use(secret, now);
  const stored = keyId === null ? null : await deps.keys.find(keyId);
  if (stored === null || !isLive(stored, now)) {
    sessions.end(secret);
    throw unauthorized();
  }
  return used(deps, stored, now);
}

function used({ keys }: AuthenticateKeyDeps, { id, account, scope, core, user }: FoundKey, now: number): KeyIdentity {
  keys.touch(id, now);
  return { id, account, scope, core, user };
}

function waitOf({ address, throttle }: Origin, now: number): number | null {
  const from = address();
  return from === null ? null : throttle.waitS(from, now);
}

function isRight(written: WrittenKey, stored: FoundKey, now: number): boolean {
  return sameHash(hashOfKey(written.text), stored.hash) && isLive(stored, now);
}

function isLive(key: FoundKey, now: number): boolean {
  return !isRevoked(key) && (key.expiresAt === null || key.expiresAt > now);
}

function isRevoked(key: FoundKey): boolean {
  return key.revokedAt !== null || key.lostCore;
}

/**
 * For a request that takes its time, such as a body that comes slowly: a key that was revoked meanwhile does nothing more.
 * One that expires meanwhile finishes what it began. Throws `unauthorized`.
 */
export async function requireUnrevoked(deps: Pick<AuthenticateKeyDeps, "keys">, { id }: KeyIdentity): Promise<void> {
  const key = await deps.keys.find(id);
  if (key === null || isRevoked(key)) throw unauthorized();
}

// Single writer: failures at another process are counted here once they were told.
/** `perMinute` null: no limit. */
export function createFailureThrottle(perMinute: number | null): FailureThrottle {
  if (perMinute === null) return { isWatching: false, waitS: () => null, failed: () => {}, buckets: null };
  const buckets = new TokenBuckets();
  const bucket = { size: perMinute, perMs: MINUTE_MS };
  return {
    buckets,
    get isWatching() {
      return buckets.count > 0;
    },
    waitS(address, now) {
      const { left, moreInMs } = buckets.look(address, bucket, now);
      return left > 0 ? null : moreInMs / 1_000;
    },
    failed: (address, now) => buckets.take(address, bucket, now),
  };
}
