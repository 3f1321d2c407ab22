// Restoring: all or nothing, the old data kept, and no moment at which a kill leaves neither.
import { describe, expect, test } from "bun:test";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { auditKeysAt } from "../../../src/storage/files/audit-keys.ts";
import { DataRefusedError, databasePath, lockDataDirectory } from "../../../src/storage/files/data-directory.ts";
import { RESTORE_STEPS, restoreBackup } from "../../../src/storage/sqlite/backup/restore-backup.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { NOW } from "../../store/fixture.ts";
import { backupOf, readRows, seedDataDir, tamper } from "./backup-data.ts";
import { forge } from "./forge-backup.ts";
import { withTempDir } from "./temp-data.ts";

const SCRIPT = resolve(import.meta.dir, "backup-kill.ts");
const ASIDE = "memoryd.db.before-restore-20260131T093000Z";
const NAME = "SELECT name FROM accounts ORDER BY name";

interface Lab {
  readonly data: string;
  readonly file: string;
}

/** A backup, and a directory whose data has gone on since: it has an account more. */
function withBackup(use: (lab: Lab) => void | Promise<void>): Promise<void> {
  return withTempDir(async (dir) => {
    const data = join(dir, "data");
    seedDataDir(data);
    const { file } = backupOf(data, join(dir, "a.backup"));
    tamper(data, "INSERT INTO accounts (name, created_at) VALUES ('later', 1)");
    await use({ data, file });
  });
}

function restore({ data, file }: Lab, dryRun = false) {
  return restoreBackup({ file, dataDir: data, dryRun, now: NOW });
}

function listed(data: string): string[] {
  return readdirSync(data).sort();
}

test("the backup's data is in place afterwards, and the old data stands beside it under another name", () =>
  withBackup((lab) => {
    writeFileSync(join(lab.data, "admin.key"), "the key\n");
    const { movedAside, hasKeyFile } = restore(lab);
    expect(movedAside).toEqual([ASIDE]);
    expect(hasKeyFile).toBe(true);
    expect(listed(lab.data)).toEqual(["admin.key", "audit.key", "memoryd.db", ASIDE, "memoryd.id", "memoryd.lock"]);
    expect(readFileSync(join(lab.data, "admin.key"), "utf8")).toBe("the key\n");
    expect(readRows(databasePath(lab.data), NAME)).toEqual([["default"]]);
    expect(readRows(join(lab.data, ASIDE), NAME)).toEqual([["default"], ["later"]]);
    expect(statSync(databasePath(lab.data)).mode & 0o777).toBe(0o600);
    // The trailer stays behind: the file is the database and nothing else.
    const [[pages]] = readRows(databasePath(lab.data), "PRAGMA page_count") as [[number]];
    expect(statSync(databasePath(lab.data)).size).toBe(pages * 8_192);
    expect(checkData(lab.data).findings).toEqual([]);
  }));

test("a directory that is not there yet is made for its owner alone", () =>
  withBackup(({ data, file }) => {
    const fresh = join(data, "..", "fresh", "data");
    expect(restore({ data: fresh, file }).movedAside).toEqual([]);
    expect(statSync(fresh).mode & 0o777).toBe(0o700);
    expect(readRows(databasePath(fresh), NAME)).toEqual([["default"]]);
  }));

test("a dry run says the same and changes nothing at all", () =>
  withBackup((lab) => {
    const before = listed(lab.data);
    const bytes = readFileSync(databasePath(lab.data));
    expect(restore(lab, true).movedAside).toEqual([ASIDE]);
    expect(listed(lab.data)).toEqual(before);
    expect(readFileSync(databasePath(lab.data)).equals(bytes)).toBe(true);
    const nowhere = join(lab.data, "..", "nowhere");
    expect(restore({ ...lab, data: nowhere }, true).movedAside).toEqual([]);
    expect(existsSync(nowhere)).toBe(false);
  }));

test("restoring twice within a second keeps both, and the log of the old data goes into it", () =>
  withBackup((lab) => {
    restore(lab);
    tamper(lab.data, "INSERT INTO accounts (name, created_at) VALUES ('second', 1)");
    const { movedAside } = restore(lab);
    expect(movedAside).toEqual([`${ASIDE}-2`]);
    expect(readRows(join(lab.data, `${ASIDE}-2`), NAME)).toEqual([["default"], ["second"]]);
    expect(readRows(join(lab.data, ASIDE), NAME)).toEqual([["default"], ["later"]]);
  }));

