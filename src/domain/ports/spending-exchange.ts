// What requests have taken of the limits that count them, told between nodes.

/** Taken of one token bucket. */
export interface Spending {
  /** Of the bucket. */
  readonly name: string;
  readonly count: number;
  /** How many tokens fit in it, and in what time it fills. */
  readonly size: number;
  readonly perMs: number;
}

/** Of requests by key and account, and of requests without a valid key by address. */
export interface Spendings {
  readonly rates: readonly Spending[];
  readonly failures: readonly Spending[];
}

export interface SpendingExchange {
  /** Tells the other nodes what was taken here since the call before; resolves to what was taken there since then. */
  exchange(own: Spendings): Promise<Spendings>;
}
