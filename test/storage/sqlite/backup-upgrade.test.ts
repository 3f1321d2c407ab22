// Before older data is upgraded it is kept, checked; a kill at any moment leaves data that the next start goes on from.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { checkBackup } from "../../../src/storage/sqlite/backup/check-backup.ts";
import { upgradeData } from "../../../src/storage/sqlite/backup/upgrade-data.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { NOW } from "../../store/fixture.ts";
import { readRows } from "./backup-data.ts";
import { withTempDir } from "./temp-data.ts";

const RELEASED = resolve(import.meta.dir, "../../upgrades");
const VERSIONS = readdirSync(RELEASED)
  .filter((name) => /^\d+$/.test(name))
  .map(Number);
const SCRIPT = resolve(import.meta.dir, "backup-kill.ts");
const TEXTS = "SELECT id, input, answer FROM packets ORDER BY row";

function copyData(version: number, dir: string): void {
  copyFileSync(join(RELEASED, String(version), "memoryd.db"), databasePath(dir));
}

function schemaOf(dir: string): number {
  return checkData(dir).schemaVersion;
}

function backupsIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.includes(".before-schema-"))
    .sort();
}

test.each(VERSIONS)("data of schema %d is kept as it was before it is upgraded", (version) =>
  withTempDir(async (dir) => {
    copyData(version, dir);
    const before = readRows(databasePath(dir), TEXTS);
    const upgrades: unknown[] = [];
    const options = { dataDir: dir, now: NOW, writerUrl: null, version: "1.2.3" } as const;
    const store = await openStore({ ...options, onUpgrade: (upgrade) => upgrades.push(upgrade) });
    await store.close();
    const backup = join(dir, `memoryd.db.before-schema-${version + 1}.backup`);
    expect(upgrades).toEqual([{ from: version, to: MIGRATIONS.length, backup }]);
    const { manifest } = checkBackup(backup);
    expect(manifest).toMatchObject({ schemaVersion: version, memorydVersion: "1.2.3" });
    expect(readRows(backup, TEXTS)).toEqual(before);
    expect(readRows(databasePath(dir), TEXTS)).toEqual(before);
    expect(checkData(dir)).toMatchObject({ schemaVersion: MIGRATIONS.length, findings: [] });
    // The next start has nothing to do.
    await (await openStore({ ...options, onUpgrade: (upgrade) => upgrades.push(upgrade) })).close();
    expect(upgrades).toHaveLength(1);
  }),
);

test("new data, and data of this schema, needs no backup", () =>
  withTempDir(async (dir) => {
    for (let start = 0; start < 2; start++)
      await (await openStore({ dataDir: dir, now: NOW, writerUrl: null })).close();
    expect(backupsIn(dir)).toEqual([]);
  }));

test("a first start that was killed while it made the file is completed by the next", () =>
  withTempDir(async (dir) => {
    // The two files as they lie there when a transaction is cut off half-way.
    const cut = join(dir, "cut.db");
    const db = new Database(cut);
    db.run("PRAGMA cache_size = 2");
    db.run("BEGIN");
    db.run("CREATE TABLE half (made BLOB)");
    for (let row = 0; row < 40; row++) db.run("INSERT INTO half VALUES (randomblob(4000))");
    copyFileSync(cut, databasePath(dir));
    copyFileSync(`${cut}-journal`, `${databasePath(dir)}-journal`);
    db.run("ROLLBACK");
    db.close();
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    await store.close();
    expect(checkData(dir)).toMatchObject({ schemaVersion: MIGRATIONS.length, findings: [] });
  }));

test("of the backups before upgrades the newest two stay", () =>
  withTempDir((dir) => {
    copyData(1, dir);
    for (const [age, schema] of [11, 3, 2].entries()) {
      const path = join(dir, `memoryd.db.before-schema-${schema}.backup`);
      writeFileSync(path, "old");
      utimesSync(path, 1_000 - age, 1_000 - age);
    }
    upgradeData({
      path: databasePath(dir),
      migrations: MIGRATIONS.slice(0, 2),
      missing: 1,
      memorydVersion: "1",
      now: NOW,
    });
    expect(backupsIn(dir)).toEqual(["memoryd.db.before-schema-11.backup", "memoryd.db.before-schema-2.backup"]);
  }));

const STEPS = [
  "backed-up 3",
  ...MIGRATIONS.slice(2).flatMap(({ version }) => [`begun ${version}`, `written ${version}`, `applied ${version}`]),
];

describe("killed", () => {
  test.each(STEPS)("at `%s`, an upgrade leaves whole migrations, and the next start completes it", (step) =>
    withTempDir(async (dir) => {
      copyData(2, dir);
      const before = readRows(databasePath(dir), TEXTS);
      const child = Bun.spawn([process.execPath, SCRIPT, "upgrade", dir, "2", step], {
        stdio: ["ignore", "inherit", "inherit"],
      });
      await child.exited;
      expect(child.signalCode).toBe("SIGKILL");
      const [name, version] = step.split(" ");
      const reached = name === "applied" ? Number(version) : name === "backed-up" ? 2 : Number(version) - 1;
      expect(schemaOf(dir)).toBe(reached);
      expect(backupsIn(dir)).toEqual(["memoryd.db.before-schema-3.backup"]);
      const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
      await store.close();
      expect(checkData(dir)).toMatchObject({ schemaVersion: MIGRATIONS.length, findings: [] });
      expect(readRows(databasePath(dir), TEXTS)).toEqual(before);
      // What it was before all of it is still there.
      expect(checkBackup(join(dir, "memoryd.db.before-schema-3.backup")).manifest.schemaVersion).toBe(2);
    }),
  );
});