test("data that is too damaged to be opened is kept with its log, and no old log is played into the new data", () =>
  withBackup((lab) => {
    writeFileSync(databasePath(lab.data), "this was a database once".repeat(1_000));
    writeFileSync(`${databasePath(lab.data)}-wal`, "and this its log");
    writeFileSync(`${databasePath(lab.data)}-shm`, "x");
    expect(restore(lab).movedAside).toEqual([ASIDE, `${ASIDE}-wal`]);
    expect(listed(lab.data)).toEqual(["audit.key", "memoryd.db", ASIDE, `${ASIDE}-wal`, "memoryd.id", "memoryd.lock"]);
    expect(readFileSync(join(lab.data, `${ASIDE}-wal`), "utf8")).toBe("and this its log");
    expect(readRows(databasePath(lab.data), NAME)).toEqual([["default"]]);
  }));

test("a log without its database is moved out of the way too", () =>
  withBackup(({ data, file }) => {
    const odd = join(data, "..", "odd");
    mkdirSync(odd);
    writeFileSync(`${databasePath(odd)}-wal`, "somebody's log");
    expect(restore({ data: odd, file }).movedAside).toEqual([`${ASIDE}-wal`]);
    expect(readRows(databasePath(odd), NAME)).toEqual([["default"]]);
  }));

test.each([true, false])("while a server holds the directory nothing is restored (dry run: %p)", (dryRun) =>
  withBackup((lab) => {
    const lock = lockDataDirectory(lab.data);
    const before = listed(lab.data);
    expect(() => restore(lab, dryRun)).toThrow("another memoryd is running");
    expect(listed(lab.data)).toEqual(before);
    lock.release();
  }),
);

test("a damaged or newer backup is refused before anything is touched", () =>
  withBackup((lab) => {
    const before = listed(lab.data);
    const bytes = readFileSync(lab.file);
    bytes[70_000] = bytes[70_000]! ^ 1;
    writeFileSync(lab.file, bytes);
    expect(() => restore(lab)).toThrow(DataRefusedError);
    // Made by a program that knows one migration more.
    const newer = MIGRATIONS.length + 1;
    const source = join(lab.data, "..", "newer");
    seedDataDir(source);
    const { file } = backupOf(source, join(lab.data, "..", "b.backup"));
    forge(file, (said) => ({ ...said, schema_version: newer }), auditKeysAt(source));
    expect(() => restore({ ...lab, file })).toThrow(`schema version ${newer}`);
    expect(listed(lab.data)).toEqual(before);
  }));

describe("killed", () => {
  test.each([...RESTORE_STEPS])("right after the step `%s`, it leaves the old data or the new, whole", (step) =>
    withBackup(async (lab) => {
      const child = Bun.spawn([process.execPath, SCRIPT, "restore", lab.file, lab.data, step], {
        stdio: ["ignore", "inherit", "inherit"],
      });
      await child.exited;
      expect(child.signalCode).toBe("SIGKILL");
      const isNew = step === "placed";
      expect(readRows(databasePath(lab.data), NAME)).toEqual(isNew ? [["default"]] : [["default"], ["later"]]);
      expect(checkData(lab.data).findings).toEqual([]);
      // The next to hold the directory finds no trace of it, and the restore can be done again.
      lockDataDirectory(lab.data).release();
      expect(listed(lab.data)).toEqual(["audit.key", "memoryd.db", ...(isNew ? [ASIDE] : []), "memoryd.lock"]);
      expect(restore(lab).movedAside).toEqual([isNew ? `${ASIDE}-2` : ASIDE]);
      expect(readRows(databasePath(lab.data), NAME)).toEqual([["default"]]);
    }),
  );
});

test("a second name of the data in use is taken away, a file of its own is kept", () =>
  withBackup(({ data }) => {
    linkSync(databasePath(data), join(data, ASIDE));
    writeFileSync(join(data, `${ASIDE}-2`), "older data");
    lockDataDirectory(data).release();
    expect(listed(data)).toEqual(["audit.key", "memoryd.db", `${ASIDE}-2`, "memoryd.lock"]);
  }));
