// What an operator asks of a database that holds the data, beside what its own tools say.
import type { Finding } from "../finding.ts";
import type { FollowedChain } from "./data-files.ts";

/** How a database fares, at one look. */
export interface DatabaseState {
  /** As the server says it: `15.14`. */
  readonly version: string;
  /** It follows another one, and takes no writes. */
  readonly isStandby: boolean;
  /** What was acknowledged outlives a crash of its machine: fsync and full_page_writes are on. */
  readonly isDurable: boolean;
  /** On its disk, dead rows and indexes included. */
  readonly bytes: number;
  /** Of all programs to the whole server, and how many it takes. */
  readonly connections: number;
  readonly connectionsMax: number;
  readonly standbys: number;
  /** Those of them that a commit waits for. null, as further below: the role may not look. */
  readonly synchronousStandbys: number | null;
  /** What the standby that is furthest behind has not replayed; 0 without one. */
  readonly lagBytes: number | null;
  readonly lagSeconds: number | null;
  readonly deadRows: number;
  readonly liveRows: number;
  /** When a table was vacuumed last, by hand or by itself, ms since the epoch; null: none ever was. */
  readonly vacuumedAt: number | null;
  /** Of the transaction that has been open longest: nothing that was deleted since is freed. */
  readonly oldestTransactionSeconds: number | null;
  /** Since rows were frozen; at two thousand million the server takes no writes. */
  readonly transactionAge: number;
  readonly partitions: number;
  /** How many there must be. */
  readonly partitionsDue: number;
}

export interface DatabaseCare {
  /** Its URL, without a password. */
  readonly place: string;
  /** Whatever is wrong with it or will be, in no order. */
  examine(): Promise<Finding[]>;
  state(): Promise<DatabaseState>;
  /** `head`: to be looked for. */
  followAudit(head: string | null): Promise<FollowedChain>;
}
