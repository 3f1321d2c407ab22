import { describe, expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { ComparedRows, EstimatedRows, VectorIndex, VectorSet } from "../../src/domain/ports/vector-index.ts";
import { similarityOf } from "../../src/domain/similarity.ts";
import { BLOCK_BYTES } from "../../src/vectors/scan-layout.ts";
import {
  bitsOf,
  DIMENSIONS,
  IMPLEMENTATIONS,
  newKernels,
  randomRows,
  rowsOf,
  SCALAR,
  wasmMath,
} from "./implementations.ts";
import { chunkOf, type Row, settle, someRows } from "./memory-source.ts";
import { seededRandom } from "./seeded-random.ts";
import { newStore, type StoreFixture } from "./store-fixture.ts";

const X = Float32Array.of(1, 0);

function at(cosine: number): Float32Array {
  return Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
}

describe.each(IMPLEMENTATIONS)("compared rows: %s", (_, math) => {
  test("are the similarity of each, the baseline taken off, whatever the confidence", () => {
    const rows = rowsOf([at(0.9), at(0.5), at(0.75)], (row) => [0.15, 0.7, 0.5][row]!);
    expect([...math.compareRows(rows, X, 0)]).toEqual([Math.fround(0.9), 0.5, 0.75]);
    expect([...math.compareRows(rows, X, 0.6)]).toEqual([0.9, 0.5, 0.75].map((cosine) => similarityOf(cosine, 0.6)));
  });

  test("are 0 for what is negative, zero or no number, and never -0", () => {
    const odd = [at(-0.5), new Float32Array(2), Float32Array.of(Number.NaN, 0), Float32Array.of(-0, 0)];
    expect([...bitsOf(math.compareRows(rowsOf(odd), X, 0))]).toEqual([0, 0, 0, 0]);
    expect([...bitsOf(math.compareRows(rowsOf([at(0.3)]), X, 0.3))]).toEqual([0]);
    expect([...bitsOf(math.compareRows(rowsOf([at(0.5)]), Float32Array.of(Number.NaN, 1), 0))]).toEqual([0]);
  });

  test("are -1 for a row that is absent: confidence 0, below, or no number", () => {
    const rows = rowsOf([at(1), at(1), at(1), at(1)], (row) => [0, -0.5, Number.NaN, 1e-30][row]!);
    expect([...math.compareRows(rows, X, 0)]).toEqual([-1, -1, -1, 1]);
  });

  test("of no rows are none", () => {
    expect(math.compareRows(rowsOf([]), X, 0)).toHaveLength(0);
  });

  test("agree with the ranking of the same rows to the bit", () => {
    const random = seededRandom(51);
    const rows = randomRows(random, 300, 384);
    const query = random.unitVector(384);
    const compared = math.compareRows(rows, query, 0.1);
    for (const { seq, similarity } of math.topK(rows, { query, limit: 300, floor: 0 }, 0.1)) {
      expect(compared[seq - 1]).toBe(similarity);
    }
  });
});

/** All rows compared exactly; what memory says of them must be true, and is asked at the same time. */
async function compareAll(store: VectorIndex, brain: number, query: Float32Array): Promise<ComparedRows> {
  const [estimated, compared] = await Promise.all([
    store.estimateAll(
      "packets",
      brain,
      query,
      null,
      ({ count, seqs, similarities, errors, confidences }: EstimatedRows) => ({
        count,
        seqs: seqs.slice(),
        similarities: similarities.slice(),
        errors: errors.slice(),
        confidences: confidences.slice(),
      }),
    ),
    store.compareAll("packets", brain, query),
  ]);
  // Where a change fell between the two, they are not of the same rows.
  const isSame = estimated.count === compared.count && estimated.seqs.every((seq, row) => seq === compared.seqs[row]);
  for (let row = 0; isSame && row < compared.count; row++) {
    const off = Math.abs(estimated.similarities[row]! - compared.similarities[row]!);
    expect(off).toBeLessThanOrEqual(estimated.errors[row]!);
    expect(estimated.confidences[row]).toBe(compared.confidences[row]!);
  }
  return compared;
}

/** The vectors that `compare` reads. */
async function vectorsOf(store: VectorIndex, set: VectorSet, brain: number, seqs: readonly number[]) {
  const query = new Float32Array(DIMENSION);
  return (await store.compare(set, brain, seqs, query)).map((row) => row?.vector ?? null);
}

describe("compared rows", () => {
  const kernels = newKernels();
  const math = wasmMath(kernels);

  test("of the WASM kernels equal the scalar reference bit for bit at every dimension", () => {
    const random = seededRandom(52);
    for (const dimension of DIMENSIONS) {
      for (const count of [1, 63, 64, 65, 130]) {
        const rows = randomRows(random, count, dimension);
        rows.confidences[random.integer(count)] = 0;
        for (const query of [random.unitVector(dimension), random.unitVector(dimension).map((x) => x * 1e-22)]) {
          for (const baseline of [0, 0.75]) {
            const found = math.compareRows(rows, query, baseline);
            expect(bitsOf(found)).toEqual(bitsOf(SCALAR.compareRows(rows, query, baseline)));
          }
        }
      }
    }
  });

  test("are refused beyond what one call has room for, or what the blocks hold", () => {
    const block = kernels.blocks.take()!;
    expect(() => kernels.compareRows([block], 65, X, 0)).toThrow(RangeError);
    expect(() => kernels.compareRows(Array(1_025).fill(block), 65_537, X, 0)).toThrow(RangeError);
    expect(kernels.compareRows(Array(1_024).fill(block), 65_536, X, 0)).toHaveLength(65_536);
    kernels.blocks.give(block);
  });

  test("leave nothing of the query in memory", () => {
    const query = seededRandom(53).unitVector(384);
    math.compareRows(rowsOf([seededRandom(54).unitVector(384)]), query, 0);
    expect(Buffer.from(kernels.memory.buffer).indexOf(Buffer.from(query.buffer, 0, 64))).toBe(-1);
  });
});

/** What the scalar reference makes of the rows that the source holds now. */
function expectedOf({ source }: StoreFixture, brain: number, query: Float32Array): ComparedRows {
  const { count, seqs, confidences, vectors } = chunkOf(source.rowsOf("packets", brain));
  const rows = { count, seqs, confidences, vectors };
  return { count, seqs, confidences, similarities: SCALAR.compareRows(rows, query, 0) };
}

// 1,300 rows are two chunks and 21 blocks: there is room for 100 blocks, and none for more than 3.
describe.each([
  ["in memory", 100],
  ["streamed", 3],
])("all rows of a brain, %s", (_, budgetBlocks) => {
  const random = seededRandom(55);
  const query = random.unitVector(384);

  test("are compared bit for bit as the scalar reference does, and copied as they were stored", async () => {
    const fixture = newStore(budgetBlocks);
    const rows = someRows(random, 1_300);
    fixture.source.commit("packets", 1, rows);
    fixture.source.commit("packets", 2, someRows(random, 5));
    fixture.source.commit("lessons", 1, someRows(random, 5));
    const { store } = fixture;
    for (let again = 0; again < 2; again++) {
      expect(await compareAll(store, 1, query)).toEqual(expectedOf(fixture, 1, query));
    }
    const asked = [rows[1_299]!, rows[0]!, rows[64]!, rows[0]!];
    const copies = await vectorsOf(store, "packets", 1, [2, ...asked.map(({ seq }) => seq), 999_999]);
    expect(copies).toEqual([null, ...asked.map(({ vector }) => vector), null]);
    copies[1]!.fill(7);
    expect(await compareAll(store, 1, query)).toEqual(expectedOf(fixture, 1, query));
    expect(store.stats().bytes > 0).toBe(budgetBlocks === 100);
  });

  test("are those left after removals, and those added since", async () => {
    const fixture = newStore(budgetBlocks);
    const rows = someRows(random, 1_300);
    fixture.source.commit("packets", 1, rows);
    await compareAll(fixture.store, 1, query);
    for (const place of [0, 63, 64, 1_024, 1_299]) fixture.erase("packets", 1, rows[place]!.seq);
    fixture.record("packets", 1, someRows(random, 3, 9_000));
    expect(await compareAll(fixture.store, 1, query)).toEqual(expectedOf(fixture, 1, query));
    expect(await vectorsOf(fixture.store, "packets", 1, [rows[63]!.seq, 9_000])).toEqual([
      null,
      expect.any(Float32Array),
    ]);
    fixture.store.forget(1);
    expect(await compareAll(fixture.store, 1, query)).toEqual(expectedOf(fixture, 1, query));
  });

  test("do not hold what was removed while they were read", async () => {
    const fixture = newStore(budgetBlocks);
    const rows = someRows(random, 1_300);
    fixture.source.commit("packets", 1, rows);
    fixture.source.hold();
    const compared = compareAll(fixture.store, 1, query);
    const copied = vectorsOf(fixture.store, "packets", 1, [rows[0]!.seq, rows[1]!.seq]);
    await settle();
    fixture.erase("packets", 1, rows[0]!.seq);
    fixture.source.releaseSome();
    await settle();
    fixture.erase("packets", 1, rows[5]!.seq);
    fixture.source.releaseSome();
    await settle();
    fixture.source.release();
    expect(await compared).toEqual(expectedOf(fixture, 1, query));
    expect(await copied).toEqual([null, rows[1]!.vector]);
  });

  test("are read anew where the brain is forgotten meanwhile", async () => {
    const fixture = newStore(budgetBlocks);
    const before = someRows(random, 1_300);
    fixture.source.commit("packets", 1, before);
    fixture.source.hold();
    const compared = compareAll(fixture.store, 1, query);
    await settle();
    for (const { seq } of before) fixture.source.delete("packets", 1, seq);
    fixture.store.forget(1);
    fixture.source.commit("packets", 1, someRows(random, 4, 20_000));
    fixture.source.release();
    expect((await compared).count).toBe(4);
    expect(await compared).toEqual(expectedOf(fixture, 1, query));
  });

  test("of an empty brain are none", async () => {
    const { store } = newStore(budgetBlocks);
    expect((await compareAll(store, 1, query)).count).toBe(0);
    expect(await vectorsOf(store, "packets", 1, [])).toEqual([]);
    expect(await vectorsOf(store, "packets", 1, [1])).toEqual([null]);
  });
});

test("a long random mix gives the scalar reference's answers in memory and streamed, while brains come and go", async () => {
  const mix = seededRandom(56);
  const fixture = newStore(6);
  const { store, source, record, erase } = fixture;
  let seq = 1;
  for (let step = 0; step < 500; step++) {
    const brain = 1 + mix.integer(4);
    const rows = source.rowsOf("packets", brain);
    const kind = mix.integer(10);
    if (kind < 4) {
      record("packets", brain, someRows(mix, 1 + mix.integer(12), seq));
      seq += 50;
    } else if (kind < 5 && rows.length > 0) {
      erase("packets", brain, rows[mix.integer(rows.length)]!.seq);
    } else {
      const query = mix.unitVector(384);
      const copied = rows.filter(() => mix.integer(20) === 0);
      const [compared, copies] = await Promise.all([
        compareAll(store, brain, query),
        vectorsOf(store, "packets", brain, seqsOf(copied)),
      ]);
      expect(compared).toEqual(expectedOf(fixture, brain, query));
      expect(copies).toEqual(copied.map(({ vector }) => vector));
    }
    expect(store.stats().bytes).toBeLessThanOrEqual(store.stats().budgetBytes);
    if (step % 100 === 50) store.fit((2 + mix.integer(5)) * BLOCK_BYTES);
  }
  expect(store.stats().evictions).toBeGreaterThan(20);
});

test("a smaller bound takes effect at once, the least recently used first, and the answers stay", async () => {
  const random = seededRandom(57);
  const query = random.unitVector(384);
  const fixture = newStore(10);
  for (const brain of [1, 2, 3]) fixture.source.commit("packets", brain, someRows(random, 100));
  for (const brain of [1, 2, 3]) await compareAll(fixture.store, brain, query);
  expect(fixture.store.stats()).toMatchObject({ brains: 3, bytes: 6 * BLOCK_BYTES });
  fixture.store.fit(4 * BLOCK_BYTES);
  expect(fixture.store.stats()).toMatchObject({ brains: 2, bytes: 4 * BLOCK_BYTES });
  const { loads } = fixture.store.stats();
  for (const brain of [2, 3]) await compareAll(fixture.store, brain, query);
  expect(fixture.store.stats().loads).toBe(loads);
  fixture.store.fit(0);
  expect(fixture.store.stats()).toMatchObject({ brains: 0, bytes: 0 });
  for (const brain of [1, 2, 3]) {
    expect(await compareAll(fixture.store, brain, query)).toEqual(expectedOf(fixture, brain, query));
  }
});

test("a set that had no room is in memory again once there is room for it", async () => {
  const random = seededRandom(58);
  const query = random.unitVector(384);
  const fixture = newStore(1);
  fixture.source.commit("packets", 1, someRows(random, 200));
  await compareAll(fixture.store, 1, query);
  expect(fixture.store.stats().brains).toBe(0);
  fixture.store.fit(10 * BLOCK_BYTES);
  await compareAll(fixture.store, 1, query);
  await compareAll(fixture.store, 1, query);
  expect(fixture.store.stats().brains).toBe(1);
});

function seqsOf(rows: readonly Row[]): number[] {
  return rows.map(({ seq }) => seq);
}
