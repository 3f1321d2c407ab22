// Work that must not overlap for one key, and may for different ones.

export class KeyedQueue<K> {
  readonly #tails = new Map<K, Promise<void>>();

  /** Runs `work` when all that was asked for under this key before has ended, however it ended. */
  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(work);
    const tail = mine.then(
      () => {},
      () => {},
    );
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
