// PostgreSQL's side of a move: rows come and go by COPY, in its binary form.
import type { SQL as Client } from "bun";
import { sql } from "drizzle-orm";
import type { ChainEnd } from "../../domain/audit.ts";
import { CommandFault } from "../../domain/command-fault.ts";
import { DataRefusedError } from "../files/data-directory.ts";
import { Connections, type Drizzle } from "../postgres/engine/connections.ts";
import { copyLot } from "../postgres/engine/copy-into.ts";
import { type Lot, RowCutter } from "../postgres/engine/copy-rows.ts";
import { type DatabaseAddress, showDatabase } from "../postgres/engine/database-url.ts";
import { databaseCodeOf, messageOf } from "../postgres/engine/faults.ts";
import { migrate } from "../postgres/engine/migrate.ts";
import { readMoveMark, removeMoveMark, requireWholeData, writeMoveMark } from "../postgres/engine/unfinished-move.ts";
import { auditHead } from "../postgres/schema.ts";
import { newestSigningKey } from "../postgres/writes/write-audit.ts";
import {
  type DataSide,
  type GivenNumbers,
  MoveError,
  OTHER_HISTORY,
  type RowRange,
  TABLES_AT_ONCE,
  type TargetSide,
} from "./data-sides.ts";
import { MOVED_TABLES, type MovedTable } from "./moved-tables.ts";

/** Of one transaction in SQLite. */
const LOT_BYTES = 4 * 1024 * 1024;
/** Any number that nobody else is likely to lock in the same database. */
const LOCK = 7_241_836_502;
const LOCK_NOT_AVAILABLE = "55P03";

/** Where the data comes from: nobody writes to it while `use` runs. Throws DataRefusedError. */
export function usePostgresSource<T>(address: DatabaseAddress, use: (source: DataSide) => Promise<T>): Promise<T> {
  return withDatabase(address, (database) =>
    database.hold(async (db) => {
      const place = showDatabase(address);
      await requireWholeData(db);
      const { dataId } = await migrate(database.connections, {
        ...{ now: Date.now(), newId: "", mayMigrate: false },
        onEmpty: () => {
          throw new DataRefusedError(`there is no data in ${place}`);
        },
      });
      await lockTables(db, place);
      return use(database.sideOf(dataId));
    }),
  );
}

/** Where the data goes: `use` runs on an empty database, or on what a move of the same data has left there. */
export function usePostgresTarget<T>(
  address: DatabaseAddress,
  from: Pick<DataSide, "dataId" | "place">,
  use: (target: TargetSide) => Promise<T>,
): Promise<T> {
  return withDatabase(address, (database) =>
    database.hold(async (db) => {
      const place = showDatabase(address);
      await markTarget(database.connections, place, from);
      const { dataId } = await migrate(database.connections, {
        ...{ now: Date.now(), newId: from.dataId, mayMigrate: true },
        onEmpty: () => {},
      });
      // A service made data there at the same moment.
      if (dataId !== from.dataId) throw new DataRefusedError(`${place} holds the data ${dataId} by now`);
      return use(database.targetOf(dataId, db));
    }),
  );
}

async function withDatabase<T>(address: DatabaseAddress, use: (database: MovedDatabase) => Promise<T>): Promise<T> {
  // Each table that is read or written takes one for itself, and so does the lock; transactions get half of them.
  const connections = new Connections({ ...address, connectionsMax: 2 * (TABLES_AT_ONCE + 2) });
  try {
    return await use(new MovedDatabase(connections, showDatabase(address)));
  } catch (error) {
    throw toldFault(error, showDatabase(address));
  } finally {
    await connections.close().catch(() => {});
  }
}

const SERVER = /^[0-9A-Z]{5}$/;
const DRIVER = /^(ERR_POSTGRES_\w+|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND)$/;
/** Of a text with a NUL, which only data from before they were refused may have. */
const UNTRANSLATABLE = "22021";

/** Without a value of any row. */
function toldFault(error: unknown, place: string): unknown {
  if (error instanceof CommandFault) return error;
  const code = databaseCodeOf(error);
  const isServers = SERVER.test(code) && /\d/.test(code);
  if (!isServers && !DRIVER.test(code)) return error;
  const more = code === UNTRANSLATABLE ? ": some text holds a character that PostgreSQL has no room for" : "";
  return new MoveError(`the database ${place} cannot be used (${messageOf(error)})${more}`);
}

