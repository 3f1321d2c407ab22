import { describe, expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { RankRequest } from "../../src/domain/ports/vector-index.ts";
import { rankScan, ScanMatrixReleasedError } from "../../src/vectors/rank-scan.ts";
import type { ScalarRows } from "../../src/vectors/scalar-reference.ts";
import type { ScanKernels } from "../../src/vectors/scan-kernels.ts";
import { rowsOf, SCALAR } from "./implementations.ts";
import {
  BUILDS_AND_THREADS,
  blend,
  CONFIDENCES,
  kindRows,
  readerOf,
  relaxedKernels,
  vectorOf,
  withMatrix,
  without,
} from "./scan-fixture.ts";
import { seededRandom } from "./seeded-random.ts";

/** The scan's answer equals the reference's to the bit; returns how many float32 rows that took. */
async function sameRanking(
  kernels: ScanKernels,
  rows: ScalarRows,
  request: RankRequest,
  baseline = 0,
  capacity?: number,
): Promise<number> {
  const reader = readerOf(rows);
  const options = capacity === undefined ? {} : { capacity };
  const ranked = await withMatrix(kernels, rows, (matrix) =>
    rankScan(kernels, matrix, request, { baseline, readRows: reader.read, ...options }),
  );
  expect(ranked).toEqual(SCALAR.topK(rows, request, baseline));
  return reader.asked;
}

function confidenceOf(random = seededRandom(90)): () => number {
  return () => CONFIDENCES[random.integer(4)]!;
}

describe.each(BUILDS_AND_THREADS)("a ranking by codes, %s", (_, kernels) => {
  test("is that of the float32 rows for rows of every kind, any limit, floor and baseline", async () => {
    const random = seededRandom(91);
    for (const count of [1, 2, 63, 64, 65, 200, 900]) {
      const query = random.unitVector(DIMENSION);
      const rows = kindRows(random, count, query);
      for (const limit of [1, 3, 8, count, count + 5]) {
        for (const [floor, baseline] of [
          [0, 0],
          [-1, 0],
          [0.25, 0],
          [0.1, 0.7],
          [0, 0.7],
        ] as const) {
          await sameRanking(kernels, rows, { query, limit, floor }, baseline);
          await sameRanking(kernels, rows, { query, limit, floor, by: "similarity" }, baseline);
        }
      }
    }
  });

  test("keeps a row at exactly the floor and drops it a bit above", async () => {
    const random = seededRandom(92);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 300, query, "clustered");
    const all = SCALAR.topK(rows, { query, limit: 300, floor: 0, by: "similarity" }, 0);
    for (const place of [0, 7, 50, 299]) {
      const floor = all[place]!.similarity;
      await sameRanking(kernels, rows, { query, limit: 300, floor });
      await sameRanking(kernels, rows, { query, limit: 300, floor: floor + 1e-7, by: "similarity" });
    }
  });

  test("lets no row that turns out to be below the floor keep another out", async () => {
    const random = seededRandom(105);
    const query = new Float32Array(DIMENSION).fill(1 / Math.sqrt(DIMENSION));
    const across = query.map((x, i) => (i % 2 === 0 ? x : -x));
    const at = (cosine: number) => query.map((x, i) => cosine * x + Math.sqrt(1 - cosine * cosine) * across[i]!);
    for (let round = 0; round < 20; round++) {
      const below = 0.3 - 0.003 * random.next();
      const rows = rowsOf([at(below), at(0.9)], (row) => [0.7, 0.15][row]!);
      await sameRanking(kernels, rows, { query, limit: 1, floor: 0.3 });
    }
  });

  test("tells rows apart that differ in the last bit of one number, and gives ties to the higher seq", async () => {
    const random = seededRandom(93);
    const query = random.unitVector(DIMENSION);
    const base = blend(query, random.unitVector(DIMENSION), 0.6);
    const vectors = Array.from({ length: 1_500 }, () => {
      const row = base.slice();
      const bits = new Int32Array(row.buffer);
      bits[random.integer(DIMENSION)]! += random.integer(3) - 1;
      return row;
    });
    for (const limit of [1, 8, 100, 1_500, 2_000]) {
      await sameRanking(kernels, rowsOf(vectors), { query, limit, floor: 0 });
      await sameRanking(kernels, rowsOf(vectors, confidenceOf()), { query, limit, floor: 0 }, 0.1, 256);
    }
  });

  test("is exact for 20,000 equal rows, whose candidates are more than there is room for", async () => {
    const random = seededRandom(94);
    const query = random.unitVector(DIMENSION);
    const row = blend(query, random.unitVector(DIMENSION), 0.6);
    const rows = rowsOf(Array.from({ length: 20_000 }, () => row));
    await sameRanking(kernels, rows, { query, limit: 10, floor: 0.25 }, 0, 1_024);
    await sameRanking(kernels, rows, { query, limit: 3_000, floor: 0.25 }, 0, 2_048);
  });

  test("is exact where a part of the rows is scanned at a time", async () => {
    const random = seededRandom(95);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 1_000, query);
    for (const capacity of [64, 128, 320]) {
      for (const limit of [1, 8, 70, 400, 1_000])
        await sameRanking(kernels, rows, { query, limit, floor: 0 }, 0, capacity);
    }
  });

  test("gives what the float32 kernel gives for queries that are zero, tiny, long or no numbers", async () => {
    const random = seededRandom(96);
    const unit = random.unitVector(DIMENSION);
    const rows = kindRows(random, 500, unit);
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((value) =>
      unit.map((x, i) => (i === 100 ? value : x)),
    );
    const sized = [0, 1e-40, 1e-22, 1e5, 1e20, 1e38].map((size) => unit.map((x) => x * size));
    for (const query of [...odd, ...sized]) {
      for (const floor of [-1, 0, 0.25]) {
        await sameRanking(kernels, rows, { query, limit: 8, floor });
        await sameRanking(kernels, rows, { query, limit: 8, floor, by: "similarity" }, 0.7, 128);
      }
    }
    await sameRanking(kernels, rows, { query: unit, limit: 8, floor: Number.NaN });
  });

  test("never brings back a row that holds a NaN, or whose confidence is none", async () => {
    const random = seededRandom(97);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 300, query, "clustered");
    for (const row of [0, 70, 299]) vectorOf(rows, row)[row] = Number.NaN;
    for (const row of [5, 150]) vectorOf(rows, row)[row] = Number.POSITIVE_INFINITY;
    for (const [row, confidence] of [0, -1, Number.NaN, Number.POSITIVE_INFINITY].entries()) {
      rows.confidences[row * 3 + 10] = confidence;
    }
    for (const limit of [1, 8, 300]) {
      await sameRanking(kernels, rows, { query, limit, floor: -1 });
      await sameRanking(kernels, rows, { query, limit, floor: -1, by: "similarity" });
    }
  });

  test("is right through a random mix of sizes, limits, floors and baselines", async () => {
    const random = seededRandom(98);
    for (let round = 0; round < 60; round++) {
      const query = random.unitVector(DIMENSION);
      const kind = ["random", "clustered", "notUnit", undefined][random.integer(4)];
      const rows = kindRows(random, 1 + random.integer(1_500), query, kind);
      const request = { query, limit: 1 + random.integer(40), floor: [0, 0.1, 0.3, 0.5][random.integer(4)]! };
      const by = random.integer(3) === 0 ? ("similarity" as const) : ("score" as const);
      const capacity = [64, 256, 32_768][random.integer(3)]!;
      await sameRanking(kernels, rows, { ...request, by }, [0, 0.3, 0.7][random.integer(3)]!, capacity);
    }
  });
});

