// Token buckets by name: each fills steadily up to its size, and a request takes one token.

/** Beyond this the one that a token was taken from longest ago is forgotten: it is full again. */
const BUCKETS_MAX = 16_384;

interface Bucket {
  readonly tokens: number;
  readonly filledAt: number;
}

/** How many tokens fit, and in what time an empty bucket fills. */
export interface BucketSize {
  readonly size: number;
  readonly perMs: number;
}

/** Whole tokens left, and ms until there is one more. */
export interface Level {
  readonly left: number;
  readonly moreInMs: number;
}

export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(private readonly bucketsMax = BUCKETS_MAX) {}

  /** Names that something was taken under, until they are forgotten. */
  get count(): number {
    return this.#buckets.size;
  }

  look(name: string, { size, perMs }: BucketSize, now: number): Level {
    const tokens = this.#tokens(name, { size, perMs }, now);
    const left = Math.floor(tokens);
    return { left, moreInMs: ((left + 1 - tokens) * perMs) / size };
  }

  /** Takes one token, where there is one. */
  take(name: string, bucket: BucketSize, now: number): void {
    const tokens = Math.max(0, this.#tokens(name, bucket, now) - 1);
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens, filledAt: now });
    if (this.#buckets.size <= this.bucketsMax) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }

  #tokens(name: string, { size, perMs }: BucketSize, now: number): number {
    const known = this.#buckets.get(name);
    if (known === undefined) return size;
    // A clock that was set back fills nothing, and from then on the bucket fills by the new time.
    if (now < known.filledAt) this.#buckets.set(name, { ...known, filledAt: now });
    // A size that shrank takes the rest away.
    return Math.min(size, known.tokens + (Math.max(0, now - known.filledAt) * size) / perMs);
  }
}
