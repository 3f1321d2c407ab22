// Data whose schema is not what memoryd's migrations make is refused wherever it is opened, and nothing of it is run.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { checkBackup } from "../../../src/storage/sqlite/backup/check-backup.ts";
import { restoreBackup } from "../../../src/storage/sqlite/backup/restore-backup.ts";
import { takeBackup } from "../../../src/storage/sqlite/backup/take-backup.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { checkMigrations, migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { NOW } from "../../store/fixture.ts";
import { backupOf, readRows, seedDataDir, tamper } from "./backup-data.ts";
import { forge, forgeDatabase } from "./forge-backup.ts";
import { withTempDir } from "./temp-data.ts";

const RELEASED = resolve(import.meta.dir, "../../upgrades");
const VERSIONS = readdirSync(RELEASED).filter((name) => /^\d+$/.test(name));
/** Whoever reads it reads for ever. */
const ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";

const CHANGES: readonly (readonly [told: string, ...statements: string[]])[] = [
  ["the table kept is none of memoryd's", "CREATE TABLE kept (words TEXT)"],
  [
    "the trigger keep on turns is none of memoryd's",
    "CREATE TRIGGER keep AFTER INSERT ON turns BEGIN UPDATE accounts SET settings = new.input; END",
  ],
  ["the trigger audit_keeps_rows on audit is missing", "DROP TRIGGER audit_keeps_rows"],
  [
    "the trigger audit_keeps_rows on audit is not as memoryd makes it",
    "DROP TRIGGER audit_keeps_rows",
    "CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit BEGIN SELECT 1; END",
  ],
  ["the view kept is none of memoryd's", `CREATE VIEW kept AS ${ENDLESS}`],
  [
    "the view account_turns is none of memoryd's (and 1 more)",
    "DROP TABLE account_turns",
    `CREATE VIEW account_turns AS ${ENDLESS}`,
  ],
  ["the table account_turns is missing", "DROP TABLE account_turns"],
  ["the index turns_by_brain on turns is missing", "DROP INDEX turns_by_brain"],
  [
    "the index turns_by_brain on turns is not as memoryd makes it",
    "DROP INDEX turns_by_brain",
    "CREATE INDEX turns_by_brain ON turns (brain, id)",
  ],
  ["the index kept on packets is none of memoryd's", "CREATE INDEX kept ON packets (input) WHERE input LIKE '%card%'"],
  ["the table packets is not as memoryd makes it", "ALTER TABLE packets ADD COLUMN kept TEXT"],
  ["the table packets is not as memoryd makes it", "ALTER TABLE packets ADD COLUMN kept TEXT AS (upper(input))"],
  ["the table kept is none of memoryd's", "CREATE VIRTUAL TABLE kept USING fts5 (words)"],
  ['the table "ke\\npt" is none of memoryd\'s', 'CREATE TABLE "ke\npt" (words TEXT)'],
];

function open(dataDir: string) {
  return openStore({ dataDir, now: NOW, writerUrl: null });
}

describe.each(CHANGES)("where %s", (told, ...statements) => {
  test("the data is not opened, not backed up and not called sound, and stays as it was", () =>
    withTempDir(async (dir) => {
      seedDataDir(dir);
      tamper(dir, ...statements);
      const before = readFileSync(databasePath(dir));
      await expect(open(dir)).rejects.toThrow(`the schema of the data was changed past memoryd: ${told}`);
      const request = { dataDir: dir, target: join(dir, "a.backup"), mayReplace: false, memorydVersion: "1", now: NOW };
      expect(() => takeBackup({ ...request, actor: "shell" })).toThrow(told);
      const { findings } = checkData(dir);
      const what = `The schema of the data was changed past memoryd: ${told.replace(/ \(and \d+ more\)$/, "")}.`;
      expect(findings[0]).toMatchObject({ code: "schema_foreign", level: "error", what });
      expect(readFileSync(databasePath(dir)).equals(before)).toBe(true);
      expect(readdirSync(dir)).toEqual(["memoryd.db"]);
    }));

  test("a backup of such data, its hash made anew, is neither sound nor restored", () =>
    withTempDir((dir) => {
      seedDataDir(join(dir, "data"));
      const { file } = backupOf(join(dir, "data"), join(dir, "a.backup"));
      forgeDatabase(file, statements);
      expect(() => checkBackup(file)).toThrow(told);
      expect(() => restoreBackup({ file, dataDir: join(dir, "new"), dryRun: false, now: NOW })).toThrow(told);
      expect(readdirSync(dir).sort()).toEqual(["a.backup", "data"]);
    }));
});

