import { describe, expect, test } from "bun:test";
import type { RankRequest, VectorIndex } from "../../src/domain/ports/vector-index.ts";
import { similarityOf } from "../../src/domain/similarity.ts";
import { BLOCK_BYTES } from "../../src/vectors/scan-layout.ts";
import { keepBusy, turnsDuring } from "../support/turns-of-others.ts";
import { SCALAR } from "./implementations.ts";
import { chunkOf, settle, someRows } from "./memory-source.ts";
import { seededRandom } from "./seeded-random.ts";
import { newStore } from "./store-fixture.ts";

const random = seededRandom(31);
const ALL: RankRequest = { query: random.unitVector(384), limit: 10_000, floor: 0 };
const BEST: RankRequest = { ...ALL, limit: 8, floor: 0.02 };

describe("ranking", () => {
  test("reads a brain in by chunks and equals the scalar reference over its rows", async () => {
    const { store, source, expected } = newStore(100);
    source.commit("packets", 1, someRows(random, 2500));
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
    expect(source.scans).toBe(3);
    expect(await store.rank("packets", 1, BEST)).toEqual(expected("packets", 1, BEST));
    expect(source.scans).toBe(3);
  });

  test("takes off the baseline it was made with", async () => {
    const { store, source, expected } = newStore(10, 0.02);
    source.commit("packets", 1, someRows(random, 100));
    const ranked = await store.rank("packets", 1, ALL);
    expect(ranked).toEqual(expected("packets", 1, ALL));
    expect(ranked).not.toEqual(SCALAR.topK(chunkOf(source.rowsOf("packets", 1)), ALL, 0));
  });

  test("keeps brains, and the sets of a brain, apart", async () => {
    const { store, source, expected } = newStore(10);
    source.commit("packets", 1, someRows(random, 5));
    source.commit("lessons", 1, someRows(random, 3));
    source.commit("packets", 2, someRows(random, 4));
    for (const [set, brain] of [
      ["packets", 1],
      ["lessons", 1],
      ["packets", 2],
      ["lessons", 2],
    ] as const) {
      expect(await store.rank(set, brain, ALL)).toEqual(expected(set, brain, ALL));
    }
    expect(store.stats()).toMatchObject({ brains: 2, rows: 12, loads: 4, bytes: 3 * BLOCK_BYTES });
  });

  test("of an empty brain is empty and costs no block", async () => {
    const { store } = newStore(10);
    expect(await store.rank("packets", 1, ALL)).toEqual([]);
    expect(store.stats()).toMatchObject({ rows: 0, bytes: 0 });
  });

  test("refuses a query of another length and a limit below 1", async () => {
    const { store } = newStore(10);
    await expect(store.rank("packets", 1, { ...ALL, query: new Float32Array(383) })).rejects.toThrow(RangeError);
    await expect(store.rank("packets", 1, { ...ALL, limit: 0 })).rejects.toThrow(RangeError);
  });

  test("asked for many times at once reads the brain in once", async () => {
    const { store, source, expected } = newStore(10);
    source.commit("packets", 1, someRows(random, 70));
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.rank("packets", 1, BEST)));
    for (const answer of answers) expect(answer).toEqual(expected("packets", 1, BEST));
    expect(source.scans).toBe(1);
    expect(store.stats().loads).toBe(1);
  });

  test("fails with the source, keeps nothing of it, and works the next time", async () => {
    const { store, source, expected } = newStore(10);
    source.commit("packets", 1, someRows(random, 70));
    source.failNext(new Error("disk"));
    await expect(store.rank("packets", 1, BEST)).rejects.toThrow("disk");
    expect(store.stats().bytes).toBe(0);
    expect(await store.rank("packets", 1, BEST)).toEqual(expected("packets", 1, BEST));
  });
});

