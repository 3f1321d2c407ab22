// Rows that every request needs, kept for an instant: else each request would wait for the database to say them again.

/** How long another node's change may stay unseen; this node's own changes are seen at once. */
const KEPT_MS = 250;
const ROWS_MAX = 4_096;

interface Kept<T> {
  /** Several may wait for one look at the database. */
  readonly row: Promise<T | null>;
  /** From when the look began: what it finds is as old as that. */
  readonly until: number;
}

export class RecentRows<T> {
  readonly #kept = new Map<string, Kept<T>>();

  /**
   * @param mayBeMissed where this is false it is not kept that a row is absent: another node that makes it may rely on it
   * at once
   */
  constructor(private readonly mayBeMissed: boolean) {}

  get(name: string, read: () => Promise<T | null>): Promise<T | null> {
    const now = performance.now();
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.until > now) return this.#share(kept, read);
    const row = read();
    if (this.#kept.size >= ROWS_MAX) this.#kept.clear();
    const mine = { row, until: now + KEPT_MS };
    this.#kept.set(name, mine);
    const drop = () => {
      if (this.#kept.get(name) === mine) this.#kept.delete(name);
    };
    row.then((found) => {
      if (found === null && !this.mayBeMissed) drop();
    }, drop);
    return row;
  }

  /** What is being read just now is told to those who wait for it, and not kept: it may be from before the change. */
  clear(): void {
    this.#kept.clear();
  }

  async #share({ row }: Kept<T>, read: () => Promise<T | null>): Promise<T | null> {
    const found = await row;
    // It may have been made since that look began.
    return found === null && !this.mayBeMissed ? read() : found;
  }
}
