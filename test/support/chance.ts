// Time that a test moves, and randomness that is the same in every run.
import type { Clock, RandomSource } from "../../src/base/chance.ts";

export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export class TestClock implements Clock {
  constructor(private nowMs = Date.parse("2026-03-01T12:00:00.000Z")) {}

  now(): number {
    return this.nowMs;
  }

  advance(ms: number): void {
    this.nowMs += ms;
  }

  /** The moment `ms` from now, as the interface writes it. */
  iso(ms = 0): string {
    return new Date(this.nowMs + ms).toISOString();
  }
}

/** 0 to below 1; mulberry32. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seededRandom(seed: number): RandomSource {
  const next = seededNumbers(seed);
  return { bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)) };
}
