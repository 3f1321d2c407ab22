// A backup is whole, alone, and refused as soon as one bit of it is another.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataDirectoryError, DataRefusedError, databasePath } from "../../../src/storage/files/data-directory.ts";
import { BackupError } from "../../../src/storage/files/durable-files.ts";
import { takeBackupOnThread } from "../../../src/storage/sqlite/backup/backup-thread.ts";
import { checkBackup } from "../../../src/storage/sqlite/backup/check-backup.ts";
import { BackupDamagedError, readManifest } from "../../../src/storage/sqlite/backup/manifest.ts";
import { takeBackup } from "../../../src/storage/sqlite/backup/take-backup.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { NOW } from "../../store/fixture.ts";
import { backupOf, readRows, seedDataDir, tamper } from "./backup-data.ts";
import { withTempDir } from "./temp-data.ts";

const WORKER = new URL("../../../src/storage/sqlite/backup/backup-worker.ts", import.meta.url);
const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
const SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";

test("a backup holds every row and the whole schema, and SQLite reads it as it is", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const { file, manifest } = backupOf(dir);
    const source = databasePath(dir);
    expect(readRows(file, SCHEMA)).toEqual(readRows(source, SCHEMA));
    const tables = readRows(source, TABLES).map(([name]) => String(name));
    expect(tables).toContain("sqlite_sequence");
    for (const table of tables) {
      const all = `SELECT * FROM "${table}"`;
      expect([table, readRows(file, all)]).toEqual([table, readRows(source, all)]);
    }
    expect(manifest).toMatchObject({ memorydVersion: "1.2.3", schemaVersion: MIGRATIONS.length });
    expect(manifest.takenAt).toBe(new Date(NOW).toISOString());
    expect(manifest.model?.id).toBe("all-MiniLM-L6-v2-int8");
    expect(manifest.rows.packets).toBe(9);
    // What stands behind the last page does not count for SQLite.
    expect(statSync(file).size).toBeGreaterThan(manifest.pages * manifest.pageBytes);
    expect(readRows(file, "PRAGMA page_count")).toEqual([[manifest.pages]]);
    expect(readRows(file, "PRAGMA integrity_check")).toEqual([["ok"]]);
  }));

test("a backup is its owner's alone, and nothing else is left beside it", () =>
  withTempDir((dir) => {
    seedDataDir(join(dir, "data"));
    mkdirSync(join(dir, "backups"));
    const { file } = backupOf(join(dir, "data"), join(dir, "backups", "one.backup"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dir, "backups"))).toEqual(["one.backup"]);
    expect(readdirSync(join(dir, "data")).sort()).toEqual(["audit.key", "memoryd.db"]);
  }));

test("what a killed backup of the same name left is taken away, what a running one has is not", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    const child = Bun.spawn(["true"]);
    await child.exited;
    const left = [".a.backup.PID-1a2b3c4d.part", ".a.backup.PID-1a2b3c4d.rows.part"];
    const dead = left.map((name) => name.replace("PID", String(child.pid)));
    const alive = left.map((name) => name.replace("PID", String(process.pid)));
    const others = [`.b.backup.${child.pid}-1a2b3c4d.part`, ".a.backup.part", ".a.backup.notes"];
    for (const name of [...dead, ...alive, ...others]) writeFileSync(join(dir, name), "");
    backupOf(dir);
    expect(readdirSync(dir).sort()).toEqual([...alive, ...others, "a.backup", "audit.key", "memoryd.db"].sort());
  }));

test("what was erased or is free in the data is not in a backup", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const marker = "zebra-marker-4711";
    // Without secure_delete the bytes stay in the file.
    tamper(
      dir,
      "PRAGMA secure_delete = OFF",
      `INSERT INTO forgotten_rules (row, vector, created_at) VALUES (268435999, CAST('${marker.repeat(3_000)}' AS BLOB), 1)`,
      "DELETE FROM forgotten_rules WHERE row = 268435999",
    );
    expect(readFileSync(databasePath(dir)).includes(marker)).toBe(true);
    expect(readFileSync(backupOf(dir).file).includes(marker)).toBe(false);
  }));

test("one flipped bit, anywhere, makes it no backup any more", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const { file, manifest } = backupOf(dir);
    const bytes = readFileSync(file);
    const databaseBytes = manifest.pages * manifest.pageBytes;
    const places = [
      ...Array.from({ length: Math.ceil(databaseBytes / 1_009) }, (_, at) => at * 1_009),
      ...Array.from({ length: bytes.length - databaseBytes }, (_, at) => databaseBytes + at),
    ];
    const taken: number[] = [];
    const broken = join(dir, "broken.backup");
    for (const [turn, place] of places.entries()) {
      const copy = Buffer.from(bytes);
      copy[place] = copy[place]! ^ (1 << (turn % 8));
      writeFileSync(broken, copy);
      try {
        checkBackup(broken);
        taken.push(place);
      } catch (error) {
        if (!(error instanceof BackupDamagedError)) throw error;
      }
    }
    expect(taken).toEqual([]);
    expect(checkBackup(file).manifest).toEqual(manifest);
  }));

