// How whoever waits for a backup is told how far it is.

export interface BackupProgress {
  /** A part of the work begins; `total` in the unit of `advance`, null where nobody knows it. */
  begin(label: string, total: number | null): void;
  advance(count: number): void;
}

export const NO_PROGRESS: BackupProgress = { begin: () => {}, advance: () => {} };
