// How many requests a second a key and its account may send.
import type { KeyIdentity } from "../domain/key.ts";
import { TokenBuckets } from "./token-buckets.ts";

const SECOND_MS = 1_000;

/** One limit that applied to a request. */
export interface AppliedLimit {
  readonly name: "key" | "account";
  /** Requests a second. */
  readonly requests: number;
  /** Requests that may follow at once. */
  readonly left: number;
  /** Seconds until there is one more, a whole number of at least 1. */
  readonly moreInS: number;
}

export interface RateDecision {
  /** In the order in which they are shown; empty where none applies. */
  readonly limits: readonly AppliedLimit[];
  /** Seconds after which the request may be sent again; null where it may go on. */
  readonly waitS: number | null;
}

export interface RequestsPerSecond {
  /** null: no limit. */
  readonly key: number | null;
  readonly account: number | null;
}

// Single writer: what another process lets through is counted here once it was told.
export class RateLimiter {
  readonly buckets = new TokenBuckets();

  /** Takes a token of each limit where every one has one, else of none. */
  take(identity: Pick<KeyIdentity, "id" | "account">, most: RequestsPerSecond, now: number): RateDecision {
    const asked = [
      { name: "key" as const, of: identity.id, requests: most.key },
      { name: "account" as const, of: identity.account, requests: most.account },
    ].flatMap(({ name, of, requests }) =>
      requests === null
        ? []
        : [{ name, requests, bucket: `${name} ${of}`, size: { size: requests, perMs: SECOND_MS } }],
    );
    const waits = asked.flatMap(({ bucket, size }) => {
      const { left, moreInMs } = this.buckets.look(bucket, size, now);
      return left > 0 ? [] : [moreInMs];
    });
    if (waits.length === 0) {
      for (const { bucket, size } of asked) this.buckets.take(bucket, size, now);
    }
    const limits = asked.map(({ name, bucket, requests, size }) => {
      const { left, moreInMs } = this.buckets.look(bucket, size, now);
      return { name, requests, left, moreInS: Math.max(1, Math.ceil(moreInMs / SECOND_MS)) };
    });
    return { limits, waitS: waits.length === 0 ? null : Math.max(...waits) / SECOND_MS };
  }
}
