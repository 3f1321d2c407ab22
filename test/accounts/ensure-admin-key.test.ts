import { expect, test } from "bun:test";
import { authenticateKey } from "../../src/accounts/authenticate-key.ts";
import { ensureAdminKey, KeyFileError } from "../../src/accounts/ensure-admin-key.ts";
import { issueKey } from "../../src/accounts/issue-key.ts";
import { generateKey } from "../../src/accounts/key-format.ts";
import type { KeyFile } from "../../src/domain/ports/key-file.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { withTempDir } from "../storage/sqlite/temp-data.ts";
import { NOW } from "../store/fixture.ts";
import { AccountsInMemory, KeysInMemory } from "../support/account-ports.ts";

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const clock = { now: () => NOW };

/** A key file in memory. */
function fileWith(text: string | null): KeyFile & { text: string | null } {
  return {
    path: "admin.key",
    text,
    read() {
      return this.text;
    },
    write(written) {
      if (this.text !== null) throw new Error("the file is there already");
      this.text = written;
    },
    close: () => null,
  };
}

function withEmptyStore(use: (store: Store) => Promise<void>): Promise<void> {
  return withTempDir(async (dir) => {
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    await use(store);
    await store.close();
  });
}

test("a first start makes the account default and one admin key, in the file and in the store", () =>
  withEmptyStore(async (store) => {
    const keyFile = fileWith(null);
    const outcome = await ensureAdminKey({ ...store, clock, random, keyFile });
    if (outcome.kind !== "made") throw new Error(`the outcome is ${outcome.kind}`);
    expect(keyFile.text).toBe(`${outcome.key}\n`);
    const identity = await authenticateKey({ ...store, clock }, outcome.key);
    expect(identity).toMatchObject({ account: "default", scope: "admin", core: null, user: null });
    expect((await ensureAdminKey({ ...store, clock, random, keyFile })).kind).toBe("known");
    expect(await store.keys.list("default")).toHaveLength(1);
  }));

test("a key that went with its account is not adopted as one of `default`", () =>
  withEmptyStore(async (store) => {
    await ensureAdminKey({ ...store, clock, random, keyFile: fileWith(null) });
    await store.accounts.create("acme", NOW);
    const issued = { account: "acme", name: "k", scope: "agent", core: null, user: null, expiresAt: null } as const;
    const { text } = await issueKey({ ...store, clock, random }, issued);
    await store.accounts.remove("acme");
    expect((await ensureAdminKey({ ...store, clock, random, keyFile: fileWith(text) })).kind).toBe("revoked");
    await expect(authenticateKey({ ...store, clock }, text)).rejects.toMatchObject({ code: "unauthorized" });
  }));

test("a start without the file makes no second key", () =>
  withEmptyStore(async (store) => {
    await ensureAdminKey({ ...store, clock, random, keyFile: fileWith(null) });
    const later = fileWith(null);
    expect((await ensureAdminKey({ ...store, clock, random, keyFile: later })).kind).toBe("none");
    expect(later.text).toBeNull();
  }));

test("a key that stands in the file is adopted, at the first start and at later ones", () =>
  withEmptyStore(async (store) => {
    for (const { text } of [generateKey(random), generateKey(random)]) {
      const keyFile = fileWith(`  ${text}\n`);
      expect((await ensureAdminKey({ ...store, clock, random, keyFile })).kind).toBe("adopted");
      expect((await authenticateKey({ ...store, clock }, text)).scope).toBe("admin");
    }
  }));

test("a revoked key is never adopted again", () =>
  withEmptyStore(async (store) => {
    const { id, text } = generateKey(random);
    const keyFile = fileWith(text);
    await ensureAdminKey({ ...store, clock, random, keyFile });
    await store.keys.revoke("default", id, NOW);
    expect((await ensureAdminKey({ ...store, clock, random, keyFile })).kind).toBe("revoked");
    await expect(authenticateKey({ ...store, clock }, text)).rejects.toMatchObject({ code: "unauthorized" });
  }));

test("a file that holds no key, or another secret under a known id, stops the start without telling what it holds", () =>
  withEmptyStore(async (store) => {
    const deps = { ...store, clock, random };
    await expect(ensureAdminKey({ ...deps, keyFile: fileWith("hello") })).rejects.toThrow(KeyFileError);
    const sameId = { bytes: (count: number) => (count === 6 ? new Uint8Array(6) : random.bytes(count)) };
    const [first, second] = [generateKey(sameId), generateKey(sameId)];
    expect(first.id).toBe(second.id);
    await ensureAdminKey({ ...deps, keyFile: fileWith(first.text) });
    const error = await ensureAdminKey({ ...deps, keyFile: fileWith(second.text) }).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(KeyFileError);
    expect(String(error)).not.toContain(second.text.slice(20));
  }));

function inMemory() {
  return { clock, random, accounts: new AccountsInMemory(), keys: new KeysInMemory() };
}

test("a key that could not be written to its file is not stored: nobody would have it", async () => {
  const deps = inMemory();
  const keyFile: KeyFile = {
    ...fileWith(null),
    write: () => {
      throw new Error("the disk is full");
    },
  };
  await expect(ensureAdminKey({ ...deps, keyFile })).rejects.toThrow("the disk is full");
  expect(deps.keys.kept.size).toBe(0);
});

test("what it does by itself is done by the service, and the account is made once", async () => {
  const deps = inMemory();
  const keyFile = fileWith(null);
  for (let start = 0; start < 2; start += 1) await ensureAdminKey({ ...deps, keyFile });
  const service = { actor: "service", at: NOW };
  expect([deps.accounts.doers, deps.keys.doers]).toEqual([[service], [service]]);
});

test("a file that others could read is told of, and one that holds no key is left as it is", async () => {
  const exposure = { mode: "0644", isWritable: false, isClosed: true };
  let closed = 0;
  const close = () => {
    closed += 1;
    return exposure;
  };
  const { text } = generateKey(random);
  const deps = inMemory();
  await expect(ensureAdminKey({ ...deps, keyFile: { ...fileWith("hello"), close } })).rejects.toThrow(KeyFileError);
  expect(closed).toBe(0);
  for (const kind of ["adopted", "known"] as const) {
    expect(await ensureAdminKey({ ...deps, keyFile: { ...fileWith(text), close } })).toEqual({ kind, exposure });
  }
});

test("a revoked key in the account keeps a start from making another", async () => {
  const deps = inMemory();
  deps.keys.put({ id: "ended000", account: "default", revokedAt: NOW });
  expect(await ensureAdminKey({ ...deps, keyFile: fileWith(null) })).toEqual({ kind: "none" });
});
