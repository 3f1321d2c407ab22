import { describe, expect, test } from "bun:test";
import type { RankRequest } from "../../src/domain/ports/vector-index.ts";
import { BLOCK_BYTES } from "../../src/vectors/scan-layout.ts";
import { chunkOf, settle, someRows } from "./memory-source.ts";
import { seededRandom } from "./seeded-random.ts";
import { newStore } from "./store-fixture.ts";

const random = seededRandom(41);
const ALL: RankRequest = { query: random.unitVector(384), limit: 10_000, floor: 0 };

describe("a brain in memory", () => {
  test("answers with appended rows at once, over the edge of a block", async () => {
    const { store, source, record, expected } = newStore(10);
    source.commit("packets", 1, someRows(random, 60));
    await store.rank("packets", 1, ALL);
    record("packets", 1, someRows(random, 1, 1000));
    record("packets", 1, someRows(random, 100, 2000));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(1);
    expect(store.stats().rows).toBe(161);
  });

  test("ignores rows that it has", async () => {
    const { store, source, record, expected } = newStore(10);
    const rows = someRows(random, 10);
    record("packets", 1, rows.slice(0, 6));
    await store.rank("packets", 1, ALL);
    source.commit("packets", 1, rows.slice(6));
    store.append("packets", 1, chunkOf(rows.slice(3)));
    store.append("packets", 1, chunkOf(rows.slice(8)));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(store.stats().rows).toBe(10);
  });

  test("is read in anew for a row that comes late, after those with higher seqs", async () => {
    const { store, source, record, erase, expected } = newStore(10);
    const rows = someRows(random, 10);
    record("packets", 1, [...rows.slice(0, 4), ...rows.slice(5)]);
    await store.rank("packets", 1, ALL);
    erase("packets", 1, rows[0]!.seq);
    store.append("packets", 1, chunkOf(rows.slice(0, 1)));
    await store.rank("packets", 1, ALL);
    expect(source.scans).toBe(1);
    record("packets", 1, rows.slice(4, 5));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(2);
  });

  test("starts from no row at all", async () => {
    const { store, source, record, expected } = newStore(10);
    await store.rank("packets", 1, ALL);
    record("packets", 1, someRows(random, 3));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(1);
  });

  test("refuses rows whose seqs do not ascend, and is as before", async () => {
    const { store, source, expected } = newStore(10);
    source.commit("packets", 1, someRows(random, 3));
    await store.rank("packets", 1, ALL);
    const [a, b] = someRows(random, 2, 100);
    expect(() => store.append("packets", 1, chunkOf([b!, a!]))).toThrow("seq");
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(1);
  });

  test("answers without a removed row at once, and holds none of its bytes", async () => {
    const { store, source, erase, expected, holds } = newStore(10);
    const rows = someRows(random, 100);
    source.commit("packets", 1, rows);
    await store.rank("packets", 1, ALL);
    for (const i of [0, 63, 64, 99]) {
      expect(holds(rows[i]!.vector)).toBe(true);
      erase("packets", 1, rows[i]!.seq);
      erase("packets", 1, rows[i]!.seq);
      expect(holds(rows[i]!.vector)).toBe(false);
    }
    erase("packets", 1, 2);
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(await store.similarities("packets", 1, [rows[64]!.seq], ALL.query)).toEqual([null]);
    expect(store.stats().rows).toBe(96);
    expect(source.scans).toBe(1);
  });

  test("answers with changed rows at once, and holds nothing of what they were", async () => {
    const { store, source, change, expected, holds } = newStore(10);
    const rows = someRows(random, 100);
    source.commit("packets", 1, rows);
    await store.rank("packets", 1, ALL);
    const raised = [3, 64].map((at) => ({ ...rows[at]!, confidence: 0.7 }));
    const reworded = { ...rows[70]!, vector: random.unitVector(384) };
    const compared = () =>
      store.estimateAll("packets", 1, ALL.query, null, ({ confidences, similarities }) =>
        [3, 64, 70].map((at) => [confidences[at]!, similarities[at]!]),
      );
    const before = await compared();
    await change("packets", 1, [...raised, reworded]);
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    const after = await compared();
    expect(after.slice(0, 2).map(([confidence]) => confidence)).toEqual([0.7, 0.7].map(Math.fround));
    expect(after[2]![1]).not.toBe(before[2]![1]);
    expect([holds(rows[70]!.vector), holds(reworded.vector)]).toEqual([false, true]);
    await change("packets", 1, [{ ...rows[5]!, seq: 5_000 }]);
    expect(source.scans).toBe(1);
  });

  test("whose changed rows cannot be read is read anew", async () => {
    const { store, source, change, expected } = newStore(10);
    const rows = someRows(random, 100);
    source.commit("packets", 1, rows);
    await store.rank("packets", 1, ALL);
    source.failNext(new Error("the disk is gone"));
    await change("packets", 1, [{ ...rows[3]!, confidence: 0.7 }]);
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(2);
  });

  test("keeps the last of two changes, whichever is read last", async () => {
    const { store, source, change, expected } = newStore(10);
    const rows = someRows(random, 10);
    source.commit("packets", 1, rows);
    await store.rank("packets", 1, ALL);
    source.hold();
    const first = change("packets", 1, [{ ...rows[3]!, confidence: 0.15 }]);
    await settle();
    source.releaseSome();
    const second = change("packets", 1, [{ ...rows[3]!, confidence: 0.7 }]);
    const answer = store.rank("packets", 1, ALL);
    await settle();
    source.release();
    await Promise.all([first, second]);
    expect(await answer).toEqual(expected("packets", 1, ALL));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
  });

  test("is gone with all its bytes when forgotten, and is read anew", async () => {
    const { store, source, scan, expected, holds } = newStore(10);
    const [packets, lessons] = [someRows(random, 70), someRows(random, 2)];
    source.commit("packets", 1, packets);
    source.commit("lessons", 1, lessons);
    await store.rank("packets", 1, ALL);
    await store.rank("lessons", 1, ALL);
    store.forget(1);
    expect(store.stats()).toMatchObject({ brains: 0, rows: 0, bytes: 0 });
    expect(scan.blocks.taken).toBe(0);
    for (const { vector } of [...packets, ...lessons]) expect(holds(vector)).toBe(false);
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(3);
  });
});

