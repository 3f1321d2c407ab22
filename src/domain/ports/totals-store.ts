// What a service holds, counted over all accounts: numbers alone, no names and no memory.

export interface ServiceTotals {
  readonly accounts: number;
  /** Users that have a brain, each counted once in an account. */
  readonly users: number;
  /** Recorded ever, also those forgotten since. */
  readonly turns: number;
  /** Held now. */
  readonly packets: number;
  /** Live ones. */
  readonly lessons: number;
  /** Brains with packets that no pass has scanned. */
  readonly brainsWithNews: number;
  /** Of any brain; null: there was none yet. */
  readonly lastPass: EndedPass | null;
}

export interface EndedPass {
  /** ms since the epoch. */
  readonly finishedAt: number;
  readonly status: "ok" | "partial" | "failed";
  readonly lessonsCreated: number;
}

export interface TotalsStore {
  /** Looks at every brain: not to be asked at each request. */
  read(now: number): Promise<ServiceTotals>;
}
