// What the harness and a peer's process say to each other: one JSON value a line; vector_peers.py knows it too.

/** Rows are numbered from 0, as they stand in the file. */
export type PeerRequest =
  | {
      readonly do: "build";
      readonly vectors: string;
      readonly count: number;
      /** Rows that will be there once all are added. */
      readonly capacity: number;
      /** Empty folder for whatever the peer stores. */
      readonly folder: string;
    }
  /** Adds rows one at a time, each to be found by the next search. */
  | { readonly do: "add"; readonly vectors: string; readonly from: number; readonly to: number }
  /** What a peer does once after changes: merge pieces, write itself to its folder. */
  | { readonly do: "settle" }
  /** Asks `count` queries of the file, from `from` on and round its end; fewer once `budgetMs` are over. */
  | {
      readonly do: "search";
      readonly queries: string;
      readonly queryCount: number;
      readonly from: number;
      readonly count: number;
      readonly budgetMs: number;
      readonly limit: number;
    };

/** The first line of a peer's process. */
export interface PeerHello {
  readonly version: string;
}

export interface BuildAnswer {
  readonly seconds: number;
  /** Processes that work for the peer's beside it. */
  readonly pids?: readonly number[];
}

export interface AddAnswer {
  readonly ms: readonly number[];
}

export interface SearchAnswer {
  readonly ms: readonly number[];
  /** Rows found by each query asked, nearest first. */
  readonly rows: readonly (readonly number[])[];
}

export interface PeerFailure {
  readonly error: string;
}

/** So many queries are asked whatever the budget. */
export const SEARCHES_MIN = 3;
