// kill -9 while an account is deleted: at the next start all of it is there, or nothing of it on the disk.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { openStore } from "../../../src/storage/sqlite/open-store.ts";
import { hashOf, NOW, recordIn } from "../../store/fixture.ts";
import { WRITER_URL, withStore } from "./temp-data.ts";

const CHILD = resolve(import.meta.dir, "account-kill.ts");
const TURNS = 60;
const USERS = ["ann", "bob", "eve"];

function withAccount(use: (dir: string) => Promise<void>): Promise<void> {
  return withStore(async (store, dir) => {
    await store.accounts.create("acme", NOW);
    for (const user of USERS) {
      const brain = { account: "acme", core: "default", user };
      for (let at = 0; at < TURNS; at += 1) {
        await recordIn(store, brain, `${user}-${at}-zebrasecret`.repeat(8));
      }
    }
    const key = { account: "acme", name: "k", scope: "agent", core: null, user: null, createdAt: NOW } as const;
    const unused = { lastUsedAt: null, expiresAt: null, revokedAt: null, replacedBy: null, hash: hashOf("k") };
    await store.keys.add({ ...key, ...unused, id: "acmekey1" });
    await store.close();
    await use(dir);
  });
}

async function killAt(dir: string, step: "uncommitted" | "committed"): Promise<void> {
  const child = Bun.spawn([process.execPath, CHILD, dir, "acme", step], { stdio: ["ignore", "pipe", "pipe"], env: {} });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ signal: child.signalCode, stdout, stderr }).toEqual({ signal: "SIGKILL", stdout: "", stderr: "" });
}

/** What the next start of the service finds, after it has closed again. */
async function nextStart(dir: string) {
  const store = await openStore({ dataDir: dir, now: NOW, writerUrl: WRITER_URL });
  const [isThere, key] = [await store.accounts.exists("acme"), await store.keys.find("acmekey1")];
  const users = await store.users.list({ account: "acme", core: null }, { after: null, limit: 9, holding: null }, NOW);
  await store.close();
  const db = new Database(databasePath(dir), { readonly: true });
  const sound = db.query("PRAGMA integrity_check").values();
  const stray = db.query("PRAGMA foreign_key_check").values();
  db.close();
  expect({ sound, stray }).toEqual({ sound: [["ok"]], stray: [] });
  const bytes = Buffer.from(await Bun.file(databasePath(dir)).arrayBuffer());
  return {
    isThere,
    hasKey: key !== null,
    packets: users.map(({ packets }) => packets),
    isReadable: bytes.includes("zebrasecret"),
  };
}

test("before the end: all of it is there", () =>
  withAccount(async (dir) => {
    await killAt(dir, "uncommitted");
    expect(await nextStart(dir)).toEqual({
      ...{ isThere: true, hasKey: true, packets: USERS.map(() => TURNS), isReadable: true },
    });
  }));

test("after it, with all still in the write-ahead log: nothing of it is left in the file", () =>
  withAccount(async (dir) => {
    await killAt(dir, "committed");
    expect(await nextStart(dir)).toEqual({ isThere: false, hasKey: false, packets: [], isReadable: false });
  }));
