// The texts that a pool has accepted and not yet answered, and whether it has room for one more.
import type { EmbeddingLane } from "../domain/ports/embedder.ts";

/**
 * How long a text would wait for those before it, by how fast the last ones were: on a slow machine few make a long
 * queue.
 */
export interface WaitEstimate {
  /** What a worker took for one window, in ms. */
  took(ms: number): void;
  /** Whether a text waits too long with so many texts before it and so many workers. */
  isLong(texts: number, workers: number): boolean;
}

/** So many may always wait, for a machine may be busy for a moment when a crowd comes. */
const TEXTS_MIN = 64;
/** Weight of the latest window in the mean. */
const LATEST = 0.1;

/** Texts take turns window by window, so that each of those before it, however long, holds a text up by one window. */
export function createWaitEstimate(msMax: number): WaitEstimate {
  let windowMs = 0;
  return {
    took(ms) {
      windowMs = windowMs === 0 ? ms : (1 - LATEST) * windowMs + LATEST * ms;
    },
    isLong: (texts, workers) => texts >= TEXTS_MIN && workers > 0 && (texts * windowMs) / workers >= msMax,
  };
}

export class TextsHeld {
  readonly #counts = { interactive: 0, background: 0 };
  /** Interactive texts of each account that has any. */
  readonly #ofAccount = new Map<string, number>();

  constructor(
    private readonly queueMax: number,
    private readonly ahead: WaitEstimate,
  ) {}

  get counts(): Readonly<Record<EmbeddingLane, number>> {
    return this.#counts;
  }

  /** Where the queue is full, an account that has less than its share of it may still come, up to as much again. */
  hasRoomFor(account: string, workersOpen: number): boolean {
    const { queueMax } = this;
    const { interactive } = this.#counts;
    // Where the work is slow, the queue is full with fewer texts.
    const most = this.ahead.isLong(interactive, workersOpen) ? Math.min(queueMax, interactive) : queueMax;
    if (interactive < most) return true;
    return interactive < 2 * queueMax && this.#of(account) < most / (this.#ofAccount.size + 1);
  }

  enter(lane: EmbeddingLane, account: string): void {
    this.#counts[lane]++;
    if (lane === "interactive") this.#ofAccount.set(account, this.#of(account) + 1);
  }

  leave(lane: EmbeddingLane, account: string): void {
    this.#counts[lane]--;
    if (lane !== "interactive") return;
    const left = this.#of(account) - 1;
    if (left > 0) this.#ofAccount.set(account, left);
    else this.#ofAccount.delete(account);
  }

  #of(account: string): number {
    return this.#ofAccount.get(account) ?? 0;
  }
}
