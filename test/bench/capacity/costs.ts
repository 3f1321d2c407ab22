// What something costs, in numbers that can be added and divided: of a node, of the database, and between them.

export interface Costs {
  /** On the clock. */
  readonly seconds: number;
  /** On a processor: of the node, all threads. */
  readonly nodeMs: number;
  /** Of its main thread alone: there is one, however many cores there are. */
  readonly mainMs: number;
  /** On a processor: of all of the database's processes. */
  readonly databaseMs: number;
  readonly statements: number;
  readonly transactions: number;
  readonly toDatabaseBytes: number;
  readonly fromDatabaseBytes: number;
  /** Of the write-ahead log. */
  readonly walBytes: number;
}

export const COST_NAMES = [
  "seconds",
  "nodeMs",
  "mainMs",
  "databaseMs",
  "statements",
  "transactions",
  "toDatabaseBytes",
  "fromDatabaseBytes",
  "walBytes",
] as const satisfies readonly (keyof Costs)[];

function combine(first: Costs, second: Costs, numberOf: (a: number, b: number) => number): Costs {
  const entries = COST_NAMES.map((name) => [name, numberOf(first[name], second[name])]);
  return Object.fromEntries(entries) as unknown as Costs;
}

/** `first` and so many times `second`. */
export function plus(first: Costs, second: Costs, times = 1): Costs {
  return combine(first, second, (a, b) => a + times * b);
}

export function divided(costs: Costs, by: number): Costs {
  return combine(costs, costs, (a) => a / by);
}

/** What an idle node would have cost in the same time is left out; nothing is below 0. */
export function withoutIdle(costs: Costs, idleASecond: Costs): Costs {
  const { seconds } = costs;
  return { ...combine(costs, idleASecond, (a, b) => Math.max(0, a - seconds * b)), seconds };
}
