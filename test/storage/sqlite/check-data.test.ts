// What is wrong with data is found, in a word for programs and a sentence for people.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { DataDirectoryError, DataRefusedError, databasePath } from "../../../src/storage/files/data-directory.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { DATA_CHECKS } from "../../../src/storage/sqlite/checks/data-checks.ts";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { SEQ_SPAN as SPAN } from "../../../src/storage/sqlite/rows.ts";
import { NOW } from "../../store/fixture.ts";
import { seedDataDir, tamper } from "./backup-data.ts";
import { withTempDir } from "./temp-data.ts";

test("sound data has no findings, and is left as it was", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const before = readFileSync(databasePath(dir));
    const report = checkData(dir);
    expect(report).toMatchObject({ schemaVersion: MIGRATIONS.length, findings: [] });
    expect(report.rows).toMatchObject({ packets: 9, brains: 3 });
    expect(readFileSync(databasePath(dir)).equals(before)).toBe(true);
  }));

/** What is found, in which table, and what brings it about. */
const FAULTS: readonly (readonly [code: string, where: string, statement: string])[] = [
  ["counters_wrong", "brains", "UPDATE brains SET memory_size = memory_size + 1 WHERE id = 1"],
  ["counters_wrong", "brains", "UPDATE brains SET next_seq = 1 WHERE id = 1"],
  ["counters_wrong", "brains", "UPDATE lessons SET row = row + 100000 WHERE row = (SELECT max(row) FROM lessons)"],
  ["not_embedded", "packets", "DELETE FROM packet_embeddings WHERE row = (SELECT min(row) FROM packets)"],
  ["not_embedded", "lessons", "DELETE FROM lesson_embeddings"],
  ["embedded_and_waiting", "pending_embeddings", "INSERT INTO pending_embeddings SELECT min(row) FROM packets"],
  [
    "confidence",
    "packet_embeddings",
    "UPDATE packets SET confidence = 0.11 WHERE row = (SELECT min(row) FROM packets)",
  ],
  ["vector_size", "packet_embeddings", "UPDATE packet_embeddings SET vector = x'00'"],
  ["vector_size", "input_embeddings", "UPDATE input_embeddings SET vector = x'00'"],
  ["vector_size", "lesson_embeddings", "UPDATE lesson_embeddings SET vector = zeroblob(1540)"],
  [
    "vector_size",
    "forgotten_rules",
    `INSERT INTO forgotten_rules (row, vector, created_at) VALUES (${SPAN + 9}, x'', 1)`,
  ],
  ["orphaned_rows", "packets", `UPDATE packets SET row = row + 900 * ${SPAN}`],
  ["orphaned_rows", "lessons", `UPDATE lessons SET row = row + 900 * ${SPAN}`],
  [
    "orphaned_rows",
    "forgotten_rules",
    `INSERT INTO forgotten_rules VALUES (${900 * SPAN}, zeroblob(1536), 1, 1, NULL)`,
  ],
  ["orphaned_rows", "lesson_sources", "INSERT INTO lesson_sources VALUES (17, 'mem_none')"],
  ["orphaned_rows", "packet_metadata", "INSERT INTO packet_metadata VALUES ('a', '1', 17)"],
  ["orphaned_rows", "keys", "UPDATE keys SET account = 'nobody'"],
  ["json", "accounts", "UPDATE accounts SET settings = '{'"],
  ["json", "packets", "UPDATE packets SET cues = ']'"],
  ["json", "packets", "UPDATE packets SET metadata = '{' WHERE row = (SELECT min(row) FROM packets)"],
  ["metadata", "packet_metadata", `UPDATE packets SET metadata = '{"a":1}' WHERE row = (SELECT min(row) FROM packets)`],
  ["json", "constitutions", "UPDATE constitutions SET gates = 'none'"],
  ["json", "constitutions", "UPDATE constitutions SET prohibitions = 'none'"],
  ["audit_broken", "audit", "INSERT INTO sqlite_sequence VALUES ('audit', 9)"],
];

test.each(FAULTS)("the fault `%s` of the table %s is found: %s", (code, table, statement) =>
  withTempDir((dir) => {
    seedDataDir(dir);
    tamper(dir, statement);
    const { findings } = checkData(dir);
    expect(findings).toContainEqual(expect.objectContaining({ code, level: "error", where: `table ${table}` }));
    for (const { what, fix } of findings) {
      expect(what).toMatch(/^(\d+ [a-z]|The chain).*\.$/);
      expect(fix).not.toBe("");
    }
  }),
);

test("each check that finds a fault is tried here, and in no other data than such as has what it looks at", () => {
  const tried = FAULTS.map(([code]) => code);
  const errors = DATA_CHECKS.filter(({ level, id }) => level === "error" && id !== "data_damaged").map(({ id }) => id);
  // The references of all tables are one check, tried three times.
  expect(tried.sort()).toEqual([...errors, "orphaned_rows", "orphaned_rows"].sort());
  for (const { id, since, look } of DATA_CHECKS) {
    const run = (version: number) => withSchema(version, (db) => [...look(db)].map(({ where }) => where));
    expect({ id, found: run(since) }).toEqual({ id, found: [] });
    if (since > 1) expect(() => run(since - 1)).toThrow(/no such (table|column)/);
  }
});

function withSchema<T>(version: number, work: (db: Database) => T): T {
  const db = new Database(":memory:");
  try {
    migrate(db, MIGRATIONS.slice(0, version), NOW);
    return work(db);
  } finally {
    db.close();
  }
}

test("a page that was overwritten is found", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const path = databasePath(dir);
    const root = rootPageOf(path, "packets");
    const bytes = readFileSync(path);
    bytes.fill(0xff, (root - 1) * 8_192 + 8, root * 8_192);
    writeFileSync(path, bytes);
    expect(checkData(dir).findings.length).toBeGreaterThan(0);
    bytes.fill(0xff, 100, 8_192);
    writeFileSync(path, bytes);
    expect(checkData(dir).findings.map(({ code }) => code)).toEqual(["data_damaged"]);
  }));

function rootPageOf(path: string, table: string): number {
  const db = new Database(path, { readonly: true });
  try {
    const sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?";
    return db.query<{ rootpage: number }, [string]>(sql).get(table)?.rootpage ?? 0;
  } finally {
    db.close();
  }
}

test("data of a newer program, or of another one, is refused", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    tamper(dir, `INSERT INTO migrations VALUES (${MIGRATIONS.length + 1}, 'next', 'x', 1)`);
    expect(() => checkData(dir)).toThrow(DataRefusedError);
    tamper(dir, "DROP TABLE migrations");
    expect(() => checkData(dir)).toThrow("not one of memoryd's");
  }));

test("a directory without data has nothing to look through", () =>
  withTempDir((dir) => {
    expect(() => checkData(dir)).toThrow(DataDirectoryError);
    expect(statSync(dir).isDirectory()).toBe(true);
  }));
