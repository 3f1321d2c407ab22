import { describe, expect, test } from "bun:test";
import { clusterRows, clusterRowsInSlices } from "../../src/vectors/cluster-rows.ts";
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
import { type SeededRandom, seededRandom, unit } from "./seeded-random.ts";

function angle(degrees: number): Float32Array {
  const radians = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(radians), Math.sin(radians));
}

/** Rows around a few centres, so that clusters of many sizes come out. */
function grouped(random: SeededRandom, count: number, dimension: number, groups: number): Float32Array {
  const centres = Array.from({ length: groups }, () => random.unitVector(dimension));
  return rowsOf(
    Array.from({ length: count }, () => {
      const centre = centres[random.integer(groups)]!;
      const noise = random.unitVector(dimension);
      return unit(centre.map((x, i) => x + 0.8 * noise[i]!));
    }),
  ).vectors;
}

/** The same rule in double precision, with means made anew from their members at each step. */
function naive(vectors: Float32Array, count: number, dimension: number, threshold: number): number[] {
  const rows = Array.from({ length: count }, (_, i) => [...vectors.subarray(i * dimension, (i + 1) * dimension)]);
  const members: number[][][] = [];
  const result: number[] = [];
  for (const row of rows) {
    let best = -1;
    let bestCosine = 0;
    for (const [cluster, joined] of members.entries()) {
      const mean = row.map((_, j) => joined.reduce((sum, other) => sum + other[j]!, 0) / joined.length);
      const cosine = row.reduce((sum, x, j) => sum + x * mean[j]!, 0) / Math.hypot(...mean) / Math.hypot(...row);
      if (cosine >= threshold && (best < 0 || cosine > bestCosine)) [best, bestCosine] = [cluster, cosine];
    }
    if (best < 0) best = members.push([]) - 1;
    members[best]!.push(row);
    result.push(best);
  }
  return result;
}

describe.each(IMPLEMENTATIONS)("clustering: %s", (_, math) => {
  function cluster(rows: Float32Array[], threshold: number, baseline = 0): number[] {
    return [
      ...math.clusterRows({
        vectors: rowsOf(rows).vectors,
        count: rows.length,
        dimension: rows[0]?.length ?? 0,
        threshold,
        baseline,
      }),
    ];
  }

  test("puts a row with the nearest cluster at the threshold or above, else opens one", () => {
    expect(cluster([angle(0), angle(90), angle(10), angle(80), angle(45)], 0.8)).toEqual([0, 1, 0, 1, 2]);
  });

  test("compares with the mean of the members, which moves as they join", () => {
    // 40° is too far from 0° for 0.85 (cosine 0.77), and near enough once 20° has drawn the mean to 10°.
    expect(cluster([angle(0), angle(40)], 0.85)).toEqual([0, 1]);
    expect(cluster([angle(0), angle(20), angle(40)], 0.85)).toEqual([0, 0, 0]);
  });

  test("compares with the mean's direction, not its length", () => {
    // The mean of -40° and 40° stands at 0° with length 0.77. To 45° it is nearer than 100° is (cosines 0.71 and
    // 0.57), though its dot product is smaller; to 55° it is not, though the dot product with the sum is larger.
    expect(cluster([angle(-40), angle(40), angle(100), angle(45)], 0.1)).toEqual([0, 0, 1, 0]);
    expect(cluster([angle(-40), angle(40), angle(100), angle(55)], 0.1)).toEqual([0, 0, 1, 1]);
  });

  test("gives a tie to the earliest cluster", () => {
    expect(cluster([Float32Array.of(1, 0), Float32Array.of(0, 1), unit(Float32Array.of(1, 1))], 0.5)).toEqual([
      0, 1, 0,
    ]);
  });

  test("lets a row join at exactly the threshold", () => {
    const rows = [Float32Array.of(1, 0), Float32Array.of(0.5, Math.sqrt(0.75))];
    expect(cluster(rows, 0.5)).toEqual([0, 0]);
    expect(cluster(rows, 0.5000001)).toEqual([0, 1]);
  });

  test("takes the baseline off the cosine before the threshold", () => {
    const rows = [angle(0), angle(30)];
    expect(cluster(rows, 0.6, 0)).toEqual([0, 0]);
    expect(cluster(rows, 0.6, 0.75)).toEqual([0, 1]);
  });

  test("leaves every zero vector alone, and whoever comes after it", () => {
    const zero = new Float32Array(2);
    expect(cluster([zero, zero, angle(0), zero, angle(0)], 0.6)).toEqual([0, 1, 2, 3, 2]);
  });

  test("counts the cosine of a zero vector as 0, which is enough for threshold 0", () => {
    expect(cluster([angle(0), new Float32Array(2)], 0)).toEqual([0, 0]);
    expect(cluster([new Float32Array(2), angle(0)], 0)).toEqual([0, 0]);
  });

  test("gives a row with a NaN or an infinity a cluster that nothing joins", () => {
    const nan = Float32Array.of(Number.NaN, 0);
    const infinite = Float32Array.of(Number.POSITIVE_INFINITY, 0);
    expect(cluster([nan, infinite, angle(0), infinite, nan, angle(0)], -1)).toEqual([0, 1, 2, 3, 4, 2]);
  });

  test("of no rows is empty, and of one row one cluster", () => {
    expect(cluster([], 0.6)).toEqual([]);
    expect(cluster([angle(0)], 0.6)).toEqual([0]);
  });

  test("does what a naive evaluation in double precision does", () => {
    for (const [seed, dimension, groups] of [
      [21, 12, 5],
      [22, 30, 9],
      [23, 384, 4],
    ] as const) {
      const vectors = grouped(seededRandom(seed), 80, dimension, groups);
      const expected = naive(vectors, 80, dimension, 0.6);
      expect([...math.clusterRows({ vectors, count: 80, dimension, threshold: 0.6, baseline: 0 })]).toEqual(expected);
      expect(new Set(expected).size).toBeGreaterThan(1);
      expect(new Set(expected).size).toBeLessThan(80);
    }
  });
});