describe("a ranking by codes", () => {
  const kernels = relaxedKernels();

  test("reads few float32 rows: hardly more than the limit of 10,000", async () => {
    const random = seededRandom(99);
    const vectors = Array.from({ length: 10_000 }, () => random.unitVector(DIMENSION));
    const rows = rowsOf(vectors, confidenceOf());
    for (let round = 0; round < 5; round++) {
      const query = blend(vectors[round]!, random.unitVector(DIMENSION), 0.3);
      for (const limit of [1, 8, 50]) {
        expect(await sameRanking(kernels, rows, { query, limit, floor: 0 })).toBeLessThanOrEqual(limit + 40);
      }
    }
  });

  test("reads no more rows than a block and the limit where all are similar to nothing", async () => {
    const random = seededRandom(100);
    const rows = kindRows(random, 3_000, random.unitVector(DIMENSION), "random");
    const query = new Float32Array(DIMENSION);
    expect(await sameRanking(kernels, rows, { query, limit: 8, floor: 0 })).toBeLessThanOrEqual(72);
    expect(
      await sameRanking(kernels, rows, { query: vectorOf(rows, 0), limit: 8, floor: 0 }, 0.999),
    ).toBeLessThanOrEqual(72);
    expect(await sameRanking(kernels, rows, { query, limit: 8, floor: 0.1 })).toBe(0);
    // In parts as well, the later ones know that a tie goes to those before.
    expect(await sameRanking(kernels, rows, { query, limit: 100, floor: 0 }, 0, 64)).toBeLessThanOrEqual(164);
  });

  test("leaves removed rows out without reading them", async () => {
    const random = seededRandom(101);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 500, query, "clustered");
    const request = { query, limit: 10, floor: 0 };
    const removed = new Set(SCALAR.topK(rows, request, 0).map(({ seq }) => seq));
    const reader = readerOf(rows);
    const asked: number[] = [];
    const ranked = await withMatrix(kernels, rows, (matrix) => {
      for (const seq of removed) matrix.remove(seq);
      return rankScan(kernels, matrix, request, {
        baseline: 0,
        readRows: (seqs) => {
          asked.push(...seqs);
          return reader.read(seqs);
        },
      });
    });
    expect(ranked).toEqual(SCALAR.topK(without(rows, removed), request, 0));
    expect(asked.filter((seq) => removed.has(seq))).toEqual([]);
    for (let i = 1; i < asked.length && i < 18; i++) expect(asked[i]!).toBeGreaterThan(asked[i - 1]!);
  });

  test("is exact for the rows that are left where others are gone when they are read, be it all", async () => {
    const random = seededRandom(102);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 700, query);
    const request = { query, limit: 10, floor: 0 };
    const best = SCALAR.topK(rows, { ...request, limit: 700 }, 0).map(({ seq }) => seq);
    for (const count of [1, 5, 10, 40, 300, 699, 700]) {
      for (const capacity of [64, 32_768]) {
        const gone = new Set(count < 699 ? best.slice(0, count) : rows.seqs.subarray(0, count));
        const reader = readerOf(rows, gone);
        const ranked = await withMatrix(kernels, rows, (matrix) =>
          rankScan(kernels, matrix, request, { baseline: 0, readRows: reader.read, capacity }),
        );
        expect(ranked).toEqual(SCALAR.topK(without(rows, gone), request, 0));
      }
    }
  });

  test("goes by the rows of its beginning when others are added, and says so when they are released", async () => {
    const random = seededRandom(103);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 300, query, "clustered");
    const request = { query, limit: 10, floor: 0 };
    const later = {
      ...kindRows(random, 5, query, "clustered"),
      seqs: Uint32Array.of(1_000, 1_001, 1_002, 1_003, 1_004),
    };
    const reader = readerOf(rows);
    await withMatrix(kernels, rows, async (matrix) => {
      const answer = rankScan(kernels, matrix, request, { baseline: 0, readRows: reader.read });
      matrix.append(later);
      expect(await answer).toEqual(SCALAR.topK(rows, request, 0));
    });
    await withMatrix(kernels, rows, async (matrix) => {
      const whole = rankScan(kernels, matrix, request, { baseline: 0, readRows: reader.read });
      const inParts = rankScan(
        kernels,
        matrix,
        { ...request, limit: 100 },
        { baseline: 0, readRows: reader.read, capacity: 64 },
      );
      matrix.release();
      expect(await whole).toEqual(SCALAR.topK(rows, request, 0));
      expect(inParts).rejects.toThrow(ScanMatrixReleasedError);
      await inParts.catch(() => null);
    });
  });

  test("of no rows is empty, and a limit that is none is refused", async () => {
    const query = seededRandom(104).unitVector(DIMENSION);
    expect(await sameRanking(kernels, rowsOf([]), { query, limit: 8, floor: 0 })).toBe(0);
    expect(await sameRanking(kernels, rowsOf([query]), { query, limit: Number.POSITIVE_INFINITY, floor: 0 })).toBe(1);
    expect(sameRanking(kernels, rowsOf([query]), { query, limit: 0.5, floor: 0 })).rejects.toThrow(RangeError);
    const short = new Float32Array(383);
    expect(sameRanking(kernels, rowsOf([query]), { query: short, limit: 1, floor: 0 })).rejects.toThrow(RangeError);
  });
});
