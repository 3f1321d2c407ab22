// One node behind a counting relay, whose work and whose database's work are counted.
import type { SQL } from "bun";
import type { PostgresServer } from "../../support/postgres.ts";
import { threadTime } from "../../trust/text/thread-times.ts";
import type { RestClient } from "../rest-client.ts";
import { type ExecutableOptions, type RunningExecutable, withExecutable } from "../start-executable.ts";
import { type Caller, createCaller } from "../suite/calls.ts";
import type { MovedData } from "../suite/moved-data.ts";
import { type Costs, divided, plus, withoutIdle } from "./costs.ts";
import { type CountRelay, openCountRelay } from "./count-relay.ts";
import { postmasterOf, processMs, serverMs } from "./processor-time.ts";

export interface MeasuredNode {
  readonly rest: RestClient;
  readonly caller: Caller;
  readonly running: RunningExecutable;
  /** A connection of the benchmark's own, past the relay. */
  readonly sql: SQL;
  /** What the work costs beside what an idle node does. */
  costsOf(work: () => Promise<unknown>): Promise<Costs>;
  /** What nothing costs a second: set at the start by `rest`, or all of it counts. */
  idleASecond: Costs;
}

export interface NodePlace {
  readonly moved: MovedData;
  readonly sql: SQL;
  /** Embedding threads. */
  readonly workers: number;
  /** Of the way to the database. */
  readonly delayMs?: number;
  /** Further words of the URL's query. */
  readonly query?: string;
}

const NOTHING: Costs = {
  ...{ seconds: 0, nodeMs: 0, mainMs: 0, databaseMs: 0, statements: 0, transactions: 0 },
  ...{ toDatabaseBytes: 0, fromDatabaseBytes: 0, walBytes: 0 },
};

export async function withMeasuredNode<T>(place: NodePlace, use: (node: MeasuredNode) => Promise<T>): Promise<T> {
  const { moved, sql, workers, delayMs = 0, query = "" } = place;
  const relay = openCountRelay(moved.server.port, delayMs);
  const address = new URL(moved.url);
  address.port = String(relay.port);
  address.search = query;
  const options: ExecutableOptions = {
    ...moved.node(address.href),
    flags: ["--embedding-workers", String(workers)],
  };
  try {
    return await withExecutable(options, (rest, running) => {
      const look = () => lookAt(running, moved.server, relay, sql);
      const node: MeasuredNode = {
        ...{ rest, running, sql, caller: createCaller(running), idleASecond: NOTHING },
        async costsOf(work) {
          const before = await look();
          await work();
          return withoutIdle(plus(await look(), before, -1), node.idleASecond);
        },
      };
      return use(node);
    });
  } finally {
    relay.close();
  }
}

/** So long an idle node is watched, for what it costs a second. */
export async function watchIdle(node: MeasuredNode, seconds: number): Promise<Costs> {
  node.idleASecond = NOTHING;
  const costs = await node.costsOf(() => Bun.sleep(seconds * 1_000));
  node.idleASecond = { ...divided(costs, costs.seconds), seconds: 0 };
  return node.idleASecond;
}

async function lookAt({ pid }: RunningExecutable, server: PostgresServer, relay: CountRelay, sql: SQL): Promise<Costs> {
  const [wal] = await sql`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`;
  return {
    seconds: performance.now() / 1_000,
    nodeMs: processMs(pid),
    mainMs: threadTime(pid, pid).runMs,
    databaseMs: serverMs(postmasterOf(server)),
    ...relay.counts(),
    walBytes: wal.bytes,
  };
}