test("a view in the place of the table of migrations is not asked", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    const { file } = backupOf(dir);
    const view = ["DROP TABLE migrations", `CREATE VIEW migrations AS ${ENDLESS}`];
    forgeDatabase(file, view);
    expect(() => checkBackup(file)).toThrow("not one of memoryd's");
    tamper(dir, ...view);
    await expect(open(dir)).rejects.toThrow("not one of memoryd's");
    expect(() => checkData(dir)).toThrow("not one of memoryd's");
  }));

test("a manifest names the tables of its database and nothing else, and its database is of its schema version", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const { file, manifest } = backupOf(dir);
    const sound = readFileSync(file);
    const { migrations, ...fewer } = manifest.rows;
    for (const rows of [fewer, { ...manifest.rows, pragma_module_list: 1 }]) {
      forge(file, (said) => ({ ...said, rows }));
      expect(() => checkBackup(file)).toThrow("other tables than its manifest says");
    }
    forge(file, (said) => ({ ...said, rows: { ...fewer, pragma_module_list: migrations } }));
    expect(() => checkBackup(file)).toThrow(`migrations has ${migrations} rows and should have none`);
    forge(file, (said) => ({ ...said, rows: manifest.rows, schema_version: manifest.schemaVersion - 1 }));
    expect(() => checkBackup(file)).toThrow("another schema version");
    for (const wrong of [{ rows: null }, { pages: "9" }, { taken_at: 9 }, { model: 1 }, { format: 2 }]) {
      forge(file, (said) => ({ ...said, ...wrong }));
      expect(() => checkBackup(file)).toThrow("its manifest is not one that memoryd writes");
      writeFileSync(file, sound);
    }
  }));

test("a log that stands beside a backup is not read into it", () =>
  withTempDir((dir) => {
    seedDataDir(join(dir, "data"));
    const { file } = backupOf(join(dir, "data"), join(dir, "a.backup"));
    forgeDatabase(file, ["PRAGMA journal_mode = WAL"]);
    const shadow = join(dir, "shadow.db");
    copyFileSync(file, shadow);
    const db = new Database(shadow);
    db.run("CREATE TABLE kept (words TEXT)");
    copyFileSync(`${shadow}-wal`, `${file}-wal`);
    db.close();
    checkBackup(file);
    expect(readdirSync(dir).sort()).toEqual(["a.backup", "a.backup-wal", "data"].concat("shadow.db").sort());
  }));

test("old data that something changed is moved aside by a restore, with the head of its audit", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    await (await open(dir)).close();
    const { file } = backupOf(dir);
    const head = readRows(databasePath(dir), "SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1")[0];
    tamper(dir, `CREATE VIEW kept AS ${ENDLESS}`);
    restoreBackup({ file, dataDir: dir, dryRun: false, now: NOW });
    const [[details]] = readRows(databasePath(dir), "SELECT details FROM audit ORDER BY seq DESC LIMIT 1") as [
      [string],
    ];
    const { replaced } = JSON.parse(details) as { replaced: { seq: number; hash: string } };
    expect([replaced.seq, replaced.hash]).toEqual(head as [number, string]);
    expect(checkData(dir).findings).toEqual([]);
    tamper(dir, "DROP TABLE audit", `CREATE VIEW audit AS ${ENDLESS}`);
    restoreBackup({ file, dataDir: dir, dryRun: false, now: NOW });
    expect(checkData(dir).findings).toEqual([]);
  }));

