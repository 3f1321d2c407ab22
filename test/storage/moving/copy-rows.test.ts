// The binary form of COPY: what goes in comes out, wherever the stream is cut.
import { describe, expect, test } from "bun:test";
import { Connections } from "../../../src/storage/postgres/engine/connections.ts";
import { copyInto } from "../../../src/storage/postgres/engine/copy-into.ts";
import {
  type Cell,
  type ColumnKind,
  piecesOf,
  RowCutter,
  RowWriter,
  readRows,
} from "../../../src/storage/postgres/engine/copy-rows.ts";
import { parseDatabaseUrl } from "../../../src/storage/postgres/engine/database-url.ts";
import { MIGRATIONS } from "../../../src/storage/postgres/engine/migrations.ts";
import { constitutions, packets } from "../../../src/storage/postgres/schema.ts";
import { freshDatabase, POSTGRES_PROGRAMS } from "../../support/postgres.ts";
import { inDatabase } from "./move-samples.ts";

const KINDS: readonly ColumnKind[] = ["int4", "int8", "float8", "bool", "text", "bytea"];
const ROWS: readonly Cell[][] = [
  [-(2 ** 31), -(2 ** 53) + 1, Number.MIN_VALUE, 0, "", Buffer.alloc(0)],
  [2 ** 31 - 1, 2 ** 53 - 1, -1 / 3, 1, "ß 日本 🧠", Buffer.from([0, 255])],
  [null, null, null, null, null, null],
  [0, 2 ** 32, 0, 1, "x".repeat(3_000_000), Buffer.alloc(1_000, 7)],
];

function written() {
  const writer = new RowWriter(KINDS);
  for (const row of ROWS) writer.add(row);
  return writer.take();
}

function cellsOf(lot: ReturnType<typeof written>): Cell[][] {
  const found: Cell[][] = [];
  readRows(lot, KINDS, (cells) => found.push(cells));
  return found;
}

test("rows of every kind of column are read as they were written", () => {
  expect(cellsOf(written())).toEqual(ROWS.map((row) => [...row]));
});

test("a stream that is cut anywhere gives the same rows, and one that ends too soon is noticed", () => {
  const short = ROWS.slice(0, 3);
  const writer = new RowWriter(KINDS);
  for (const row of short) writer.add(row);
  const lot = writer.take();
  const stream = Buffer.concat(piecesOf(lot));
  for (let at = 0; at <= stream.length; at++) {
    const cutter = new RowCutter();
    for (const piece of [stream.subarray(0, at), stream.subarray(at)]) cutter.add(piece);
    cutter.requireEnd();
    expect(cutter.take()).toEqual(lot);
  }
  const broken = new RowCutter();
  broken.add(stream.subarray(0, -2));
  expect(() => broken.requireEnd()).toThrow("cut off");
});

describe.skipIf(POSTGRES_PROGRAMS === null)("rows that go in by COPY", () => {
  async function withConnections(use: (connections: Connections) => Promise<void>): Promise<void> {
    const { url, drop } = await freshDatabase();
    const connections = new Connections(parseDatabaseUrl(url));
    try {
      await inDatabase(url, async (client) => {
        for (const { sql } of MIGRATIONS) await client.unsafe(sql).simple();
      });
      await use(connections);
    } finally {
      await connections.close();
      await drop();
    }
  }

  const constitution = { account: "a", name: "c", text: "t", gates: [{ pattern: "p", reason: "r" }], prohibitions: [] };

  test("are what Drizzle reads, with the defaults of columns that they leave out", () =>
    withConnections(async (connections) => {
      const packet = { brain: 2 ** 40, seq: 1, kind: "raw" as const, input: "'", answer: "\\N\t", confidence: 0.1 };
      const rows = ["x", "y"].map((id, seq) => ({ ...packet, id, seq, createdAt: 2 ** 41, inputTokens: 3 }));
      await connections.transaction(async (db) => {
        await copyInto(db, packets, rows);
        await copyInto(db, packets, []);
        await copyInto(db, constitutions, [{ ...constitution, updatedAt: 1 }]);
      });
      const defaults = { unconfirmedOverwrite: false, session: null, occurredAt: null, cues: [], metadata: {} };
      expect(await connections.db.select().from(packets).orderBy(packets.seq)).toEqual(
        rows.map((row) => ({ ...row, ...defaults })),
      );
      expect(await connections.db.select().from(constitutions)).toEqual([{ ...constitution, updatedAt: 1 }]);
    }));

  test("are refused as a whole where one is, and the connection is of use afterwards", () =>
    withConnections(async (connections) => {
      const rows = [1, 2].map((updatedAt) => ({ ...constitution, updatedAt }));
      const refused = connections.transaction((db) => copyInto(db, constitutions, rows));
      expect(String(await refused.catch((error) => error))).toContain("constitutions_pkey");
      expect(await connections.transaction((db) => db.select().from(constitutions))).toEqual([]);
    }));
});
