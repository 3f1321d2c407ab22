import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { createWriter, failureOf } from "../../../src/storage/sqlite/engine/writer.ts";
import { type BatchRunner, WriterClient } from "../../../src/storage/sqlite/engine/writer-client.ts";
import { brainOf, rowOf, rowsOf, seqOf } from "../../../src/storage/sqlite/rows.ts";
import type { WriteRequest } from "../../../src/storage/sqlite/writes/write-operations.ts";
import { BRAIN, hashOf, NOW, recordOf, recordOne, seqOfRecord, turnOf, vectorOf, withStore } from "./temp-data.ts";

describe.each([false, true])("the store, writer on a thread of its own: %p", (thread) => {
  const options = { thread };

  test("what a write promised is there for a reader at once", () =>
    withStore(async (store) => {
      const brain = await store.turns.begin(turnOf("t1"));
      expect(await store.brains.find(BRAIN)).toEqual({ id: brain.id, key: BRAIN });
      expect((await store.turns.find(hashOf("t1")))?.consumed).toBeNull();
    }, options));

  test("of two records of one token at the same time one is the first, and the other hears so", () =>
    withStore(async (store) => {
      const { id } = await store.turns.begin(turnOf("t1"));
      const same = await Promise.all([
        store.turns.record(recordOf("t1", id)),
        store.turns.record(recordOf("t1", id, { packetId: "mem_other" })),
      ]);
      expect(same.map((each) => each.kind)).toEqual(["recorded", "repeated"]);
      expect((await store.brains.counters(id)).turns).toBe(1);
    }, options));

  test("of two records with different answers the second is refused with the domain's error", () =>
    withStore(async (store) => {
      const { id } = await store.turns.begin(turnOf("t1"));
      const first = store.turns.record(recordOf("t1", id));
      const second = store.turns.record(recordOf("t1", id, { packetId: "mem_other", answerHash: hashOf("else") }));
      expect((await first).kind).toBe("recorded");
      await expect(second).rejects.toMatchObject({ name: "MemoryError", code: "token_consumed" });
      expect(await store.packets.list(id, { limit: 9, before: null })).toHaveLength(1);
    }, options));

  test("a write that fails takes no other of its batch with it", () =>
    withStore(async (store) => {
      const outcomes = await Promise.allSettled([
        store.accounts.create("one", NOW),
        store.accounts.create("default", NOW),
        store.accounts.create("two", NOW),
      ]);
      expect(outcomes.map((each) => each.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await store.accounts.list()).map((each) => each.name).sort()).toEqual(["default", "one", "two"]);
    }, options));
});

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

test("the number of an erased brain is never given to another", () =>
  withStore(async (store) => {
    await store.cores.create("default", { slug: "work", name: "Work", context: "" }, NOW);
    const brain = { account: "default", core: "work", user: null };
    const { id: first } = await store.turns.begin(turnOf("t1", { brain }));
    await store.cores.remove("default", "work");
    await store.cores.create("default", { slug: "work", name: "Work", context: "" }, NOW);
    const { id: second } = await store.turns.begin(turnOf("t2", { brain }));
    expect(second).toBeGreaterThan(first);
  }));

test("a turn cannot begin in a core that went meanwhile", () =>
  withStore(async (store) => {
    const brain = { account: "default", core: "gone", user: null };
    await expect(store.turns.begin(turnOf("t1", { brain }))).rejects.toMatchObject({ code: "core_not_found" });
  }));

test("a recorded turn keeps neither input nor vector beside the packet", () =>
  withStore(async (store, dir) => {
    await recordOne(store, "t1");
    const { Database } = await import("bun:sqlite");
    const db = new Database(join(dir, "memoryd.db"), { readonly: true });
    expect(db.query("SELECT input, input_vector FROM turns").values()).toEqual([[null, null]]);
    db.close();
  }));

test("sweeping forgets what expired tokens held, and later the tokens, but no recorded one", () =>
  withStore(async (store) => {
    const { id } = await store.turns.begin(turnOf("open"));
    await recordOne(store, "done");
    await store.turns.sweep(NOW + 2_000, 10_000);
    await expect(store.turns.record(recordOf("open", id, { now: NOW }))).rejects.toMatchObject({
      code: "token_expired",
    });
    await store.turns.sweep(NOW + 20_000, 10_000);
    expect(await store.turns.find(hashOf("open"))).toBeNull();
    expect((await store.turns.find(hashOf("done")))?.consumed).not.toBeNull();
  }));

test("brains with packets that wait are found, each with its last", () =>
  withStore(async (store) => {
    await recordOne(store, "a");
    const last = await recordOne(store, "b");
    const other = { ...BRAIN, user: "grace" };
    const { id } = await store.turns.begin(turnOf("c", { brain: other }));
    const seq = seqOfRecord(await store.turns.record(recordOf("c", id)));
    const ada = (await store.brains.find(BRAIN))?.id ?? 0;
    expect(await store.packets.brainsPending()).toEqual([
      { brain: ada, through: last },
      { brain: id, through: seq },
    ]);
    const pending = await store.packets.pending(ada, 1);
    expect(pending.map((each) => [each.input, each.answer])).toEqual([["input of a", "answer of a"]]);
    await store.packets.saveEmbeddings(pending.map((each) => ({ brain: ada, seq: each.seq, vector: vectorOf(2) })));
    expect(await store.packets.pending(ada, 9)).toHaveLength(1);
    const chunk = await store.vectorSource.scan("packets", ada, -1, 10);
    expect([chunk.count, [...chunk.seqs], [...chunk.confidences]]).toEqual([1, [1], [0.5]]);
    expect(chunk.vectors).toEqual(vectorOf(2));
  }));

test("the embedding of a packet that was erased meanwhile is dropped", () =>
  withStore(async (store) => {
    const seq = await recordOne(store, "t1");
    const brain = (await store.brains.find(BRAIN))?.id ?? 0;
    await store.packets.remove(brain, "mem_t1");
    expect(await store.packets.saveEmbeddings([{ brain, seq, vector: vectorOf(1) }])).toEqual([]);
    expect((await store.vectorSource.scan("packets", brain, -1, 10)).count).toBe(0);
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
