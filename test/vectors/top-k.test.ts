import { describe, expect, test } from "bun:test";
import type { RankRequest } from "../../src/domain/ports/vector-index.ts";
import { similarityOf } from "../../src/domain/similarity.ts";
import { DIMENSIONS, IMPLEMENTATIONS, newKernels, randomRows, rowsOf, SCALAR, wasmMath } from "./implementations.ts";
import { seededRandom, unit } from "./seeded-random.ts";

const X = Float32Array.of(1, 0);

/** A vector of length 1 whose cosine to X is `cosine`, up to rounding. */
function at(cosine: number): Float32Array {
  return Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
}

function request(query: Float32Array, limit: number, floor = 0): RankRequest {
  return { query, limit, floor };
}

describe.each(IMPLEMENTATIONS)("top-k: %s", (_, math) => {
  test("ranks by similarity x confidence, not by similarity alone", () => {
    const rows = rowsOf([at(0.9), at(0.5), at(0.75)], (row) => [0.15, 0.7, 0.5][row]!);
    expect(math.topK(rows, request(X, 3), 0).map((row) => row.seq)).toEqual([3, 2, 1]);
  });

  test("ranks by similarity alone where asked, leaving removed rows out all the same", () => {
    const rows = rowsOf([at(0.9), at(0.5), at(0.75), at(0.95)], (row) => [0.15, 0.7, 0.5, 0][row]!);
    const ranked = math.topK(rows, { ...request(X, 3), by: "similarity" }, 0);
    expect(ranked.map((row) => row.seq)).toEqual([1, 3, 2]);
    expect(ranked.map((row) => row.score)).toEqual(ranked.map((row) => row.similarity));
  });

  test("gives similarity and score as float32 values", () => {
    const rows = rowsOf([at(0.5)], () => 0.7);
    const score = Math.fround(0.5 * Math.fround(0.7));
    expect(math.topK(rows, request(X, 1), 0)).toEqual([{ seq: 1, similarity: 0.5, score }]);
  });

  test("puts the higher seq first among equal scores, and keeps it when k cuts the tie", () => {
    const rows = rowsOf(Array.from({ length: 200 }, () => at(0.5)));
    expect(math.topK(rows, request(X, 3), 0).map((row) => row.seq)).toEqual([200, 199, 198]);
    expect(math.topK(rows, request(X, 500), 0).map((row) => row.seq)).toEqual(
      Array.from({ length: 200 }, (_, i) => 200 - i),
    );
  });

  test("keeps a row at exactly the floor and drops the one a bit below", () => {
    const rows = rowsOf([at(0.25), at(0.2499999), at(0.26)]);
    expect(math.topK(rows, request(X, 9, 0.25), 0).map((row) => row.seq)).toEqual([3, 1]);
    const random = seededRandom(11);
    const [query, row] = [random.unitVector(384), random.unitVector(384)];
    const similarity = Math.abs(SCALAR.dotRows(rowsOf([row]), query)[0]!);
    const signed = query.map((x) => (SCALAR.dotRows(rowsOf([row]), query)[0]! < 0 ? -x : x));
    expect(math.topK(rowsOf([row]), request(signed, 1, similarity), 0)).toHaveLength(1);
    expect(math.topK(rowsOf([row]), request(signed, 1, similarity + 1e-7), 0)).toHaveLength(0);
  });

  test("takes the baseline off the cosine before the floor and the score", () => {
    const rows = rowsOf([at(0.85), at(0.7), at(0.95)], () => 0.5);
    const ranked = math.topK(rows, request(X, 9, 0.3), 0.75);
    expect(ranked.map((row) => row.seq)).toEqual([3, 1]);
    expect(ranked[1]!.similarity).toBe(similarityOf(Math.fround(0.85), 0.75));
    expect(ranked[1]!.similarity).toBeCloseTo(0.4, 5);
  });

  test("counts a negative cosine as similarity 0", () => {
    expect(math.topK(rowsOf([at(-0.5)]), request(X, 1), 0)).toEqual([{ seq: 1, similarity: 0, score: 0 }]);
    expect(math.topK(rowsOf([at(-0.5)]), request(X, 1, 0.01), 0)).toEqual([]);
  });

  test("never returns a row of confidence 0 or NaN, whatever the floor", () => {
    const rows = rowsOf([at(1), at(0.9), at(0.8)], (row) => [0, Number.NaN, 0.15][row]!);
    expect(math.topK(rows, request(X, 9, -1), 0).map((row) => row.seq)).toEqual([3]);
  });

  test("never returns a NaN or infinite score", () => {
    const odd = [Float32Array.of(Number.NaN, 0), Float32Array.of(Number.POSITIVE_INFINITY, 0), at(0.5)];
    expect(math.topK(rowsOf(odd), request(X, 9, -1), 0).map((row) => row.seq)).toEqual([3]);
    expect(math.topK(rowsOf([at(0.5)]), request(Float32Array.of(Number.NaN, 1), 9, -1), 0)).toEqual([]);
    expect(math.topK(rowsOf([at(0.5)]), request(X, 9, Number.NaN), 0)).toEqual([]);
  });

  test("gives a zero row and a zero query similarity 0", () => {
    const zero = new Float32Array(2);
    expect(math.topK(rowsOf([zero]), request(X, 9, 0.01), 0)).toEqual([]);
    expect(math.topK(rowsOf([at(1)]), request(zero, 9, 0), 0)).toEqual([{ seq: 1, similarity: 0, score: 0 }]);
  });

  test("returns nothing of no rows, one of one, and all where k is larger", () => {
    expect(math.topK(rowsOf([]), request(X, 8), 0)).toEqual([]);
    expect(math.topK(rowsOf([at(1)]), request(X, 1), 0)).toHaveLength(1);
    expect(math.topK(rowsOf([at(1), at(0.5)]), request(X, 1000), 0)).toHaveLength(2);
  });

  test("is the head of the whole ranking for every k", () => {
    const random = seededRandom(12);
    const rows = randomRows(random, 1500, 8);
    const query = random.unitVector(8);
    const all = math.topK(rows, request(query, 1500), 0);
    expect(all).toHaveLength(1500);
    for (let i = 1; i < all.length; i++) {
      const [before, row] = [all[i - 1]!, all[i]!];
      expect(before.score > row.score || (before.score === row.score && before.seq > row.seq)).toBe(true);
    }
    for (const k of [1, 2, 3, 7, 8, 64, 999, 1000, 1001, 1499]) {
      expect(math.topK(rows, request(query, k), 0)).toEqual(all.slice(0, k));
    }
  });

  test("finds the same rows as an evaluation in double precision where scores are well apart", () => {
    const random = seededRandom(13);
    const query = random.unitVector(384);
    const vectors = Array.from({ length: 150 }, (_, i) => {
      const noise = random.unitVector(384);
      return unit(query.map((x, j) => x * (0.2 + i / 50) + noise[j]!));
    });
    const shuffled = vectors.map((_, i) => ({ i, key: random.next() })).sort((a, b) => a.key - b.key);
    const ranked = math.topK(rowsOf(shuffled.map(({ i }) => vectors[i]!)), request(query, 10), 0);
    const exact = shuffled
      .map(({ i }, row) => ({ seq: row + 1, cosine: vectors[i]!.reduce((sum, x, j) => sum + x * query[j]!, 0) }))
      .sort((a, b) => b.cosine - a.cosine);
    expect(ranked.map((row) => row.seq)).toEqual(exact.slice(0, 10).map((row) => row.seq));
  });
});

