// Rows that every request needs, kept for an instant: each commit of the writer empties SQLite's page cache of readers.

/** How long another process's change may stay unseen; the service's own changes are seen at once. */
const KEPT_MS = 250;
const ROWS_MAX = 4_096;

interface Kept<T> {
  readonly row: T;
  readonly until: number;
}

// Single writer: this process hears of its own changes at once, and of another's after KEPT_MS.
export class RecentRows<T> {
  readonly #kept = new Map<string, Kept<T | null>>();

  /**
   * @param mayBeMissed where this is false it is not kept that a row is absent: another process that makes it may rely
   * on it at once
   */
  constructor(private readonly mayBeMissed: boolean) {}

  get(name: string, read: () => T | null): T | null {
    const now = performance.now();
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.until > now) return kept.row;
    const row = read();
    if (row === null && !this.mayBeMissed) return null;
    if (this.#kept.size >= ROWS_MAX) this.#kept.clear();
    this.#kept.set(name, { row, until: now + KEPT_MS });
    return row;
  }

  clear(): void {
    this.#kept.clear();
  }
}
