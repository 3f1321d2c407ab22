// One plan serves all brains: where they are many, and most of them small, it must read no more than is asked for.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { CONNECTION_SETTINGS, Connections, drizzleOver } from "../../../src/storage/postgres/engine/connections.ts";
import type { Database } from "../../../src/storage/postgres/engine/database.ts";
import { parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { migrate } from "../../../src/storage/postgres/engine/migrate.ts";
import { findBrain } from "../../../src/storage/postgres/find-brain.ts";
import { createLexicalSource } from "../../../src/storage/postgres/stores/lexical-source.ts";
import { createPacketStore } from "../../../src/storage/postgres/stores/packet-store.ts";
import { freshDatabase, POSTGRES_PROGRAMS } from "../../support/postgres.ts";

setDefaultTimeout(120_000);

const LARGE = 1;
const LARGE_PACKETS = 2_000;
const SMALL_BRAINS = 3_000;
const ASKED = 16;

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that any step of the plan looked at. */
function rowsSeen(node: PlanNode): number {
  const { "Actual Rows": rows, "Actual Loops": loops, Plans: below = [] } = node;
  const removed = (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
  return (rows + removed) * loops + below.reduce((sum, each) => sum + rowsSeen(each), 0);
}

describe.skipIf(POSTGRES_PROGRAMS === null)("among many brains", () => {
  let sql: SQL;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const { url, drop: dropped } = await freshDatabase();
    drop = dropped;
    const connections = new Connections(parseDatabaseUrl(url));
    await migrate(connections, { now: 1, onEmpty: () => {}, newId: "c".repeat(32), mayMigrate: true });
    await connections.close();
    sql = new SQL(url, { max: 1 });
    const places = `SELECT ${LARGE} AS brain, seq FROM generate_series(1, ${LARGE_PACKETS}) AS seq
      UNION ALL SELECT 1 + brain, 1 FROM generate_series(1, ${SMALL_BRAINS}) AS brain`;
    await sql.unsafe(`INSERT INTO packets (brain, seq, id, kind, input, answer, confidence, created_at, input_tokens)
      SELECT brain, seq, brain || '-' || seq, 'raw', 'input', 'answer', 1, 1, 1 FROM (${places}) AS place`);
    await sql.unsafe(`INSERT INTO brains (id, account, core, "user", created_at)
      SELECT brain, 'acme', 'default', brain::text, 1 FROM (${places}) AS place WHERE seq = 1`);
    await sql.unsafe('INSERT INTO brain_keys SELECT account, core, "user", id FROM brains');
    await sql.unsafe(`INSERT INTO packet_terms (brain, seq, version, language, input_length, answer_length, terms, counts)
      SELECT brain, seq, 1, 'en', 1, 1, 'a', 'b' FROM (${places}) AS place`);
    await sql.unsafe(
      `INSERT INTO pending_embeddings (brain, seq) SELECT ${LARGE}, seq FROM generate_series(1, 3) AS seq`,
    );
    await sql.unsafe("ANALYZE");
    for (const [name, value] of Object.entries(CONNECTION_SETTINGS)) await sql.unsafe(`SET ${name} = '${value}'`);
  });

  afterAll(async () => {
    await sql.close();
    await drop();
  });

  /** Of the one statement that the store asks, as PostgreSQL does it. */
  async function rowsSeenBy(ask: (database: Database) => Promise<unknown>): Promise<number> {
    const said: { text: string; values: unknown[] }[] = [];
    const values = async (text: string, given: unknown[]) => {
      said.push({ text, values: given });
      return [];
    };
    const client = { unsafe: (text: string, given: unknown[]) => ({ values: () => values(text, given) }) };
    await ask({ values, db: drizzleOver(client as unknown as SQL) } as Partial<Database> as Database);
    expect(said).toHaveLength(1);
    const [{ text, values: given }] = said as [(typeof said)[number]];
    const asked = given.map((each) => (typeof each === "string" ? `'${each}'` : each)).join(", ");
    await sql.unsafe(`PREPARE asked AS ${text}`);
    const rows = await sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked(${asked})`);
    await sql.unsafe("DEALLOCATE asked");
    const [explained] = rows[0]["QUERY PLAN"] as readonly { Plan: PlanNode }[];
    return rowsSeen(explained!.Plan);
  }

  test("a brain is found by its key without a look at the others", async () => {
    const find = ({ db }: Database) => findBrain(db, { account: "acme", core: "default", user: "7" });
    // A partition of the keys is small enough here to be read through.
    expect(await rowsSeenBy(find)).toBeLessThan(SMALL_BRAINS / 8);
  });

  test("the words of a large one are looked up for the packets that are read, and for no others", async () => {
    const scan = (database: Database) => createLexicalSource(database).scan(LARGE, 100, ASKED, 1);
    expect(await rowsSeenBy(scan)).toBeLessThan(20 * ASKED);
  });

  test("packets of a large one that wait for their embedding are read alone", async () => {
    const pending = (database: Database) => createPacketStore(database, { generation: 1 }).pending(LARGE, ASKED);
    expect(await rowsSeenBy(pending)).toBeLessThan(20 * ASKED);
  });
});