describe("a change to a brain not in memory", () => {
  test("reads nothing in", async () => {
    const { store, record, erase, source } = newStore(10);
    record("packets", 1, someRows(random, 3));
    erase("packets", 1, 1);
    store.forget(1);
    await settle();
    expect(source.scans).toBe(0);
    expect(store.stats()).toMatchObject({ brains: 0, bytes: 0 });
  });
});

// 1,300 rows are two chunks; the budget of 100 blocks has room for them, that of 3 has not, so they are streamed.
describe.each([
  ["being read in", 100],
  ["being streamed", 3],
])("a brain %s", (_, budgetBlocks) => {
  test("finds what was appended before the question, though the scan under way had missed it", async () => {
    const { store, source, record, expected } = newStore(budgetBlocks);
    source.commit("packets", 1, someRows(random, 1300));
    source.hold();
    const early = store.rank("packets", 1, ALL);
    await settle();
    source.releaseSome();
    await settle();
    record("packets", 1, someRows(random, 5, 10_000));
    const late = store.rank("packets", 1, ALL);
    source.release();
    await early;
    expect(await late).toEqual(expected("packets", 1, ALL));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
  });

  test("finds what came late, between rows that the scan under way had read without it", async () => {
    const { store, source, record, expected } = newStore(10);
    const rows = someRows(random, 10);
    source.commit("packets", 1, [...rows.slice(0, 4), ...rows.slice(6)]);
    source.hold();
    const asked = store.rank("packets", 1, ALL);
    await settle();
    record("packets", 1, rows.slice(4, 6));
    source.release();
    expect(await asked).toEqual(expected("packets", 1, ALL));
    expect(store.stats().rows).toBe(10);
  });

  test("does not bring back rows removed while a scan that holds them is under way", async () => {
    const { store, source, erase, expected, holds } = newStore(budgetBlocks);
    const rows = someRows(random, 1300);
    source.commit("packets", 1, rows);
    source.hold();
    const answer = store.rank("packets", 1, ALL);
    const similarity = store.similarities("packets", 1, [rows[1]!.seq, rows[2]!.seq], ALL.query);
    await settle();
    erase("packets", 1, rows[1]!.seq);
    source.releaseSome();
    await settle();
    erase("packets", 1, rows[0]!.seq);
    erase("packets", 1, rows[1299]!.seq);
    source.release();
    expect(await answer).toEqual(expected("packets", 1, ALL));
    const [gone, there] = await similarity;
    expect(gone).toBeNull();
    expect(there).not.toBeNull();
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    for (const i of [0, 1, 1299]) expect(holds(rows[i]!.vector)).toBe(false);
  });

  test("is read from the start again when it is forgotten meanwhile", async () => {
    const { store, source, scan, expected, holds } = newStore(budgetBlocks);
    const before = someRows(random, 1300);
    source.commit("packets", 1, before);
    source.hold();
    const answer = store.rank("packets", 1, ALL);
    await settle();
    source.releaseSome();
    await settle();
    for (const row of before) source.delete("packets", 1, row.seq);
    store.forget(1);
    source.commit("packets", 1, someRows(random, 4, 500));
    source.release();
    expect(await answer).toEqual(expected("packets", 1, ALL));
    expect(await answer).toHaveLength(4);
    for (const { vector } of before) expect(holds(vector)).toBe(false);
    store.forget(1);
    expect(scan.blocks.taken).toBe(0);
  });
});

