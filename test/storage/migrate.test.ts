import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { checkMigrations, DataRefusedError, migrate } from "../../src/storage/migrate.ts";
import { MIGRATIONS, type Migration } from "../../src/storage/migrations.ts";
import { checkSqliteVersion, sqliteVersion } from "../../src/storage/open-database.ts";
import * as schema from "../../src/storage/schema.ts";

const FIRST: Migration = { version: 1, name: "first", sql: "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;" };
const SECOND: Migration = {
  version: 2,
  name: "second",
  sql: "CREATE TABLE b (a INTEGER REFERENCES a (id)) STRICT; INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);",
};

test("migrations are applied once, in order", () => {
  const db = new Database(":memory:");
  expect(migrate(db, [FIRST], 5)).toBe(1);
  expect(migrate(db, [FIRST, SECOND], 6)).toBe(1);
  expect(migrate(db, [FIRST, SECOND], 7)).toBe(0);
  expect(db.query("SELECT version, name, applied_at FROM migrations").values()).toEqual([
    [1, "first", 5],
    [2, "second", 6],
  ]);
});

test("data of a newer version is refused", () => {
  const db = new Database(":memory:");
  migrate(db, [FIRST, SECOND], 5);
  expect(() => migrate(db, [FIRST], 6)).toThrow(DataRefusedError);
  expect(() => checkMigrations(db, [FIRST])).toThrow("schema version 2");
});

test("data whose migration was edited afterwards is refused", () => {
  const db = new Database(":memory:");
  migrate(db, [FIRST], 5);
  expect(() => migrate(db, [{ ...FIRST, sql: `${FIRST.sql} ` }, SECOND], 6)).toThrow(DataRefusedError);
  expect(db.query("SELECT count(*) FROM migrations").values()).toEqual([[1]]);
});

test("a database of another program is refused", () => {
  const db = new Database(":memory:");
  db.run("CREATE TABLE theirs (x)");
  expect(() => migrate(db, [FIRST], 5)).toThrow("not one of memoryd's");
});

test("a migration that fails half-way leaves nothing behind, and those before it stay", () => {
  const db = new Database(":memory:");
  const broken = { ...SECOND, sql: "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1);" };
  expect(() => migrate(db, [FIRST, broken], 5)).toThrow("nowhere");
  expect(db.query("SELECT name FROM sqlite_schema WHERE name IN ('a', 'b')").values()).toEqual([["a"]]);
  expect(migrate(db, [FIRST, SECOND], 6)).toBe(1);
});

test("a migration that breaks a reference is taken back", () => {
  const db = new Database(":memory:");
  const dangling = { ...SECOND, sql: "CREATE TABLE b (a INTEGER REFERENCES a (id)) STRICT; INSERT INTO b VALUES (9);" };
  expect(() => migrate(db, [FIRST, dangling], 5)).toThrow("breaks 1 references");
  expect(db.query("SELECT count(*) FROM sqlite_schema WHERE name = 'b'").values()).toEqual([[0]]);
});

test("data of the first version keeps its turns through the migration to learning", () => {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS.slice(0, 1), 5);
  db.run("INSERT INTO accounts (name, created_at) VALUES ('default', 1)");
  db.run("INSERT INTO brains (id, account, core, user, created_at) VALUES (1, 'default', 'default', 'ada', 1)");
  db.run(
    "INSERT INTO packets (row, id, kind, input, answer, confidence, created_at, input_tokens) VALUES (268435457, 'mem_1', 'raw', 'in', 'out', 0.5, 1, 1)",
  );
  db.run("INSERT INTO lessons (row, id, text, created_at, expires_at) VALUES (268435458, 'les_1', 'Be brief.', 1, 9)");
  expect(migrate(db, MIGRATIONS, 6)).toBe(MIGRATIONS.length - 1);
  expect(db.query("SELECT id, input, answer, confidence, cues FROM packets").values()).toEqual([
    ["mem_1", "in", "out", 0.5, "[]"],
  ]);
  expect(db.query("SELECT text, llm_cost FROM lessons").values()).toEqual([["Be brief.", null]]);
  expect(db.query("SELECT learned_through, attributes_version FROM brains").values()).toEqual([[0, 0]]);
});

test("the tables as Drizzle sees them are the tables that the migrations make", () => {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, 5);
  const tables = Object.values(schema) as SQLiteTable[];
  const made = db.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").values();
  expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(
    made
      .map(([name]) => String(name))
      .filter((name) => name !== "migrations")
      .sort(),
  );
  for (const table of tables) {
    const { name, columns } = getTableConfig(table);
    const shown = columns.map((column) => [
      column.name,
      column.getSQLType().toLowerCase(),
      column.notNull || column.primary,
    ]);
    const real = db
      .query<{ name: string; type: string; notnull: number; pk: number }, []>(`PRAGMA table_info(${name})`)
      .all()
      .map((column) => [column.name, column.type.toLowerCase(), column.notnull === 1 || column.pk > 0]);
    const primaries = new Set(
      getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map((column) => column.name)),
    );
    expect(shown.map(([column, type, needed]) => [column, type, needed || primaries.has(String(column))])).toEqual(
      real,
    );
  }
});

test.each(["3.7.0", "3.51.2", "3.45.1"])("SQLite %s is refused, for it can corrupt a WAL", (version) => {
  expect(() => checkSqliteVersion(version)).toThrow(DataRefusedError);
});

test("the SQLite that runs here, and later ones, are taken", () => {
  for (const version of ["3.51.3", "3.52.0", "4.0.0", sqliteVersion(new Database(":memory:"))])
    checkSqliteVersion(version);
});
