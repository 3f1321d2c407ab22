import { expect, test } from "bun:test";
import { chmodSync, chownSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DataDirectoryError,
  DataRefusedError,
  databasePath,
  lockDataDirectory,
  prepareDataDirectory,
  walBytes,
} from "../../../src/storage/files/data-directory.ts";
import { WRITE_STEPS } from "../../../src/storage/files/durable-files.ts";
import { keyFileAt } from "../../../src/storage/files/key-file.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { NOW } from "../../store/fixture.ts";
import { withTempDir } from "../sqlite/temp-data.ts";

test("a data directory is made for its owner alone, with all that is in it", () =>
  withTempDir(async (dir) => {
    const dataDir = join(dir, "a", "b");
    prepareDataDirectory(dataDir);
    const lock = lockDataDirectory(dataDir);
    const store = await openStore({ dataDir, now: NOW, writerUrl: null });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
    await store.close();
    lock.release();
  }));

test("a path below a file is refused in words", () =>
  withTempDir((dir) => {
    writeFileSync(join(dir, "file"), "");
    expect(() => prepareDataDirectory(join(dir, "file", "data"))).toThrow(DataDirectoryError);
    expect(() => prepareDataDirectory(join(dir, "file"))).toThrow(DataDirectoryError);
  }));

test("one holder at a time has the lock, and releasing it lets the next one in", () =>
  withTempDir((dir) => {
    const first = lockDataDirectory(dir);
    expect(() => lockDataDirectory(dir)).toThrow(DataRefusedError);
    first.release();
    lockDataDirectory(dir).release();
  }));

test("closing leaves one database file, its WAL emptied into it", () =>
  withTempDir(async (dir) => {
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    await store.accounts.create("acme", NOW);
    await store.close();
    expect(walBytes(databasePath(dir))).toBe(0);
    const again = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    expect(await again.accounts.exists("acme")).toBe(true);
    await again.close();
  }));

test("the key file is for its owner alone and never overwritten", () =>
  withTempDir((dir) => {
    const file = keyFileAt(join(dir, "admin.key"));
    expect(file.read()).toBeNull();
    file.write("one\n");
    expect(file.read()).toBe("one\n");
    expect(statSync(join(dir, "admin.key")).mode & 0o777).toBe(0o600);
    expect(() => file.write("two\n")).toThrow();
    expect(file.read()).toBe("one\n");
  }));

test("a key file that others may read or change is closed to them; what its owner may do stays", () =>
  withTempDir((dir) => {
    const path = join(dir, "admin.key");
    const file = keyFileAt(path);
    file.write("one\n");
    expect(file.close()).toBeNull();
    for (const [before, after] of [
      [0o644, 0o600],
      [0o660, 0o600],
      [0o620, 0o600],
      [0o640, 0o600],
      [0o444, 0o400],
    ] as const) {
      chmodSync(path, before);
      const [mode, isWritable] = [before.toString(8).padStart(4, "0"), (before & 0o020) !== 0];
      expect(file.close()).toEqual({ mode, isWritable, isClosed: true });
      expect([before, statSync(path).mode & 0o777]).toEqual([before, after]);
      expect(file.close()).toBeNull();
    }
    for (const mode of [0o602, 0o666, 0o622]) {
      chmodSync(path, mode);
      expect(() => file.close()).toThrow(DataDirectoryError);
      expect(statSync(path).mode & 0o777).toBe(mode);
    }
  }));

test("a link to a key file, as secrets are mounted, closes the file and stays a link", () =>
  withTempDir((dir) => {
    writeFileSync(join(dir, "data"), "one\n", { mode: 0o644 });
    symlinkSync("data", join(dir, "admin.key"));
    const file = keyFileAt(join(dir, "admin.key"));
    expect([file.read(), file.close()?.isClosed]).toEqual(["one\n", true]);
    expect(statSync(join(dir, "data")).mode & 0o777).toBe(0o600);
  }));

test.skipIf(process.getuid?.() !== 0)(
  "a key file of another owner is not changed, and told of where all may read it",
  () =>
    withTempDir((dir) => {
      const path = join(dir, "admin.key");
      const file = keyFileAt(path);
      file.write("one\n");
      chownSync(path, 65_534, 65_534);
      for (const [mode, exposure] of [
        [0o444, { mode: "0444", isWritable: false, isClosed: false }],
        [0o644, { mode: "0644", isWritable: false, isClosed: false }],
        [0o460, { mode: "0460", isWritable: true, isClosed: false }],
        [0o440, null],
        [0o400, null],
      ] as const) {
        chmodSync(path, mode);
        expect([mode, file.close()]).toEqual([mode, exposure]);
        expect(statSync(path).mode & 0o777).toBe(mode);
      }
      chmodSync(path, 0o666);
      expect(() => file.close()).toThrow(/may be written by anybody/);
    }),
);

test.each(WRITE_STEPS)("killed once its key file is %s, a first start leaves none, and the next one makes it", (step) =>
  withTempDir((dir) => {
    const path = join(dir, "admin.key");
    const child = Bun.spawnSync([process.execPath, join(import.meta.dir, "key-file-kill.ts"), path, step]);
    expect(child.signalCode).toBe("SIGKILL");
    const file = keyFileAt(path);
    expect(file.read()).toBeNull();
    file.write("two\n");
    expect(file.read()).toBe("two\n");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(["admin.key"]);
  }),
);