test("a file that was cut, lengthened, is empty or is no backup is told apart in words", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const { file } = backupOf(dir);
    const bytes = readFileSync(file);
    const wrong: readonly [Uint8Array, string][] = [
      [bytes.subarray(0, -1), "its end is missing"],
      [bytes.subarray(1), "bytes were added to it, or are missing"],
      [Buffer.concat([bytes, Buffer.from("\n")]), "its end is missing"],
      [Buffer.concat([Buffer.alloc(8_192), bytes]), "bytes were added"],
      [new Uint8Array(0), "too short"],
      [readFileSync(databasePath(dir)), "it is another file"],
      [bytes.subarray(-300), "too short for its manifest"],
      [Buffer.from(bytes.toString("latin1").replace("memoryd-backup-1 ", "memoryd-backup-2 "), "latin1"), "format 2"],
    ];
    const path = join(dir, "wrong.backup");
    for (const [content, message] of wrong) {
      writeFileSync(path, content);
      expect(() => checkBackup(path)).toThrow(message);
    }
    expect(() => checkBackup(join(dir, "nowhere"))).toThrow(BackupError);
  }));

test("a backup never takes the place of another file unless it is told to", () =>
  withTempDir((dir) => {
    seedDataDir(dir);
    const target = join(dir, "a.backup");
    writeFileSync(target, "somebody's");
    expect(() => backupOf(dir)).toThrow(DataRefusedError);
    expect(readFileSync(target, "utf8")).toBe("somebody's");
    const request = { dataDir: dir, target, memorydVersion: "1", now: NOW };
    takeBackup({ ...request, mayReplace: true });
    checkBackup(target);
  }));

test.each(["memoryd.db", "memoryd.db-wal", "memoryd.db-shm", "memoryd.lock", "admin.key"])(
  "a backup is not written over %s of the data directory, also by another path to it",
  (name) =>
    withTempDir((dir) => {
      seedDataDir(join(dir, "data"));
      symlinkSync(join(dir, "data"), join(dir, "link"));
      const before = readFileSync(databasePath(join(dir, "data")));
      for (const folder of ["data", "link"]) {
        const request = { dataDir: join(dir, "data"), target: join(dir, folder, name), memorydVersion: "1", now: NOW };
        expect(() => takeBackup({ ...request, mayReplace: true })).toThrow(DataRefusedError);
      }
      expect(readFileSync(databasePath(join(dir, "data"))).equals(before)).toBe(true);
    }),
);

test("data that cannot be opened are not backed up, in one sentence", () =>
  withTempDir((dir) => {
    mkdirSync(databasePath(dir));
    expect(() => backupOf(dir)).toThrow(new BackupError("the data cannot be copied: unable to open database file"));
    expect(readdirSync(dir)).toEqual(["memoryd.db"]);
  }));

test("there is nothing to back up where no data is, and no backup of damaged data", () =>
  withTempDir((dir) => {
    expect(() => backupOf(dir)).toThrow(DataDirectoryError);
    seedDataDir(dir);
    const { size } = statSync(databasePath(dir));
    truncateSync(databasePath(dir), size - 8_192 * 5);
    expect(() => backupOf(dir)).toThrow("memoryd verify");
    expect(readdirSync(dir).filter((name) => name.includes("backup"))).toEqual([]);
  }));

test("no write waits for a backup, and the backup shows one moment", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    const db = new Database(databasePath(dir), { strict: true });
    db.run("PRAGMA journal_mode = WAL");
    // Whoever would have to wait fails at once.
    db.run("PRAGMA busy_timeout = 0");
    const filler = db.query("INSERT INTO forgotten_rules (row, vector, created_at) VALUES (?, zeroblob(1536), 1)");
    db.transaction(() => {
      for (let at = 0; at < 20_000; at++) filler.run(268_440_000 + at);
    })();
    const pair = [
      db.query("INSERT INTO accounts (name, created_at) VALUES (?, 1)"),
      db.query("INSERT INTO constitutions VALUES ('default', ?, '', '[]', '[]', 1)"),
    ];
    const request = { dataDir: dir, target: join(dir, "a.backup"), mayReplace: false, memorydVersion: "1", now: NOW };
    let done = false;
    const made = takeBackupOnThread({ url: WORKER, stopping: new AbortController().signal }, request).finally(() => {
      done = true;
    });
    let written = 0;
    while (!done) {
      db.transaction(() => {
        for (const insert of pair) insert.run(`name-${written}`);
      })();
      written++;
      await Bun.sleep(0);
    }
    const { manifest } = await made;
    db.close();
    expect(written).toBeGreaterThan(1);
    // Each write put one row into both: at any one moment there are as many of them.
    const before = { accounts: 1, constitutions: 1 };
    const [accounts, constitutions] = [manifest.rows.accounts ?? 0, manifest.rows.constitutions ?? 0];
    expect(accounts - before.accounts).toBe(constitutions - before.constitutions);
    expect(accounts).toBeLessThanOrEqual(written + before.accounts);
  }));

test("a manifest that two readers could read in two ways is damage", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const text of ['{"pages": 1, "pages": 2}', '{"pages": 1', "[".repeat(100)]) {
    expect(() => readManifest(Buffer.from(text), sha256(text))).toThrow(BackupDamagedError);
  }
});
