// Slows down those who guess keys: it counts failed authentications by the address that they come from.
import { TokenBuckets } from "./token-buckets.ts";

const MINUTE_MS = 60_000;

export interface FailureThrottle {
  /** Whether any address failed lately: while none did nobody has to know where a request comes from. */
  readonly isWatching: boolean;
  /** Seconds until the address may fail again; null while it still may. */
  waitS(address: string, now: number): number | null;
  failed(address: string, now: number): void;
}

// Single writer: failures at another process are not counted here.
/** `perMinute` null: no limit. */
export function createFailureThrottle(perMinute: number | null): FailureThrottle {
  if (perMinute === null) return { isWatching: false, waitS: () => null, failed: () => {} };
  const buckets = new TokenBuckets();
  const bucket = { size: perMinute, perMs: MINUTE_MS };
  return {
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
