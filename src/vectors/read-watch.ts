// What happens to a set of rows while somebody is reading it from the source.

/** One reader's notes. The source is asynchronous: what it answers may be older than a change made meanwhile. */
export interface ReadWatch {
  /** Rows that were added: a scan at its end must look for them, and one that has passed their place must start over. */
  appended: number[];
  /** Everything read so far is void. */
  forgotten: boolean;
  /** Rows that an answer under way may still hold. */
  readonly removed: Set<number>;
}

export class ReadWatches {
  readonly #open = new Map<number, Set<ReadWatch>>();

  /** Runs one reader of the set `key` and keeps notes for it until it is done. */
  async during<T>(key: number, read: (watch: ReadWatch) => Promise<T>): Promise<T> {
    const watch: ReadWatch = { appended: [], forgotten: false, removed: new Set() };
    const watches = this.#open.get(key) ?? new Set();
    this.#open.set(key, watches.add(watch));
    try {
      return await read(watch);
    } finally {
      watches.delete(watch);
      if (watches.size === 0) this.#open.delete(key);
    }
  }

  appended(key: number, seqs: Uint32Array): void {
    for (const watch of this.#open.get(key) ?? []) watch.appended.push(...seqs);
  }

  removed(key: number, seq: number): void {
    for (const watch of this.#open.get(key) ?? []) watch.removed.add(seq);
  }

  forgotten(key: number): void {
    for (const watch of this.#open.get(key) ?? []) watch.forgotten = true;
  }
}

/** For a reader that starts over. */
export function resetWatch(watch: ReadWatch): void {
  watch.appended = [];
  watch.forgotten = false;
  watch.removed.clear();
}
