// What is wrong with data is found, in a word for programs and a sentence for people.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { DataDirectoryError, databasePath } from "../../../src/storage/files/data-directory.ts";
import { DataRefusedError } from "../../../src/storage/files/data-refused.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
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

const FAULTS: readonly (readonly [check: string, statement: string])[] = [
  ["memory_size", "UPDATE brains SET memory_size = memory_size + 1, turns = turns + 1 WHERE id = 1"],
  ["turns_counted", "UPDATE brains SET turns = 0 WHERE id = 1"],
  ["not_embedded", "DELETE FROM packet_embeddings WHERE row = (SELECT min(row) FROM packets)"],
  ["not_embedded", "DELETE FROM lesson_embeddings"],
  ["embedded_and_waiting", "INSERT INTO pending_embeddings SELECT min(row) FROM packets"],
  ["confidence", "UPDATE packets SET confidence = 0.11 WHERE row = (SELECT min(row) FROM packets)"],
  ["vector_size", "UPDATE packet_embeddings SET vector = x'00' WHERE row = (SELECT min(row) FROM packets)"],
  ["vector_size", "UPDATE lesson_embeddings SET vector = zeroblob(1540)"],
  ["orphan", "UPDATE lessons SET row = row + 900 * 268435456"],
  ["next_position", "UPDATE brains SET next_seq = 1 WHERE id = 1"],
  ["json", "UPDATE accounts SET settings = '{'"],
  ["json", "UPDATE constitutions SET gates = 'none'"],
  ["references", "INSERT INTO lesson_sources VALUES (17, 'mem_none')"],
  ["references", "UPDATE keys SET account = 'nobody'"],
];

test.each(FAULTS)("the fault `%s` is found: %s", (check, statement) =>
  withTempDir((dir) => {
    seedDataDir(dir);
    tamper(dir, statement);
    const { findings } = checkData(dir);
    expect(findings.map((finding) => finding.check)).toContain(check);
    for (const { message } of findings) expect(message).toMatch(/^[a-z].*: \d+$/);
  }),
);

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
    expect(checkData(dir).findings.map(({ check }) => check)).toEqual(["readable"]);
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
