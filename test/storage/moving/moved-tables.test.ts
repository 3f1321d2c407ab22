// What is moved is all that there is: a column that comes with a migration is noticed here.

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { MOVED_TABLES } from "../../../src/storage/moving/moved-tables.ts";
import { MIGRATIONS as POSTGRES } from "../../../src/storage/postgres/engine/migrations.ts";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS as SQLITE } from "../../../src/storage/sqlite/engine/migrations.ts";
import { freshDatabase, POSTGRES_PROGRAMS } from "../../support/postgres.ts";
import { inDatabase } from "./move-samples.ts";

const KINDS: Readonly<Record<string, string>> = {
  integer: "int4",
  bigint: "int8",
  "double precision": "float8",
  boolean: "bool",
  text: "text",
  bytea: "bytea",
};

/** What nodes tell each other, what is made anew there, what another table is moved with, and what a move writes by itself. */
const ONLY_IN_POSTGRES = ["account_turn_shares", "audit_head", "brain_changes", "claims", "erased_brains", "spendings"];

const moved = new Map(MOVED_TABLES.map(({ name, columns }) => [name, columns]));

test.skipIf(POSTGRES_PROGRAMS === null)("every column of PostgreSQL's tables is moved, as what it is", async () => {
  const { url, drop } = await freshDatabase();
  try {
    const rows: { name: string; column: string; type: string }[] = await inDatabase(url, async (client) => {
      for (const { sql } of POSTGRES) await client.unsafe(sql).simple();
      return client.unsafe(`SELECT table_name AS name, column_name AS column, data_type AS type
        FROM information_schema.columns JOIN pg_class ON relname = table_name AND NOT relispartition
        WHERE table_schema = 'public'`);
    });
    const found = new Map(
      [...Map.groupBy(rows, ({ name }) => name)].map(([name, columns]) => [
        name,
        Object.fromEntries(columns.map(({ column, type }) => [column, KINDS[type] ?? type])),
      ]),
    );
    expect([...found.keys()].filter((name) => !moved.has(name)).sort()).toEqual(ONLY_IN_POSTGRES);
    for (const [name, columns] of moved) {
      // Nodes have nothing in memory yet of what was moved.
      const { version: _, ...others } = found.get(name) ?? {};
      const all = name === "brains" ? others : found.get(name);
      const told: Record<string, string> = { ...columns };
      expect({ name, columns: told }).toEqual({ name, columns: all ?? {} });
    }
  } finally {
    await drop();
  }
});

test("every column of SQLite's tables is moved, but for numbers that nothing outside them names", () => {
  const db = new Database(":memory:");
  migrate(db, SQLITE, 0);
  const rows = db
    .query<{ name: string; column: string }, []>(
      `SELECT m.name AS name, c.name AS column FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
    )
    .all();
  const written = new Map<string, string[]>();
  for (const { sqlite } of MOVED_TABLES) {
    if (sqlite.write !== null) written.set(sqlite.write.table, Object.keys(sqlite.write.values));
  }
  const left = rows.filter(({ name, column }) => !(written.get(name)?.includes(column) ?? false));
  const tables = new Set(left.map(({ name, column }) => (written.has(name) ? `${name}.${column}` : name)));
  expect([...tables].sort()).toEqual([
    ...["audit_origin", "migrations", "sqlite_sequence", "synthesis_plans.id", "turns.id"],
  ]);
});
