// The audit's chain: whatever is done to the file behind memoryd's back shows.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SHELL } from "../../../src/domain/audit.ts";
import type { FollowedChain } from "../../../src/domain/ports/data-files.ts";
import type { Store } from "../../../src/domain/ports/store.ts";
import { signedText } from "../../../src/domain/receipt.ts";
import { auditKeysAt } from "../../../src/storage/files/audit-keys.ts";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { restoreBackup } from "../../../src/storage/sqlite/backup/restore-backup.ts";
import { takeBackup } from "../../../src/storage/sqlite/backup/take-backup.ts";
import { followChain } from "../../../src/storage/sqlite/checks/audit-chain.ts";
import { type AuditKeyChange, openStore, reasonOfKeyChange } from "../../../src/storage/sqlite/open-store.ts";
import { BRAIN, NOW, recordOne } from "../../store/fixture.ts";
import { pastTriggers } from "../../support/past-triggers.ts";
import { withStore, withTempDir } from "./temp-data.ts";

const by = { actor: SHELL, at: NOW + 5 };
const COLUMNS = ["at", "account", "actor", "action", "target", "details", "previous", "hash"] as const;

/** Twelve actions of several kinds. */
async function fill(store: Store): Promise<void> {
  for (const slug of ["a", "b", "c", "d"]) {
    await store.cores.create("default", { slug, name: slug, context: "" }, NOW, by);
  }
  await recordOne(store, "t1");
  await store.packets.remove((await store.brains.find(BRAIN))?.id ?? 0, "mem_t1", by);
  await store.brains.erase(BRAIN, by);
  await store.cores.remove("default", "d", by);
  await store.accounts.changeSettings("default", { sourcesMax: 3 }, by);
  await store.audit.note({ action: "memory.exported", account: "default", user: "ada", by });
}

