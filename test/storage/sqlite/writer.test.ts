import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { createWriter, failureOf } from "../../../src/storage/sqlite/engine/writer.ts";
import { type BatchRunner, WriterClient } from "../../../src/storage/sqlite/engine/writer-client.ts";
import { brainOf, rowOf, rowsOf, seqOf } from "../../../src/storage/sqlite/rows.ts";
import type { WriteRequest } from "../../../src/storage/sqlite/writes/write-operations.ts";
import { BRAIN, hashOf, NOW, recordOf, recordOne, turnOf, vectorOf } from "../../store/fixture.ts";
import { withStore } from "./temp-data.ts";

test("requests that come while a batch is under way go together in the next", async () => {
  const batches: number[] = [];
  let let_go: (() => void) | null = null;
  const runner: BatchRunner = {
    async runBatch(requests: readonly WriteRequest[]) {
      batches.push(requests.length);
      await new Promise<void>((resolve) => {
        let_go = resolve;
      });
      return requests.map(() => ({ ok: true as const, result: undefined }));
    },
    close: async () => {},
  };
  const client = new WriterClient(runner);
  const first = client.write("createAccount", { account: "a", now: 1 });
  await Bun.sleep(0);
  const others = ["b", "c", "d"].map((account) => client.write("createAccount", { account, now: 1 }));
  expect(client.depth).toBe(3);
  (let_go as (() => void) | null)?.();
  await first;
  await Bun.sleep(0);
  (let_go as (() => void) | null)?.();
  await Promise.all(others);
  expect(batches).toEqual([1, 3]);
});

test("a closed store refuses writes instead of losing them", () =>
  withStore(async (store, dir) => {
    const writer = createWriter(databasePath(dir));
    const client = new WriterClient({ runBatch: async (r) => writer.runBatch(r), close: async () => writer.close() });
    const last = client.write("createAccount", { account: "late", now: 1 });
    await client.close();
    await last;
    await expect(client.write("createAccount", { account: "later", now: 1 })).rejects.toThrow("closed");
    expect(await store.accounts.exists("late")).toBe(true);
  }));

function bytesOnDisk(dir: string): Buffer {
  const file = databasePath(dir);
  return Buffer.concat([file, `${file}-wal`].map((path) => readFileSync(path)));
}

const MARKER = "zebra-marker-7391";

test("an erased packet's text and vectors are in no file any more", () =>
  withStore(async (store, dir) => {
    const kept = await recordOne(store, "kept", "an answer that stays");
    const seq = await recordOne(store, "t1", `${MARKER} ${"long ".repeat(5_000)}`);
    const brain = (await store.brains.find(BRAIN))?.id ?? 0;
    const vector = vectorOf(777);
    await store.packets.saveEmbeddings([
      { brain, seq, vector },
      { brain, seq: kept, vector: vectorOf(5) },
    ]);
    const needle = Buffer.from(vector.buffer);
    expect(bytesOnDisk(dir).includes(MARKER)).toBe(true);
    expect(bytesOnDisk(dir).includes(needle)).toBe(true);
    expect(await store.packets.remove(brain, "mem_t1")).toBe(seq);
    expect(bytesOnDisk(dir).includes(MARKER)).toBe(false);
    expect(bytesOnDisk(dir).includes(needle)).toBe(false);
    expect(bytesOnDisk(dir).includes("an answer that stays")).toBe(true);
    expect((await store.brains.counters(brain)).memorySize).toBe(1);
  }));

