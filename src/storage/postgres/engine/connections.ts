// The connections to the database: a pool for single statements, and lanes of it for transactions.
import { type ReservedSQL, SQL } from "bun";
import { drizzle } from "drizzle-orm/bun-sql";
import { storageUnusable } from "../../../domain/storage-faults.ts";
import type { DatabaseAddress } from "./database-url.ts";
import { isAftermath, isConnectionLost } from "./faults.ts";
import { watchLane } from "./watch-lane.ts";

/** What runs statements: on whichever connection is free, or on the one of a transaction. */
export type Drizzle = ReturnType<typeof drizzleOver>;

/** `client`: only what Drizzle asks of one. */
export function drizzleOver(client: Pick<SQL, "unsafe">) {
  return drizzle({ client: client as SQL, casing: "snake_case" });
}

const CONNECT_S = 5;
/** A connection is closed after so long, so that nodes spread over a database that was replaced. */
const LIFETIME_S = 60 * 60;
/** Longer than any statement may take: then nobody answers on the other side. */
const DEADLINE_MS = 30_000;
/** Connections of the pool that one statement may find lost. */
const LOST_MAX = 3;
const LOCK_MS = 10_000;
const STATEMENT_MS = 20_000;

export function openClient(address: DatabaseAddress): SQL {
  const { host, port, database, user, password, tls, authorities, isPooled, connectionsMax } = address;
  return new SQL({
    adapter: "postgres",
    ...(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}`, hostname: "localhost" } : { hostname: host }),
    ...{ port, database, username: user, password },
    tls: authorities === null || tls === "disable" ? tls : { ca: authorities, rejectUnauthorized: tls !== "require" },
    max: connectionsMax,
    connectionTimeout: CONNECT_S,
    maxLifetime: LIFETIME_S,
    prepare: !isPooled,
    ...(isPooled ? {} : { connection: { application_name: "memoryd", ...CONNECTION_SETTINGS } }),
  });
}

/** One connection with its prepared statements, for one transaction after another. */
interface Lane {
  readonly reserved: ReservedSQL;
  readonly db: Drizzle;
  readonly takeFailure: () => unknown;
  /** Of a client that was given up since, it counts for nothing. */
  readonly client: SQL;
  /** The connection was told what an acknowledged write rests on. */
  isDurable: boolean;
}

/**
 * Statements read a few rows of one of sixteen partitions: no compiling, and one plan for all values, since a plan for each
 * takes as long as what it plans.
 */
export const CONNECTION_SETTINGS = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  jit: "off",
  plan_cache_mode: "force_generic_plan",
};

/** What an acknowledged write rests on: never less than the primary's own disk, and a standby's where the operator asks for it. */
function durability(until: "transaction" | "connection"): string {
  const asked = "current_setting('synchronous_commit')";
  const kept = `CASE WHEN ${asked} = 'remote_apply' THEN ${asked} ELSE 'on' END`;
  return `set_config('synchronous_commit', ${kept}, ${until === "transaction"})`;
}

/** False: the connection is of no more use. The last word of a server that dies is any error, which it repeats from then on. */
function rollBack({ reserved }: Lane): Promise<boolean> {
  return reserved.unsafe("ROLLBACK").then(
    () => true,
    () => false,
  );
}

/** Said in each transaction under a pooler, which hands over another connection each time: a single statement has none of it. */
const PREFACE = `SELECT ${durability("transaction")}, ${Object.entries(CONNECTION_SETTINGS)
  .map(([name, setting]) => `set_config('${name}', '${setting}', true)`)
  .join(", ")}`;

export class Connections {
  #client: SQL;
  #replacedAt = Number.NEGATIVE_INFINITY;
  #idle: Lane[] = [];
  #lanes = 0;
  readonly #lanesMax: number;
  readonly #waiting: { readonly take: (lane: Lane | null) => void }[] = [];
  #closed = false;
  /** Single statements, each on whichever connection is free. */
  readonly db: Drizzle;

  constructor(private readonly address: DatabaseAddress) {
    this.#client = openClient(address);
    this.#lanesMax = Math.max(1, Math.floor(address.connectionsMax / 2));
    this.db = drizzleOver({ unsafe: (text: string, values?: unknown[]) => this.#single(text, values) } as SQL);
  }

  /**
   * Asked again where its connection was lost, as all of them are at once where the database was started anew: every such
   * statement reads, or may be done twice. What Drizzle asks of a query: itself, or its rows as their columns.
   */
  #single(text: string, values: unknown[] | undefined): ReturnType<SQL["unsafe"]> {
    const again = async <T>(ask: () => PromiseLike<T>): Promise<T> => {
      for (let tries = 0; ; tries++) {
        try {
          return await ask();
        } catch (error) {
          if (!isConnectionLost(error) || tries === LOST_MAX || this.#closed) throw error;
        }
      }
    };
    const rows = () => again(() => this.#client.unsafe(text, values));
    return {
      // biome-ignore lint/suspicious/noThenProperty: a query is asked by whoever waits for it.
      then: (done: never, failed: never) => rows().then(done, failed),
      values: () => again(() => this.#client.unsafe(text, values).values()),
    } as never;
  }

  /** A single statement below Drizzle: each row as its columns in their order. */
  async values<R extends readonly unknown[]>(text: string, values: unknown[]): Promise<R[]> {
    return (await this.#single(text, values).values()) as unknown as R[];
  }

  /** Rejects after DEADLINE_MS: then the connections are given up, for nobody answers on them. */
  async bounded<T>(work: Promise<T>): Promise<T> {
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#replace();
        reject(storageUnusable());
      }, DEADLINE_MS);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One transaction, which `begin` may say more of: committed when its promise is kept, undone where it is broken. */
  async transaction<T>(work: (db: Drizzle) => Promise<T>, begin = "BEGIN"): Promise<T> {
    const lane = await this.#begun(begin);
    const { reserved, db, takeFailure } = lane;
    takeFailure();
    let isUsable = true;
    try {
      const result = await work(db);
      const { command } = await reserved.unsafe("COMMIT");
      // Of a transaction in which a statement failed, the server says at its end that it was undone, and no error.
      if (command !== "COMMIT") throw new Error("a transaction was undone in silence");
      return result;
    } catch (error) {
      isUsable = await rollBack(lane);
      throw isAftermath(error) ? (takeFailure() ?? error) : error;
    } finally {
      this.#giveBack(lane, isUsable);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { take } of this.#waiting.splice(0)) take(null);
    for (const { reserved } of this.#idle.splice(0)) reserved.release();
    await this.#client.close({ timeout: 5 });
  }

  /** A lane with a transaction that has begun: one whose connection was lost before that is given up for another. */
  async #begun(begin: string): Promise<Lane> {
    for (let tries = 0; ; tries++) {
      const lane = await this.#take();
      try {
        await this.#begin(lane, begin);
        return lane;
      } catch (error) {
        // It may have begun before what failed. Where nothing can begin, another may do, whatever this one says.
        await rollBack(lane);
        this.#giveBack(lane, false);
        if (tries === this.#lanesMax || this.#closed) throw error;
      }
    }
  }

  async #begin(lane: Lane, begin: string): Promise<void> {
    const { reserved } = lane;
    if (!this.address.isPooled && !lane.isDurable) {
      await reserved.unsafe(`SELECT ${durability("connection")}`);
      lane.isDurable = true;
    }
    // In this order: before the transaction its settings would hold for nothing.
    const texts = this.address.isPooled ? [begin, PREFACE] : [begin];
    await Promise.all(texts.map((text) => reserved.unsafe(text).execute()));
  }

  async #take(): Promise<Lane> {
    if (this.#closed) throw new Error("the store is closed");
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#lanes < this.#lanesMax) return this.#openLane();
    const given = await new Promise<Lane | null>((take) => this.#waiting.push({ take }));
    if (given !== null) return given;
    // The lane that was waited for is lost: its place is free.
    return this.#take();
  }

  async #openLane(): Promise<Lane> {
    this.#lanes += 1;
    const client = this.#client;
    try {
      const reserved = await client.reserve();
      const { client: watched, takeFailure } = watchLane(reserved);
      return { reserved, db: drizzleOver(watched), takeFailure, client, isDurable: false };
    } catch (error) {
      if (client === this.#client) this.#lanes -= 1;
      this.#waiting.shift()?.take(null);
      throw error;
    }
  }

  #giveBack(lane: Lane, isUsable: boolean): void {
    const next = this.#waiting.shift();
    const isOwn = lane.client === this.#client;
    if (isUsable && isOwn && !this.#closed) {
      if (next === undefined) this.#idle.push(lane);
      else next.take(lane);
      return;
    }
    if (isOwn) this.#lanes -= 1;
    lane.reserved.release();
    next?.take(null);
  }

  #replace(): void {
    const now = performance.now();
    if (this.#closed || now - this.#replacedAt < DEADLINE_MS) return;
    this.#replacedAt = now;
    const former = this.#client;
    this.#client = openClient(this.address);
    this.#idle = [];
    this.#lanes = 0;
    former.close({ timeout: 0 }).catch(() => {});
  }
}
