// Time and randomness come from outside, so that tests can say what they are.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface RandomSource {
  /** Unpredictable bytes, fit for keys and tokens. */
  bytes(count: number): Uint8Array;
}
