// The texts that a pool has accepted and not yet answered, and whether it has room for one more.
import type { EmbeddingLane } from "../domain/ports/embedder.ts";
import type { WaitEstimate } from "./wait-estimate.ts";

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
