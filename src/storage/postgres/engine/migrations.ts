// Every migration, in order, inside the executable. A released one is never edited: its checksum is in the data.
import initial from "./migrations/0001-initial.sql" with { type: "text" };
import spendings from "./migrations/0002-spendings.sql" with { type: "text" };
import accountTurnShares from "./migrations/0003-account-turn-shares.sql" with { type: "text" };

export interface Migration {
  /** 1, 2, 3 … without gaps; the data's schema version is the last one applied. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /**
   * The oldest schema version whose nodes may go on working on the data after it, while they are replaced one by one: it
   * may add what they do not know, and take nothing that they use.
   */
  readonly servesFrom: number;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "initial", sql: initial, servesFrom: 1 },
  { version: 2, name: "spendings", sql: spendings, servesFrom: 1 },
  { version: 3, name: "account-turn-shares", sql: accountTurnShares, servesFrom: 1 },
];