describe("a brain known to be too large", () => {
  test("has no similarity for a row removed while the scan that holds it is under way", async () => {
    const { store, source, erase } = newStore(1);
    const [first, second] = someRows(random, 100);
    source.commit("packets", 1, [first!, second!, ...someRows(random, 100, 1000)]);
    await store.rank("packets", 1, ALL);
    source.hold();
    const answer = store.similarities("packets", 1, [first!.seq, second!.seq], ALL.query);
    await settle();
    erase("packets", 1, first!.seq);
    source.release();
    expect(await answer).toEqual([null, expect.any(Number)]);
  });
});

describe("the store", () => {
  test("equals the scalar reference through a long random mix of records, removals, forgetting and questions", async () => {
    const mix = seededRandom(42);
    const { store, source, scan, record, erase, change, expected } = newStore(6);
    let seq = 1;
    for (let step = 0; step < 1500; step++) {
      const brain = 1 + mix.integer(5);
      const set = mix.integer(3) === 0 ? "lessons" : "packets";
      const rows = source.rowsOf(set, brain);
      const kind = mix.integer(40);
      if (kind < 14) {
        const added = someRows(mix, 1 + mix.integer(12), seq);
        seq += added.length * 3;
        record(set, brain, added);
      } else if (kind < 20 && rows.length > 0) {
        erase(set, brain, rows[mix.integer(rows.length)]!.seq);
      } else if (kind === 20) {
        store.forget(brain);
      } else if (kind === 21) {
        for (const row of rows) source.delete(set, brain, row.seq);
        store.forget(brain);
      } else if (kind < 24 && rows.length > 0) {
        const { seq } = rows[mix.integer(rows.length)]!;
        const [changed] = someRows(mix, 1, seq);
        await change(set, brain, [changed!]);
      } else {
        const request = { query: mix.unitVector(384), limit: 1 + mix.integer(30), floor: 0 };
        expect(await store.rank(set, brain, request)).toEqual(expected(set, brain, request));
      }
      expect(store.stats().bytes).toBeLessThanOrEqual(store.stats().budgetBytes);
      expect(store.stats().bytes).toBe(scan.blocks.taken * BLOCK_BYTES);
    }
    expect(store.stats().evictions).toBeGreaterThan(20);
  });
});
