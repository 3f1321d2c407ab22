// The numbers of the capacity model: what part "capacity" of the benchmark measures, and the simulation reads.
import type { RetrievalMode } from "../rest-client.ts";
import type { Costs } from "./costs.ts";

/** On the clock, one call after another, with nothing between node and database. */
export interface CallTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Of one retrieval mode, for brains of one size. */
export interface TurnCosts {
  readonly mode: RetrievalMode;
  readonly packets: number;
  /** A question to a brain in memory. */
  readonly prepare: Costs;
  readonly record: Costs;
  /** The packet's own, after the record was answered. */
  readonly embedding: Costs;
  /** The first question to a brain that is not in memory. */
  readonly first: Costs;
  /** Of the brain's vectors and words in a node's memory. */
  readonly memoryBytes: number;
}

export interface TurnTimes {
  readonly mode: RetrievalMode;
  readonly packets: number;
  readonly prepare: CallTimes;
  readonly record: CallTimes;
  readonly first: CallTimes;
}

export interface MemoryCosts {
  /** Resident, with one embedding thread. */
  readonly idleNodeBytes: number;
  /** With each further one. */
  readonly workerBytes: number;
}

/** In the database's files: tables, what is stored apart, indexes. */
export interface DiskCosts {
  /** One that a learning pass has seen. */
  readonly packetBytes: number;
  readonly brainBytes: number;
  /** Of a recorded turn what stays beside its packet: its row and its token. */
  readonly turnBytes: number;
  /** What it adds at first: with its packet, with what a pass is to see and what waits for vacuum. */
  readonly freshTurnBytes: number;
  /** Pages that the first question reads for each packet: of a brain whose packets lie together, and among others'. */
  readonly pagesTogether: number;
  readonly pagesAmongOthers: number;
}

/** Of the write-ahead log, for a whole turn. */
export interface LogCosts {
  /** The first on its pages since a checkpoint: each is logged whole. */
  readonly afterCheckpointBytes: number;
  readonly againBytes: number;
}

/** How often a call waits for the database, one time after another. */
export interface RoundTrips {
  readonly prepare: number;
  readonly record: number;
}

/** Turns of an account that count on one row, since its plan limits them; of one whose turns no plan limits; of several such. */
export interface AccountRow {
  readonly roundTripMs: number;
  readonly clients: number;
  readonly accounts: number;
  readonly limitedASecond: number;
  readonly oneAccountASecond: number;
  readonly manyAccountsASecond: number;
}

export interface Measured {
  readonly turns: readonly TurnCosts[];
  readonly times: readonly TurnTimes[];
  /** Of one node that nobody asks. */
  readonly idleASecond: Costs;
  readonly memory: MemoryCosts;
  readonly disk: DiskCosts;
  readonly log: LogCosts;
  readonly roundTrips: RoundTrips;
  readonly accountRow: AccountRow;
  /** A write of 4 KiB and its fsync, where the database lies. */
  readonly commitMs: number;
}
