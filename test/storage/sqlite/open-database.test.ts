import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { openReader, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { withTempDir } from "./temp-data.ts";

const OPEN_FILES = "/proc/self/fd";
const ROWS = 200;

/** Files that are open and have no name any more, as SQLite's temporary ones. */
function namelessFiles(): string[] {
  return readdirSync(OPEN_FILES).flatMap((fd) => {
    try {
      const target = readlinkSync(join(OPEN_FILES, fd));
      return target.endsWith("(deleted)") ? [target] : [];
    } catch {
      return [];
    }
  });
}

/** How many came while a savepoint had changed every row; those of another test may go meanwhile. */
function duringSavepoint(db: Database): number {
  const before = new Set(namelessFiles());
  let during = 0;
  const change = db.transaction(() => {
    db.run("UPDATE said SET words = words || '!'");
    during = namelessFiles().filter((file) => !before.has(file)).length;
  });
  // A transaction in a transaction is a savepoint.
  db.transaction(() => change())();
  return during;
}

test.skipIf(!existsSync(OPEN_FILES))("what a savepoint may take back goes into no file", () =>
  withTempDir((dir) => {
    const db = openWriter(join(dir, "memoryd.db"));
    db.run("CREATE TABLE said (words TEXT)");
    const insert = db.prepare("INSERT INTO said VALUES (?)");
    for (let at = 0; at < ROWS; at++) insert.run("words ".repeat(200));
    expect(duringSavepoint(db)).toBe(0);
    db.run("PRAGMA temp_store = FILE");
    expect(duringSavepoint(db)).toBe(1);
    const reader = openReader(join(dir, "memoryd.db"));
    expect(reader.query("PRAGMA temp_store").get()).toEqual({ temp_store: 2 });
    reader.close();
    db.close();
  }),
);
