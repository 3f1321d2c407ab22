// When a call is repeated, and after how long.
import type { MemorydError } from "./errors.ts";

const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 30_000;

/**
 * A refused connection, and a 429 or 503 that says when to come again, left nothing behind: any request may be sent
 * again. After another failure it may have been carried out, so only what is `repeatable` is.
 */
export function mayRepeat(error: MemorydError, repeatable: boolean): boolean {
  if (error.code === "connection_refused") return true;
  if ((error.status === 429 || error.status === 503) && error.retryAfterMs !== null) return true;
  return repeatable && error.isTransient && error.code !== "timeout";
}

/**
 * Milliseconds before the repetition that follows failure number `nth`, counted from 0: what the service asks for and up
 * to a tenth more, else a random part of a time that doubles from 250 ms to 30 s. So clients that failed together come
 * back one by one.
 */
export function pauseBefore(error: MemorydError, nth: number, chance: () => number = Math.random): number {
  if (error.retryAfterMs !== null) return error.retryAfterMs * (1 + chance() / 10);
  return Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** nth) * (0.5 + chance() / 2);
}