async function lockTables(db: Drizzle, place: string): Promise<void> {
  const names = sql.join(
    [...MOVED_TABLES.map(({ name }) => name), "audit_head"].map((name) => sql.identifier(name)),
    sql`, `,
  );
  // A write takes milliseconds.
  await db.execute(sql`SELECT set_config('lock_timeout', '3000', true)`);
  try {
    await db.execute(sql`LOCK TABLE ${names} IN EXCLUSIVE MODE`);
  } catch (error) {
    if (databaseCodeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new DataRefusedError(`somebody writes to ${place}: stop every memoryd on it first`);
  }
}

/** Whatever stands in the schema, but for what extensions have put there. */
const OBJECTS = sql`SELECT count(*)::int AS count FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
  AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`;

/** Before anything is made there: killed at any moment, no service takes it for data of its own. */
async function markTarget(
  connections: Connections,
  place: string,
  from: Pick<DataSide, "dataId" | "place">,
): Promise<void> {
  await connections.transaction(async (db) => {
    const mark = await readMoveMark(db);
    if (mark?.dataId === from.dataId) return;
    if (mark !== null) throw new DataRefusedError(`${place} holds an unfinished move of other data (${mark.dataId})`);
    const [row] = await db.execute<{ count: number }>(OBJECTS);
    if (row?.count !== 0) {
      throw new DataRefusedError(`${place} is not empty: data is moved into a database without any tables`);
    }
    await writeMoveMark(db, { dataId: from.dataId, source: from.place });
  });
}

function columnsOf({ columns }: MovedTable): string {
  return Object.keys(columns)
    .map((column) => `"${column}"`)
    .join(", ");
}

function rowsOf({ name, postgresFrom }: MovedTable): string {
  return postgresFrom === undefined ? `"${name}"` : `${postgresFrom} AS "${name}"`;
}

class MovedDatabase {
  constructor(
    readonly connections: Connections,
    private readonly place: string,
  ) {}

  /** One move at a time; whatever `work` does, the lock is held by a transaction of its own. */
  hold<T>(work: (db: Drizzle) => Promise<T>): Promise<T> {
    return this.connections.transaction(async (db) => {
      await db.execute(sql`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`);
      const [row] = await db.execute<{ isMine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`);
      if (row?.isMine !== true)
        throw new DataRefusedError(
          `another move is under way in ${this.place}, or the connection of one has not ended yet`,
        );
      return work(db);
    });
  }

  sideOf(dataId: string): DataSide {
    const { db } = this.connections;
    return {
      ...{ place: this.place, dataId },
      count: (table) => this.#count(table),
      read: (table, range, take) => this.#read(table, range, take),
      numbers: () => numbersIn(db),
      head: async () => {
        const [head] = await db.select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead);
        if (head === undefined) throw new DataRefusedError("the data has lost the end of its audit");
        return head;
      },
      signingKey: () => newestSigningKey(db),
    };
  }

  targetOf(dataId: string, held: Drizzle): TargetSide {
    return {
      ...this.sideOf(dataId),
      isDerived: () => false,
      write: (table, lot) => this.#write(table, lot),
      clear: async ({ name }) => {
        if (name === "audit") throw new DataRefusedError(`${this.place} ${OTHER_HISTORY}`);
        await this.#unhurried((client) => client.unsafe(`TRUNCATE "${name}"`));
      },
      settle: (numbers, head) => this.#settle(numbers, head),
      // With the lock: nobody begins another move between the two.
      finish: () => removeMoveMark(held),
    };
  }

  /** In a transaction without a limit in time. */
  #unhurried<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.connections.transaction(async ({ $client }) => {
      await $client.unsafe("SET LOCAL statement_timeout = 0");
      return work($client);
    });
  }

  async #count(table: MovedTable): Promise<number> {
    const count = `SELECT count(*)::float8 AS count FROM ${rowsOf(table)}`;
    const [row] = await this.#unhurried((client) => client.unsafe(count));
    return row.count;
  }

  #read(table: MovedTable, { from, limit }: RowRange, take: (lot: Lot) => Promise<void>): Promise<void> {
    const order = table.key.map((column) => `"${column}"${table.columns[column] === "text" ? ' COLLATE "C"' : ""}`);
    const rows = `SELECT ${columnsOf(table)} FROM ${rowsOf(table)} ORDER BY ${order.join(", ")} LIMIT ${limit ?? "ALL"} OFFSET ${from}`;
    return this.#unhurried(async (client) => {
      const cutter = new RowCutter();
      for await (const chunk of client.unsafe(`COPY (${rows}) TO STDOUT (FORMAT binary)`).readable()) {
        cutter.add(chunk);
        if (cutter.length >= LOT_BYTES) await take(cutter.take());
      }
      cutter.requireEnd();
      await take(cutter.take());
    });
  }

  async #write(table: MovedTable, lot: Lot): Promise<void> {
    await this.#unhurried((client) => copyLot(client, { name: table.name, columns: Object.keys(table.columns) }, lot));
  }

  async #settle({ brains, cores }: GivenNumbers, { seq, hash }: ChainEnd): Promise<void> {
    const statements = [
      setNumber("'brain_numbers'", String(brains)),
      setNumber("pg_get_serial_sequence('cores', 'id')", String(cores)),
      setNumber("'learning_pass_numbers'", "(SELECT coalesce(max(id), 0) FROM learning_passes)"),
    ];
    await this.#unhurried(async (client) => {
      for (const statement of statements) await client.unsafe(statement);
      await client.unsafe("UPDATE audit_head SET seq = $1, hash = $2", [seq, hash]);
      // So that the first questions are planned by what is there.
      await client.unsafe("ANALYZE");
    });
  }
}

/** The sequence goes on behind `last`. */
function setNumber(sequence: string, last: string): string {
  return `SELECT setval(${sequence}, greatest(${last}, 1), ${last} > 0)`;
}

async function numbersIn(db: Drizzle): Promise<GivenNumbers> {
  const lastOf = (sequence: string) =>
    sql.raw(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${sequence}`);
  // The sequence of an identity column is named after it.
  const [row] = await db.execute<{ brains: string; cores: string }>(
    sql`SELECT (${lastOf("brain_numbers")}) AS brains, (${lastOf("cores_id_seq")}) AS cores`,
  );
  return { brains: Number(row?.brains), cores: Number(row?.cores) };
}
