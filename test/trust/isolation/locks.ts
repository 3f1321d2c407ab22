// Locks of the oracle: what many may do at a time, and what must be alone.

/** Many shared holders, or one alone; first come, first served. */
export class Lock {
  #shared = 0;
  #alone = false;
  readonly #waiting: { readonly alone: boolean; readonly go: () => void }[] = [];

  async shared<T>(use: () => Promise<T>): Promise<T> {
    await this.#enter(false);
    return this.#leaveAfter(use);
  }

  async alone<T>(use: () => Promise<T>): Promise<T> {
    await this.#enter(true);
    return this.#leaveAfter(use);
  }

  /** null where it would have to wait: for a second lock, so that no two wait for each other. */
  async aloneNow<T>(use: () => Promise<T>): Promise<T | null> {
    if (this.#alone || this.#shared > 0 || this.#waiting.length > 0) return null;
    this.#alone = true;
    return this.#leaveAfter(use);
  }

  async #leaveAfter<T>(use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } finally {
      if (this.#alone) this.#alone = false;
      else this.#shared -= 1;
      this.#admit();
    }
  }

  #enter(alone: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ alone, go: resolve });
      this.#admit();
    });
  }

  #admit(): void {
    for (;;) {
      const next = this.#waiting[0];
      if (next === undefined || this.#alone || (next.alone && this.#shared > 0)) return;
      this.#waiting.shift();
      if (next.alone) this.#alone = true;
      else this.#shared += 1;
      next.go();
    }
  }
}