test("of a request that fails among others after it has written, nothing stays on pages that were free", () =>
  withStore(async (store, dir) => {
    const seq = await recordOne(store, "large", "x".repeat(200_000));
    const { id } = await store.turns.begin(turnOf("t1"));
    const [large] = await store.packets.bySeqs(id, [seq]);
    await store.packets.remove(id, large?.id ?? "");
    const twice = { attribute: "name", value: "Ada", outcome: "claim", confirms: [] } as const;
    const answer = "refusedmark ".repeat(9_000);
    const [begun, refused] = await Promise.allSettled([
      store.turns.begin(turnOf("t2")),
      store.turns.record(recordOf("t1", id, { answer, attributes: [twice, twice], attributesVersion: 1 })),
    ]);
    expect([begun.status, refused.status]).toEqual(["fulfilled", "rejected"]);
    expect((await store.turns.find(hashOf("t2")))?.consumed).toBeNull();
    expect(await store.packets.list(id, { limit: 9, before: null })).toEqual([]);
    for (const side of ["", "-wal"]) {
      expect(readFileSync(databasePath(dir) + side).includes("refusedmark")).toBe(false);
    }
  }));

test("an erased core takes the texts of its brains, lessons and open turns out of every file", () =>
  withStore(async (store, dir) => {
    await store.cores.create("default", { slug: "work", name: "Work", context: "" }, NOW);
    const brain = { account: "default", core: "work", user: null };
    await store.turns.begin(turnOf("open", { brain, input: `${MARKER} in a turn` }));
    await store.lessons.add({
      id: "les_1",
      brain,
      text: `${MARKER} in a lesson`,
      vector: vectorOf(9),
      createdAt: NOW,
      expiresAt: NOW + 5_000,
      isGeneral: false,
      sourceLink: [],
    });
    await recordOne(store, "other");
    expect(bytesOnDisk(dir).includes(MARKER)).toBe(true);
    expect((await store.cores.remove("default", "work")).brains).toHaveLength(1);
    expect(bytesOnDisk(dir).includes(MARKER)).toBe(false);
    expect(await store.brains.find(brain)).toBeNull();
    expect(await store.turns.find(hashOf("open"))).toBeNull();
    expect((await store.brains.counters((await store.brains.find(BRAIN))?.id ?? 0)).memorySize).toBe(1);
  }));

test("a recorded turn keeps neither input nor vector beside the packet", () =>
  withStore(async (store, dir) => {
    await recordOne(store, "t1");
    const { Database } = await import("bun:sqlite");
    const db = new Database(join(dir, "memoryd.db"), { readonly: true });
    expect(db.query("SELECT input, input_vector FROM turns").values()).toEqual([[null, null]]);
    db.close();
  }));

test("row numbers hold the largest brain and seq exactly", () => {
  const [brain, seq] = [2 ** 25 - 1, 2 ** 28 - 1];
  const row = rowOf(brain, seq);
  expect(Number.isSafeInteger(row)).toBe(true);
  expect([brainOf(row), seqOf(row)]).toEqual([brain, seq]);
  expect(row).toBeLessThan(rowsOf(brain).end);
  expect(rowOf(brain, 0)).toBe(rowsOf(brain).first);
});

test("a full disk is told as such, and a failed query without its values", () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  expect(failureOf(full)).toMatchObject({ ok: false, code: "storage_full" });
  const query = new Error("Failed query: insert …\nparams: my secret words", { cause: full });
  expect(failureOf(query)).toMatchObject({ ok: false, code: "storage_full" });
  const other = new Error("Failed query: insert …\nparams: my secret words", { cause: new Error("no such table") });
  expect(JSON.stringify(failureOf(other))).toContain("no such table");
  expect(JSON.stringify(failureOf(other))).not.toContain("secret");
});

test("whoever records is served first: work that can wait hears that the writer is busy, and for a moment longer", async () => {
  const gate = Promise.withResolvers<void>();
  const runner: BatchRunner = {
    runBatch: async (requests) => {
      await gate.promise;
      return requests.map(() => ({ ok: true as const, result: null }));
    },
    close: async () => {},
  };
  const client = new WriterClient(runner);
  expect(client.isBusy).toBe(false);
  const touched = client.write("touchKeys", []);
  expect(client.isBusy).toBe(false);
  const recorded = client.write("recordTurn", recordOf("t1", 1));
  expect(client.isBusy).toBe(true);
  gate.resolve();
  await Promise.all([touched, recorded]);
  while (client.isBusy) await Bun.sleep(1);
  await client.close();
});