describe("top-k", () => {
  const kernels = newKernels();
  const math = wasmMath(kernels);

  test("of the WASM kernels equals the scalar reference bit for bit at every dimension", () => {
    const random = seededRandom(14);
    for (const dimension of DIMENSIONS) {
      const rows = randomRows(random, 130, dimension);
      const query = random.unitVector(dimension);
      for (const [k, floor, baseline] of [
        [8, 0.25, 0],
        [1000, 0, 0],
        [5, 0.1, 0.75],
        [1, -1, 0.3],
      ] as const) {
        expect(math.topK(rows, request(query, k, floor), baseline)).toEqual(
          SCALAR.topK(rows, request(query, k, floor), baseline),
        );
      }
    }
  });

  test("of the WASM kernels equals the scalar reference for 1,000 of 8,000 rows, while the memory grows", () => {
    const random = seededRandom(15);
    const before = kernels.memory.buffer.byteLength;
    const rows = randomRows(random, 8000, 384);
    const query = random.unitVector(384);
    expect(math.topK(rows, request(query, 1000), 0)).toEqual(SCALAR.topK(rows, request(query, 1000), 0));
    expect(kernels.memory.buffer.byteLength).toBeGreaterThan(before);
  });

  test("is exact for a limit above what one call of the kernel ranks", () => {
    const random = seededRandom(16);
    const rows = randomRows(random, 40_000, 3);
    const query = random.unitVector(3);
    const ranked = math.topK(rows, request(query, 20_000), 0);
    expect(ranked).toHaveLength(20_000);
    expect(ranked).toEqual(SCALAR.topK(rows, request(query, 20_000), 0));
  });
});
