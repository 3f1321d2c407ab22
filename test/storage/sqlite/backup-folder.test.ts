// The folder of scheduled backups: the newest stay, and what is somebody else's is left alone.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BackupError } from "../../../src/storage/files/durable-files.ts";
import { backupFolderAt } from "../../../src/storage/sqlite/backup/backup-folder.ts";
import { NOW } from "../../store/fixture.ts";
import { withTempDir } from "./temp-data.ts";

const HOUR_MS = 3_600_000;

test("a backup is named after its moment, in a folder that is its owner's alone", () =>
  withTempDir((dir) => {
    const path = join(dir, "a", "b");
    const folder = backupFolderAt(path);
    expect(folder.newest()).toBeNull();
    expect(basename(folder.next(NOW))).toBe("memoryd-20260131T093000Z.backup");
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }));

test("what was broken off goes before the next is made", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    for (const part of [".rows.part", ".part"]) writeFileSync(`${join(dir, ".memoryd-x.backup.1a2b3c4d")}${part}`, "");
    writeFileSync(join(dir, ".other.part"), "");
    folder.next(NOW);
    expect(readdirSync(dir)).toEqual([".other.part"]);
  }));

test("only the newest stay, other files are kept", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const names = [3, 1, 4, 2].map((hours) => {
      const path = folder.next(NOW + hours * HOUR_MS);
      writeFileSync(path, "");
      return basename(path);
    });
    for (const name of ["notes.txt", "memoryd-20260131.backup", "other.backup", ".other.part"])
      writeFileSync(join(dir, name), "");
    expect(folder.newest()).toBe(NOW + 4 * HOUR_MS);
    const gone = folder.tidy(2);
    expect(gone.sort()).toEqual([names[1]!, names[3]!].sort());
    expect(readdirSync(dir).sort()).toEqual(
      [".other.part", "memoryd-20260131.backup", names[0]!, names[2]!, "notes.txt", "other.backup"].sort(),
    );
  }));

test("backups that a wrong clock dated in the future do not push out the one just made", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const year = 365 * 24 * HOUR_MS;
    const [later, latest, old, made] = [NOW + year, NOW + year + HOUR_MS, NOW - HOUR_MS, NOW].map((at) => {
      const path = folder.next(at);
      writeFileSync(path, "");
      return basename(path);
    });
    expect(folder.tidy(2, NOW).sort()).toEqual([later!, latest!].sort());
    expect(readdirSync(dir).sort()).toEqual([old!, made!].sort());
  }));

test("a folder that cannot be made is told in words", () =>
  withTempDir((dir) => {
    mkdirSync(join(dir, "a"));
    writeFileSync(join(dir, "a", "file"), "");
    expect(() => backupFolderAt(join(dir, "a", "file", "below")).next(NOW)).toThrow(BackupError);
  }));