describe("while a large brain is read", () => {
  const QUESTIONS: [string, number, (store: VectorIndex) => Promise<unknown>][] = [
    ["into memory", 100, (store) => store.rank("packets", 1, BEST)],
    ["through, where it has no room", 1, (store) => store.rank("packets", 1, BEST)],
    ["through for exact similarities", 100, (store) => store.compareAll("packets", 1, BEST.query)],
  ];
  test.each(QUESTIONS)("%s, others have their turn", async (_, budgetBlocks, ask) => {
    const { store, source } = newStore(budgetBlocks);
    source.commit("packets", 1, someRows(random, 5_000));
    source.beforeAnswer = keepBusy;
    expect((await turnsDuring(() => ask(store))).turns).toBeGreaterThanOrEqual(4);
  });
});

describe("similarities", () => {
  test("come in the order asked, with null for a row that is not there", async () => {
    const { store, source, erase } = newStore(10, 0.1);
    const rows = someRows(random, 130);
    source.commit("packets", 1, rows);
    erase("packets", 1, rows[80]!.seq);
    const asked = [rows[100]!.seq, 2, rows[0]!.seq, rows[80]!.seq, rows[129]!.seq, 100_000, rows[100]!.seq];
    const dots = SCALAR.dotRows({ ...chunkOf(rows) }, ALL.query);
    const at = (row: number) => similarityOf(dots[row]!, 0.1);
    expect(await store.similarities("packets", 1, asked, ALL.query)).toEqual([
      at(100),
      null,
      at(0),
      null,
      at(129),
      null,
      at(100),
    ]);
    expect(await store.similarities("packets", 1, [], ALL.query)).toEqual([]);
  });

  test("of a brain larger than the budget equal those of one in memory", async () => {
    const [small, large] = [newStore(2), newStore(100)];
    const rows = someRows(random, 1500);
    for (const { source } of [small, large]) source.commit("packets", 1, rows);
    const asked = [...rows.filter((_, i) => i % 7 === 0).map((row) => row.seq), 2, 4501, rows[3]!.seq].reverse();
    const answers = await small.store.similarities("packets", 1, asked, ALL.query);
    expect(answers).toEqual(await large.store.similarities("packets", 1, asked, ALL.query));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(asked.length - 2);
    expect(small.store.stats().bytes).toBe(0);
  });
});

