// Lines of those who wait, one for each key, such as an account. After its turn a key goes behind the others.

export class FairLines<K, T> {
  /** None is empty. */
  readonly #lines = new Map<K, T[]>();

  /** How many wait in all lines together. */
  get length(): number {
    let length = 0;
    for (const line of this.#lines.values()) length += line.length;
    return length;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  add(key: K, item: T): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, [item]);
    else line.push(item);
  }

  /** Before all others of its key. */
  addFirst(key: K, item: T): void {
    this.#lines.set(key, [item, ...(this.#lines.get(key) ?? [])]);
  }

  /** A turn of the key that waits longest: `work` takes from its line, the first first. undefined where nobody waits. */
  turn<R>(work: (line: T[]) => R): R | undefined {
    for (const [key, line] of this.#lines) {
      const result = work(line);
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      return result;
    }
    return undefined;
  }

  clear(): void {
    this.#lines.clear();
  }
}