describe.each(VERSIONS)("data of the released schema %s", (version) => {
  test("is judged by that schema, and has this version's after the upgrade", () =>
    withTempDir(async (dir) => {
      copyFileSync(join(RELEASED, version, "memoryd.db"), databasePath(dir));
      expect(checkData(dir)).toMatchObject({ schemaVersion: Number(version), findings: [] });
      const { file, manifest } = backupOf(dir);
      expect(checkBackup(file).manifest).toEqual(manifest);
      const restored = join(dir, "restored");
      restoreBackup({ file, dataDir: restored, dryRun: false, now: NOW });
      for (const dataDir of [dir, restored]) {
        await (await open(dataDir)).close();
        expect(checkData(dataDir)).toMatchObject({ schemaVersion: MIGRATIONS.length, findings: [] });
      }
    }));

  test("is not upgraded where something else is in it", () =>
    withTempDir(async (dir) => {
      copyFileSync(join(RELEASED, version, "memoryd.db"), databasePath(dir));
      tamper(dir, "CREATE TABLE kept (words TEXT)");
      const before = readFileSync(databasePath(dir));
      await expect(open(dir)).rejects.toThrow("the table kept is none of memoryd's");
      expect(readFileSync(databasePath(dir)).equals(before)).toBe(true);
    }));
});

test("white space and quotes around a table's name do not matter; a comment, a text and a column's quotes do", () => {
  const first = { version: 1, name: "first", sql: "CREATE TABLE a (b TEXT DEFAULT 'x  y' /* c */)" };
  const found = (sql: string) => {
    const db = new Database(":memory:");
    migrate(db, [first], NOW);
    db.run("DROP TABLE a");
    db.run(sql);
    try {
      checkMigrations(db, [first]);
      return "own";
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  };
  expect(found("CREATE TABLE a(b  TEXT\nDEFAULT 'x  y'/* c */ )")).toBe("own");
  expect(found("CREATE TABLE \"a\" (b TEXT DEFAULT 'x  y' /* c */)")).toBe("own");
  for (const other of [
    "CREATE TABLE a (b TEXT DEFAULT 'x y' /* c */)",
    "CREATE TABLE a (b TEXT DEFAULT 'x  y' /* d */)",
    "CREATE TABLE a (\"b\" TEXT DEFAULT 'x  y' /* c */)",
    "CREATE TABLE a (b TEXT DEFAULT 'x  y' /* c */, d)",
  ]) {
    expect(found(other)).toEndWith("the table a is not as memoryd makes it");
  }
});

test("statistics of SQLite's ANALYZE are no foreign table", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    tamper(dir, "ANALYZE");
    expect(checkData(dir).findings).toEqual([]);
    await (await open(dir)).close();
    checkBackup(backupOf(dir).file);
  }));

test("a schema of very many or very long objects is refused before SQLite takes it in", () =>
  withTempDir((dir) => {
    seedDataDir(join(dir, "data"));
    const { file } = backupOf(join(dir, "data"), join(dir, "a.backup"));
    const sound = readFileSync(file);
    const many = Array.from({ length: 1_000 }, (_, at) => `CREATE VIEW v${at} AS SELECT 1`);
    for (const statements of [many, [`CREATE VIEW long AS SELECT '${"x".repeat(2 ** 20)}'`]]) {
      writeFileSync(file, sound);
      forgeDatabase(file, ["BEGIN", ...statements, "COMMIT"]);
      expect(() => checkBackup(file)).toThrow("more than 1000 objects, or very long ones");
      expect(() => restoreBackup({ file, dataDir: join(dir, "new"), dryRun: false, now: NOW })).toThrow(
        "more than 1000",
      );
    }
  }));

test("pages of the schema that name each other over and over are refused", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const bytes = readFileSync(databasePath(dir));
    // The first page: inner, with as many cells as it has now; each names the first page again.
    const [header, cells] = [100, bytes.readUInt16BE(103)];
    expect(bytes[header]).toBe(5);
    for (let cell = 0; cell < cells; cell++) bytes.writeUInt32BE(1, bytes.readUInt16BE(header + 12 + 2 * cell));
    writeFileSync(databasePath(dir), bytes);
    const told = { code: "schema_foreign", what: expect.stringContaining("more than") };
    expect(checkData(dir).findings).toMatchObject([told]);
  }));