describe("the budget", () => {
  test("is never exceeded, and makes room by the least recently used", async () => {
    const { store, source } = newStore(4);
    for (const brain of [1, 2, 3, 4]) source.commit("packets", brain, someRows(random, 100));
    const scansFor = async (brain: number) => {
      const before = source.scans;
      await store.rank("packets", brain, BEST);
      expect(store.stats().bytes).toBeLessThanOrEqual(4 * BLOCK_BYTES);
      return source.scans - before;
    };
    expect([await scansFor(1), await scansFor(2), await scansFor(1), await scansFor(3)]).toEqual([1, 1, 0, 1]);
    // 2 was the one used longest ago; 1 and 3 are still there.
    expect([await scansFor(1), await scansFor(3), await scansFor(2)]).toEqual([0, 0, 1]);
    expect([await scansFor(3), await scansFor(1)]).toEqual([0, 1]);
    expect(store.stats()).toMatchObject({ brains: 2, rows: 200, loads: 5, evictions: 3, budgetBytes: 4 * BLOCK_BYTES });
  });

  test("lets a brain that was evicted give the same bits after it is read in again", async () => {
    const { store, source } = newStore(3);
    source.commit("packets", 1, someRows(random, 150));
    source.commit("packets", 2, someRows(random, 150));
    const first = await store.rank("packets", 1, ALL);
    await store.rank("packets", 2, ALL);
    expect(store.stats().evictions).toBe(1);
    expect(await store.rank("packets", 1, ALL)).toEqual(first);
  });

  test("leaves nothing of an evicted brain in memory", async () => {
    const { store, source, holds } = newStore(1);
    const [row] = someRows(random, 1);
    source.commit("packets", 1, [row!]);
    source.commit("packets", 2, someRows(random, 2));
    await store.rank("packets", 1, ALL);
    expect(holds(row!.vector)).toBe(true);
    await store.rank("packets", 2, ALL);
    expect(holds(row!.vector)).toBe(false);
  });

  test("lets a brain larger than all of it be ranked exactly, and keeps nothing of it", async () => {
    const { store, source, scan, expected, holds } = newStore(3);
    const rows = someRows(random, 2300);
    source.commit("packets", 1, rows);
    for (const request of [BEST, ALL, { ...ALL, limit: 1500 }]) {
      expect(await store.rank("packets", 1, request)).toEqual(expected("packets", 1, request));
      expect(store.stats()).toMatchObject({ brains: 0, rows: 0, bytes: 0 });
    }
    expect(scan.blocks.taken).toBe(0);
    expect(holds(rows[2299]!.vector)).toBe(false);
  });

  test("of no block at all still gives exact answers", async () => {
    const { store, source, expected } = newStore(0);
    source.commit("packets", 1, someRows(random, 90));
    expect(await store.rank("packets", 1, BEST)).toEqual(expected("packets", 1, BEST));
    expect(await store.rank("lessons", 1, BEST)).toEqual([]);
  });

  test("is not emptied again by a brain known to be too large for it", async () => {
    const { store, source } = newStore(3);
    source.commit("packets", 1, someRows(random, 300));
    source.commit("packets", 2, someRows(random, 10));
    await store.rank("packets", 1, BEST);
    await store.rank("packets", 2, BEST);
    const { evictions } = store.stats();
    await store.rank("packets", 1, BEST);
    expect(store.stats()).toMatchObject({ evictions, brains: 1, rows: 10 });
  });

  test("takes in a brain that has become small enough", async () => {
    const { store, source, erase } = newStore(2);
    const rows = someRows(random, 130);
    source.commit("packets", 1, rows);
    await store.rank("packets", 1, BEST);
    for (const row of rows.slice(0, 10)) erase("packets", 1, row.seq);
    await store.rank("packets", 1, BEST);
    await store.rank("packets", 1, BEST);
    expect(store.stats()).toMatchObject({ brains: 1, rows: 120 });
  });

  test("is kept while two brains that fit only one by one are read in together", async () => {
    const { store, source, expected } = newStore(20);
    for (const brain of [1, 2]) source.commit("packets", brain, someRows(random, 1200));
    source.hold();
    const answers = [store.rank("packets", 1, BEST), store.rank("packets", 2, BEST)];
    await settle();
    source.releaseSome();
    await settle();
    expect(store.stats().bytes).toBeLessThanOrEqual(20 * BLOCK_BYTES);
    source.release();
    expect(await Promise.all(answers)).toEqual([expected("packets", 1, BEST), expected("packets", 2, BEST)]);
    expect(store.stats().bytes).toBeLessThanOrEqual(20 * BLOCK_BYTES);
    for (const brain of [2, 1, 2]) {
      expect(await store.rank("packets", brain, BEST)).toEqual(expected("packets", brain, BEST));
      expect(store.stats().rows).toBe(1200);
    }
  });

  test("holds when rows are appended, and a brain that outgrows it is streamed", async () => {
    const { store, source, record, expected } = newStore(2);
    source.commit("packets", 1, someRows(random, 64));
    source.commit("packets", 2, someRows(random, 64));
    await store.rank("packets", 1, BEST);
    await store.rank("packets", 2, BEST);
    record("packets", 1, someRows(random, 10, 1000));
    expect(store.stats()).toMatchObject({ brains: 1, rows: 74, bytes: 2 * BLOCK_BYTES });
    record("packets", 1, someRows(random, 60, 2000));
    expect(store.stats()).toMatchObject({ brains: 0, rows: 0, bytes: 0 });
    expect(await store.rank("packets", 1, ALL)).toEqual(expected("packets", 1, ALL));
  });
});
