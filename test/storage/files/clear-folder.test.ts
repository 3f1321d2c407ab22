// Folders for memory in the clear: gone with the work, and those of killed processes with the next.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inClearFolder, placeInTheClear, removeClearFolders } from "../../../src/storage/files/clear-folder.ts";
import { withTempDir } from "../sqlite/temp-data.ts";

test("the folder is its owner's alone, and goes also where the work fails", () =>
  withTempDir(async (dir) => {
    const seen: string[] = [];
    const failing = inClearFolder(dir, async (folder) => {
      seen.push(folder);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      writeFileSync(join(folder, "memory"), "in the clear");
      // Another of the same process, such as a scheduled backup beside one by hand, is let alone.
      await inClearFolder(dir, async () => expect(existsSync(folder)).toBe(true));
      throw new Error("broken off");
    });
    await expect(failing).rejects.toThrow("broken off");
    expect([seen.length, readdirSync(dir)]).toEqual([1, []]);
  }));

test("what killed processes left goes, what is somebody else's stays", () =>
  withTempDir(async (dir) => {
    const gone = await Bun.spawn(["true"]).exited.then(() => Bun.spawn(["true"]));
    await gone.exited;
    const left = `memoryd.clear-${gone.pid}-0a1b2c3d`;
    const others = [`memoryd.clear-${process.ppid}-0a1b2c3d`, `memoryd.clear-${gone.pid}-nonsense`, "notes"];
    for (const name of [left, ...others]) {
      mkdirSync(join(dir, name));
      writeFileSync(join(dir, name, "memory"), "in the clear");
      utimesSync(join(dir, name), 0, 0);
    }
    removeClearFolders(dir);
    expect(readdirSync(dir).sort()).toEqual(others.sort());
  }));

test("of this process's own number, what is older than the process goes, and what it made stays", () =>
  withTempDir((dir) => {
    const [old, own] = [`memoryd.clear-${process.pid}-0a1b2c3d`, `memoryd.clear-${process.pid}-4e5f6a7b`];
    for (const name of [old, own]) mkdirSync(join(dir, name));
    utimesSync(join(dir, old), 0, 0);
    removeClearFolders(dir);
    expect(readdirSync(dir)).toEqual([own]);
    removeClearFolders(dir, true);
    expect(readdirSync(dir)).toEqual([]);
  }));

test("memory is opened beside the data; where that is not there, among the temporary files", () =>
  withTempDir((dir) => {
    expect(placeInTheClear(dir)).toBe(dir);
    expect(placeInTheClear(join(dir, "none"))).toBe(tmpdir());
  }));