function look<T>(dir: string, work: (db: Database) => T): T {
  const db = new Database(databasePath(dir));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const followed = (dir: string, head?: string): FollowedChain => look(dir, (db) => followChain(db, head ?? null));

function tamper(dir: string, ...statements: string[]): void {
  look(dir, (db) => pastTriggers(db, ...statements));
}

/** Data with a chain, its store closed. */
async function withChain(use: (dir: string, head: FollowedChain) => unknown): Promise<void> {
  await withTempDir(async (dir) => {
    const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
    await store.accounts.create("default", NOW, {}, by);
    await fill(store);
    await store.close();
    await use(dir, followed(dir));
  });
}

test("an untouched chain is sound, and has passed each of its hashes", () =>
  withChain((dir, { entries, head, faults }) => {
    expect(faults).toEqual([]);
    expect(entries).toBe(11);
    const hashes = look(dir, (db) => db.query("SELECT seq, hash, previous FROM audit ORDER BY seq").values());
    for (const [seq, hash] of hashes) expect(followed(dir, String(hash)).headAt).toBe(Number(seq));
    expect(followed(dir, String(hashes[0]?.[2])).headAt).toBe(0);
    expect(hashes.at(-1)?.[1]).toBe(head);
    expect(followed(dir, "0".repeat(64)).headAt).toBeNull();
  }));

describe("tampering is found:", () => {
  test("any change of any byte of any field of any entry", () =>
    withChain((dir, { entries }) =>
      look(dir, (db) => {
        db.run("DROP TRIGGER audit_keeps_values");
        for (let seq = 1; seq <= entries; seq++) {
          for (const column of COLUMNS) {
            const value =
              db.query<{ v: string | number }, [number]>(`SELECT ${column} AS v FROM audit WHERE seq = ?`).get(seq)
                ?.v ?? "";
            const set = db.query(`UPDATE audit SET ${column} = ? WHERE seq = ?`);
            for (const other of changesOf(value)) {
              set.run(other, seq);
              expect({ seq, column, other, faults: followChain(db).faults.length }).not.toMatchObject({ faults: 0 });
            }
            set.run(value, seq);
          }
        }
        expect(followChain(db).faults).toEqual([]);
      }),
    ));

  test.each([
    ["an entry removed", "DELETE FROM audit WHERE seq = 5", "entry 5 is not there"],
    ["the first removed", "DELETE FROM audit WHERE seq = 1", "entry 1 is not there"],
    [
      "an entry removed and the gap closed",
      "DELETE FROM audit WHERE seq = 5; UPDATE audit SET seq = seq - 1 WHERE seq > 5; UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'audit'",
      "entry 5",
    ],
    [
      "two entries exchanged",
      "UPDATE audit SET seq = -1 WHERE seq = 5; UPDATE audit SET seq = 5 WHERE seq = 6; UPDATE audit SET seq = 6 WHERE seq = -1",
      "entry 5",
    ],
    [
      "an entry put between",
      "UPDATE audit SET seq = -seq WHERE seq > 5; UPDATE audit SET seq = 1 - seq WHERE seq < 0; INSERT INTO audit SELECT 6, at, account, actor, action, target, details, previous, hash FROM audit WHERE seq = 5",
      "entry 6",
    ],
    [
      "an entry put behind",
      "INSERT INTO audit SELECT seq + 1, at, account, actor, action, target, details, hash, hash FROM audit ORDER BY seq DESC LIMIT 1",
      "entry 12 was changed",
    ],
    ["the end cut off", "DELETE FROM audit WHERE seq > 8", "entries up to 11 were there, and the last one is 8"],
    ["all of it gone", "DELETE FROM audit", "entries up to 11 were there, and the last one is 0"],
    ["the id of the data exchanged", "UPDATE audit_origin SET id = 'other'", "entry 1 does not follow"],
  ])("%s", (_, statements, fault) =>
    withChain((dir) => {
      tamper(dir, statements);
      expect(followed(dir).faults[0]).toContain(fault);
    }),
  );

  test("the end cut off with care, by a head that was written down", () =>
    withChain((dir, { head }) => {
      tamper(dir, "DELETE FROM audit WHERE seq > 8", "UPDATE sqlite_sequence SET seq = 8 WHERE name = 'audit'");
      expect(followed(dir).faults).toEqual([]);
      expect(followed(dir, head)).toMatchObject({ headAt: null, headReplacedBy: null });
    }));
});

/** Each byte of a text in turn, and a number beside the one that it is. */
function changesOf(value: string | number): (string | number)[] {
  if (typeof value === "number") return [value + 1, value - 1];
  const changed = [...value].map((char, at) => value.slice(0, at) + (char === "0" ? "1" : "0") + value.slice(at + 1));
  return [...changed.filter((other) => other !== value), `${value} `];
}

test("SQL alone changes, removes and replaces no entry, and puts none out of turn", () =>
  withStore(async (store, dir) => {
    await fill(store);
    look(dir, (db) => {
      for (const sql of [
        "DELETE FROM audit",
        "UPDATE audit SET actor = 'nobody' WHERE seq = 3",
        "INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE seq = 3",
        "INSERT INTO audit SELECT seq + 7, at, account, actor, action, target, details, previous, hash FROM audit WHERE seq = 3",
        "UPDATE audit_origin SET id = 'x'",
        "DELETE FROM audit_origin",
      ]) {
        expect(() => db.run(sql), sql).toThrow(/append-only|never changes/);
      }
      expect(followChain(db).faults).toEqual([]);
    });
  }));

test("an operation that fails leaves no entry, also beside others in one batch", () =>
  withStore(async (store, dir) => {
    const core = { slug: "a", name: "a", context: "" };
    const outcomes = await Promise.allSettled([
      store.cores.create("default", core, NOW, by),
      store.cores.create("default", core, NOW, by),
      store.cores.create("default", { ...core, slug: "b" }, NOW, by),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const { entries, faults } = followed(dir);
    expect([entries, faults]).toEqual([4, []]);
  }));

test("two processes that write at once make one chain", () =>
  withStore(async (store, dir) => {
    const other = await openStore({ dataDir: dir, now: NOW, writerUrl: null, migrate: false });
    const slugs = Array.from({ length: 40 }, (_, at) => `core-${at}`);
    await Promise.all(
      slugs.map((slug, at) =>
        (at % 2 === 0 ? store : other).cores.create("default", { slug, name: slug, context: "" }, NOW, by),
      ),
    );
    await other.close();
    expect(followed(dir)).toMatchObject({ entries: 42, faults: [] });
  }));

test("the key is made once, for its owner alone; with another one the audit says so", () =>
  withTempDir(async (dir) => {
    const open = () => openStore({ dataDir: dir, now: NOW, writerUrl: null });
    await (await open()).close();
    const path = join(dir, "audit.key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const first = auditKeysAt(dir).publicKey;
    await (await open()).close();
    expect(auditKeysAt(dir).publicKey).toBe(first);
    await withTempDir(async (elsewhere) => {
      const other = auditKeysAt(elsewhere);
      writeFileSync(path, readFileSync(join(elsewhere, "audit.key")));
      const store = await open();
      const keys = (await store.audit.list(null, { limit: 9, before: null })).map(({ action, target }) => [
        action,
        target,
      ]);
      expect(keys).toEqual([
        ["signing_key.used", `signing_key:${other.publicKey}`],
        ["signing_key.used", `signing_key:${first}`],
      ]);
      await store.close();
    });
    expect(followed(dir).faults).toEqual([]);
    writeFileSync(path, "sesame");
    await expect(open()).rejects.toThrow(`the audit's key ${path} cannot be used`);
  }));

test("a key that is lost is told of once as it is replaced, also by a command; a backup meanwhile makes none", () =>
  withTempDir(async (dir) => {
    const told: AuditKeyChange[] = [];
    const open = async (migrate: boolean) => {
      const onAuditKeyChange = (change: AuditKeyChange) => void told.push(change);
      await (await openStore({ dataDir: dir, now: NOW, writerUrl: null, migrate, onAuditKeyChange })).close();
    };
    await open(true);
    const path = join(dir, "audit.key");
    const before = auditKeysAt(dir).publicKey;
    const copy = readFileSync(path);
    rmSync(path);
    const order = { dataDir: dir, target: join(dir, "a.backup"), mayReplace: false, memorydVersion: "1", now: NOW };
    expect(takeBackup(order).manifest.signed).toBeNull();
    expect([existsSync(path), told]).toEqual([false, []]);
    await open(true);
    expect(told).toEqual([{ before, isMade: true, isBack: false }]);
    await open(true);
    expect(told).toHaveLength(1);
    const next = auditKeysAt(dir).publicKey;
    rmSync(path);
    await open(false);
    expect(told.slice(1)).toEqual([{ before: next, isMade: true, isBack: false }]);
    // Another key in its place: the audit has not named the one that the command made.
    await open(true);
    expect(told.slice(2)).toEqual([{ before: next, isMade: false, isBack: false }]);
    // The copy of the first key, put back.
    const last = auditKeysAt(dir).publicKey;
    writeFileSync(path, copy);
    await open(true);
    expect(told.slice(3)).toEqual([{ before: last, isMade: false, isBack: true }]);
    expect(told.map(reasonOfKeyChange).map((reason) => reason.includes("put it back"))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  }));

test("what is signed is the JSON of all fields but the signature, in the order in which they stand", () =>
  withStore(async (store) => {
    const { receipt } = await store.brains.erase(BRAIN, by);
    const { signature, ...rest } = receipt;
    expect(signedText(receipt)).toBe(JSON.stringify(rest));
    expect(signature).toHaveLength(88);
    const shuffled = Object.fromEntries(Object.entries(receipt).reverse()) as unknown as typeof receipt;
    expect(signedText(shuffled)).toBe(JSON.stringify(rest));
  }));

describe("a backup", () => {
  const backup = (dataDir: string) =>
    takeBackup({
      dataDir,
      target: join(dataDir, "a.backup"),
      mayReplace: false,
      memorydVersion: "1",
      now: NOW,
      actor: SHELL,
    });

  test("holds the chain with the entry of itself, and keeps it from being changed", () =>
    withChain((dir, { head }) => {
      const { file } = backup(dir);
      const db = new Database(file, { readonly: true });
      expect(followChain(db, head)).toMatchObject({ entries: 12, headAt: 11, faults: [] });
      const triggers = db.query("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'").values();
      expect(triggers).toEqual([[5]]);
      db.close();
      // Behind it stands that the backup is whole, which the backup cannot hold.
      expect(followed(dir)).toMatchObject({ entries: 13, faults: [] });
    }));

  test("that is restored goes on with its own chain, and knows the head that it replaced", () =>
    withChain(async (dir) => {
      const { file } = backup(dir);
      const backedUp = new Database(file, { readonly: true });
      const atBackup = followChain(backedUp).head;
      backedUp.close();
      const store = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
      await store.cores.create("default", { slug: "late", name: "late", context: "" }, NOW, by);
      await store.close();
      const replaced = followed(dir);
      const { movedAside } = restoreBackup({ file, dataDir: dir, dryRun: false, now: NOW + 9 });
      const chain = followed(dir, atBackup);
      expect(chain).toMatchObject({ entries: 13, headAt: 12, faults: [], restores: [13] });
      expect(followed(dir, replaced.head)).toMatchObject({ headAt: null, headReplacedBy: 13 });
      const again = await openStore({ dataDir: dir, now: NOW, writerUrl: null });
      const [entry] = await again.audit.list(null, { limit: 1, before: null });
      expect(entry).toMatchObject({ action: "backup.restored", actor: SHELL, at: NOW + 9 });
      expect(JSON.parse(entry?.details ?? "")).toMatchObject({ replaced: { seq: 14, hash: replaced.head } });
      await again.close();
      const aside = new Database(join(dir, movedAside[0] ?? ""), { readonly: true });
      expect(followChain(aside, replaced.head)).toMatchObject({ headAt: 14, faults: [] });
      aside.close();
    }));
});