describe("clustering", () => {
  const kernels = newKernels();
  const math = wasmMath(kernels);

  test("of the WASM kernels equals the scalar reference at every dimension", () => {
    const random = seededRandom(24);
    for (const dimension of DIMENSIONS) {
      for (const [threshold, baseline] of [
        [0.6, 0],
        [0.4, 0.2],
        [-1, 0],
      ] as const) {
        const { vectors } = randomRows(random, 70, dimension);
        expect([...math.clusterRows({ vectors, count: 70, dimension, threshold, baseline })]).toEqual([
          ...SCALAR.clusterRows({ vectors, count: 70, dimension, threshold, baseline }),
        ]);
      }
    }
  });

  test("of the WASM kernels equals the scalar reference with more clusters than a block has room for", () => {
    const vectors = grouped(seededRandom(25), 500, 384, 150);
    const expected = SCALAR.clusterRows({ vectors, count: 500, dimension: 384, threshold: 0.6, baseline: 0 });
    expect(Math.max(...expected)).toBeGreaterThan(64);
    expect(clusterRows(kernels, { vectors, count: 500, threshold: 0.6, baseline: 0 })).toEqual(expected);
  });

  test("in slices gives the same, also while another clustering runs and the memory grows", async () => {
    const [a, b] = [grouped(seededRandom(26), 200, 384, 90), grouped(seededRandom(27), 200, 384, 90)];
    const own = newKernels();
    const [first, second] = await Promise.all([
      clusterRowsInSlices(own, { vectors: a, count: 200, threshold: 0.6, baseline: 0 }),
      clusterRowsInSlices(own, { vectors: b, count: 200, threshold: 0.6, baseline: 0 }),
    ]);
    expect(first).toEqual(clusterRows(kernels, { vectors: a, count: 200, threshold: 0.6, baseline: 0 }));
    expect(second).toEqual(clusterRows(kernels, { vectors: b, count: 200, threshold: 0.6, baseline: 0 }));
  });

  test("gives its blocks back wiped", () => {
    const own = newKernels();
    const vectors = grouped(seededRandom(28), 100, 384, 50);
    clusterRows(own, { vectors, count: 100, threshold: 0.6, baseline: 0 });
    expect(own.blocks.taken).toBe(0);
    expect(Buffer.from(own.memory.buffer).indexOf(Buffer.from(vectors.buffer, 99 * 1536, 64))).toBe(-1);
    expect(bitsOf(new Float32Array(own.memory.buffer, 528_384, 24_704)).every((bits) => bits === 0)).toBe(true);
  });

  test("refuses a count that the vectors do not hold", () => {
    expect(() =>
      clusterRows(kernels, { vectors: new Float32Array(384), count: 2, threshold: 0.6, baseline: 0 }),
    ).toThrow(RangeError);
  });
});
