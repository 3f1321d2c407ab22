import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { DataRefusedError } from "../../../src/storage/files/data-directory.ts";
import { checkMigrations, migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS, type Migration } from "../../../src/storage/sqlite/engine/migrations.ts";
import { checkSqliteVersion, sqliteVersion } from "../../../src/storage/sqlite/engine/open-database.ts";
import * as schema from "../../../src/storage/sqlite/schema.ts";

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

describe("a key of an earlier version is bound, from then on, to the very core that it was made for", () => {
  type Step = ["core" | "key" | "delete" | "import", at: number];
  const whole: [string, boolean, boolean, Step[]][] = [
    [
      "the core is there still",
      true,
      true,
      [
        ["core", 1],
        ["key", 2],
      ],
    ],
    [
      "both were made within a millisecond",
      true,
      true,
      [
        ["core", 2],
        ["key", 2],
      ],
    ],
    [
      "the core is gone",
      false,
      false,
      [
        ["core", 1],
        ["key", 2],
        ["delete", 3],
      ],
    ],
    [
      "the core was made anew",
      false,
      false,
      [
        ["core", 1],
        ["key", 2],
        ["delete", 3],
        ["core", 4],
      ],
    ],
    [
      "it was made for the core made anew",
      true,
      true,
      [
        ["core", 1],
        ["delete", 2],
        ["core", 3],
        ["key", 4],
      ],
    ],
    // Data from before the audit cannot tell this from the first.
    [
      "the core was imported anew",
      false,
      true,
      [
        ["core", 1],
        ["key", 2],
        ["delete", 3],
        ["import", 1],
      ],
    ],
    [
      "all of it was within a millisecond",
      false,
      true,
      [
        ["core", 2],
        ["key", 2],
        ["delete", 2],
        ["core", 2],
      ],
    ],
  ];

  function bindingAfter(steps: Step[], hasAudit: boolean): boolean {
    const db = new Database(":memory:");
    migrate(db, MIGRATIONS.slice(0, 7), 5);
    const enter = (at: number, action: string, target: string) =>
      db.run(
        `INSERT INTO audit (seq, at, account, actor, action, target, details, previous, hash)
         SELECT count(*) + 1, ?, 'acme', 'shell', ?, ?, '{}', '', '' FROM audit`,
        [at, action, target],
      );
    const makeCore = (account: string, at: number) =>
      db.run("INSERT INTO cores VALUES (?, 'blue', 'Blue', 'Be kind.', ?)", [account, at]);
    for (const account of ["acme", "other"]) db.run("INSERT INTO accounts (name, created_at) VALUES (?, 1)", [account]);
    makeCore("other", 1);
    for (const [step, at] of steps) {
      if (step === "key") {
        db.run(
          `INSERT INTO keys (id, account, hash, name, scope, core, created_at)
           VALUES ('k', 'acme', x'00', 'k', 'agent', 'blue', ?), ('any', 'acme', x'00', 'k', 'agent', NULL, ?),
             ('default', 'acme', x'00', 'k', 'agent', 'default', ?)`,
          [at, at, at],
        );
        if (hasAudit) enter(at, "key.issued", "key:k");
      } else if (step === "delete") {
        db.run("DELETE FROM cores WHERE account = 'acme'");
        if (hasAudit) enter(at, "core.deleted", "account:acme/core:blue");
      } else makeCore("acme", at);
    }
    const before = db.query("SELECT account, slug, name, context, created_at FROM cores ORDER BY account").values();
    migrate(db, MIGRATIONS, 6);
    const after = db.query("SELECT account, slug, name, context, created_at FROM cores ORDER BY account").values();
    expect(after).toEqual(before);
    expect(db.query("SELECT count(*) FROM keys WHERE id <> 'k' AND core_id IS NULL").values()).toEqual([[2]]);
    const bound = db.query("SELECT cores.account, slug FROM cores JOIN keys ON core_id = cores.id").values();
    if (bound.length > 0) expect(bound).toEqual([["acme", "blue"]]);
    return bound.length > 0;
  }

  test.each(whole)("%s", (_, withAudit, withoutAudit, steps) => {
    expect(bindingAfter(steps, true)).toBe(withAudit);
    expect(bindingAfter(steps, false)).toBe(withoutAudit);
  });
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
