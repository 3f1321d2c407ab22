// Token buckets by name: each fills steadily up to its size, and a request takes one token.
import type { Spending } from "../domain/ports/spending-exchange.ts";

/** Beyond this the one that a token was taken from longest ago is forgotten: it is full again. */
const BUCKETS_MAX = 16_384;
/** So many times its size a bucket may owe: that many nodes more keep to one rate together. */
const DEBT_MAX = 16;

interface Bucket {
  /** Less than 0: so many were taken elsewhere beyond what there was. */
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
  /** null: nobody asks for it. */
  #taken: Map<string, Spending> | null = null;

  constructor(private readonly bucketsMax = BUCKETS_MAX) {}

  /** Names that something was taken under, until they are forgotten. */
  get count(): number {
    return this.#buckets.size;
  }

  look(name: string, { size, perMs }: BucketSize, now: number): Level {
    const tokens = this.#tokens(name, { size, perMs }, now);
    const left = Math.max(0, Math.floor(tokens));
    return { left, moreInMs: ((left + 1 - tokens) * perMs) / size };
  }

  /** Takes one token, where there is one. */
  take(name: string, bucket: BucketSize, now: number): void {
    const tokens = this.#tokens(name, bucket, now);
    this.#set(name, Math.max(Math.min(0, tokens), tokens - 1), now);
    this.#note(name, bucket);
  }

  /** What was taken elsewhere, be it more than there was: the bucket fills up again before it gives a token here. */
  takeElsewhere({ name, count, size, perMs }: Spending, now: number): void {
    const tokens = this.#tokens(name, { size, perMs }, now);
    this.#set(name, Math.max(-DEBT_MAX * size, tokens - count), now);
  }

  /** What was taken since the last call, the `most` names of which most was taken; from the first call on it is counted. */
  drain(most: number): Spending[] {
    const taken = [...(this.#taken?.values() ?? [])];
    this.#taken = new Map();
    return taken.length <= most ? taken : taken.sort((a, b) => b.count - a.count).slice(0, most);
  }

  #note(name: string, bucket: BucketSize): void {
    const known = this.#taken?.get(name);
    if (known === undefined && this.#taken?.size === this.bucketsMax) return;
    this.#taken?.set(name, { name, ...bucket, count: 1 + (known?.count ?? 0) });
  }

  #set(name: string, tokens: number, now: number): void {
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
