// A key in a file, exchanged for another: at any moment the file has one that works.
import { expect, test } from "bun:test";
import { readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { authenticateKey } from "../../src/accounts/authenticate-key.ts";
import { ensureAdminKey } from "../../src/accounts/ensure-admin-key.ts";
import { parseKey } from "../../src/accounts/key-format.ts";
import { rotateKeyInFile } from "../../src/accounts/rotate-key.ts";
import { SHELL } from "../../src/domain/audit.ts";
import type { RotatingKeyFile } from "../../src/domain/ports/key-file.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import { keyFileAt } from "../../src/storage/files/key-file.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { withTempDir } from "../storage/sqlite/temp-data.ts";
import { NOW } from "../store/fixture.ts";

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const INPUT = { overlapMs: 1_000, expiresAt: null };
const BY = { id: SHELL };

/** Data with its first admin key in a file. */
function withFirstKey(use: (store: Store, file: RotatingKeyFile, path: string) => Promise<void>): Promise<void> {
  return withTempDir(async (dir) => {
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    const path = join(dir, "admin.key");
    const keyFile = keyFileAt(path);
    await ensureAdminKey({ ...store, clock: clockAt(0), random, keyFile });
    await use(store, keyFile, path);
    await store.close();
  });
}

const clockAt = (ms: number) => ({ now: () => NOW + ms });
const inFile = (file: RotatingKeyFile) => file.read()?.trim() ?? "";
const opens = async (store: Store, text: string, ms: number) =>
  authenticateKey({ ...store, clock: clockAt(ms) }, text).then(
    ({ account, scope }) => `${scope} of ${account}`,
    () => "nothing",
  );

test("the file has the new key, of its owner alone; the old one works until the overlap is over", () =>
  withFirstKey(async (store, keyFile, path) => {
    const old = inFile(keyFile);
    const made = await rotateKeyInFile({ ...store, clock: clockAt(0), random, keyFile }, INPUT, BY);
    expect([inFile(keyFile), statSync(path).mode & 0o777]).toEqual([made.text, 0o600]);
    expect(readdirSync(join(path, "..")).filter((name) => name.includes("admin.key"))).toEqual(["admin.key"]);
    for (const text of [old, made.text]) expect(await opens(store, text, 999)).toBe("admin of default");
    expect([await opens(store, old, 1_000), await opens(store, made.text, 1_000)]).toEqual([
      "nothing",
      "admin of default",
    ]);
    expect((await ensureAdminKey({ ...store, clock: clockAt(2_000), random, keyFile })).kind).toBe("known");
  }));

test("a link to the file, as secrets are mounted, stays a link", () =>
  withFirstKey(async (store, _, path) => {
    const link = join(path, "../link.key");
    symlinkSync("admin.key", link);
    const made = await rotateKeyInFile({ ...store, clock: clockAt(0), random, keyFile: keyFileAt(link) }, INPUT, BY);
    expect(inFile(keyFileAt(path))).toBe(made.text);
  }));

/** Dies at a step: what comes after it is not done. */
class Died extends Error {}

test("killed before the data knows the new key, all is as before, and the next rotation is a whole one", () =>
  withFirstKey(async (store, keyFile) => {
    const old = inFile(keyFile);
    const keys = { ...store.keys, rotate: () => Promise.reject(new Died()) };
    const dying = { ...keyFile, stage: (text: string) => ({ ...keyFile.stage(text), drop: () => {} }) };
    await expect(
      rotateKeyInFile({ ...store, keys, clock: clockAt(0), random, keyFile: dying }, INPUT, BY),
    ).rejects.toBeInstanceOf(Died);
    expect([inFile(keyFile), await opens(store, old, 9_999)]).toEqual([old, "admin of default"]);
    const made = await rotateKeyInFile({ ...store, clock: clockAt(0), random, keyFile }, INPUT, BY);
    expect(inFile(keyFile)).toBe(made.text);
    expect(await store.keys.list("default")).toHaveLength(2);
  }));

test("killed before the file has it, the old key works on, and the next rotation ends the one that was begun", () =>
  withFirstKey(async (store, keyFile) => {
    const old = inFile(keyFile);
    const take = () => {
      throw new Died();
    };
    const dying = { ...keyFile, stage: (text: string) => ({ ...keyFile.stage(text), take }) };
    await expect(
      rotateKeyInFile({ ...store, clock: clockAt(0), random, keyFile: dying }, INPUT, BY),
    ).rejects.toBeInstanceOf(Died);
    expect([inFile(keyFile), await opens(store, old, 999)]).toEqual([old, "admin of default"]);
    const made = await rotateKeyInFile({ ...store, clock: clockAt(500), random, keyFile }, INPUT, BY);
    expect(made.old).toMatchObject({ id: parseKey(old)?.id, expiresAt: NOW + 1_000, replacedBy: made.key.id });
    expect([inFile(keyFile), await opens(store, made.text, 9_999)]).toEqual([made.text, "admin of default"]);
    expect(await store.keys.list("default")).toHaveLength(2);
  }));

test("where the file cannot be written nothing is rotated", () =>
  withFirstKey(async (store, keyFile) => {
    const stage = () => {
      throw new Died();
    };
    const closed = { ...keyFile, stage };
    await expect(
      rotateKeyInFile({ ...store, clock: clockAt(0), random, keyFile: closed }, INPUT, BY),
    ).rejects.toBeInstanceOf(Died);
    expect(await store.keys.list("default")).toHaveLength(1);
  }));
