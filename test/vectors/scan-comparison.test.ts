import { describe, expect, test } from "bun:test";
import { peaksOf } from "../../src/base/peaks.ts";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { EstimatedRows } from "../../src/domain/ports/vector-index.ts";
import { compareScan, EstimateRoom } from "../../src/vectors/compare-scan.ts";
import { ScanMatrix } from "../../src/vectors/scan-matrix.ts";
import { SCALAR } from "./implementations.ts";
import { BUILDS_AND_THREADS, kindRows, vectorOf, withMatrix } from "./scan-fixture.ts";
import { seededRandom } from "./seeded-random.ts";

/** What a comparison says, for good. */
function rowsOf({ refine: _, ...rows }: EstimatedRows) {
  const columns = [rows.seqs, rows.similarities, rows.errors, rows.confidences, rows.peaks];
  const [seqs, similarities, errors, confidences, peaks] = columns.map((column) => column?.slice());
  return { ...rows, seqs, similarities, errors, confidences, peaks };
}

describe.each(BUILDS_AND_THREADS)("all rows compared by their codes, %s", (_, kernels) => {
  test("are those that are there, ascending, each within its error of the float32 similarity", async () => {
    const random = seededRandom(111);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 300, query);
    rows.confidences[17] = Number.NaN;
    await withMatrix(kernels, rows, (matrix) => {
      for (const seq of [1, 64, 65, 300]) matrix.remove(seq);
      for (const baseline of [0, 0.7]) {
        const exact = SCALAR.compareRows(rows, query, baseline);
        const compared = compareScan(kernels, matrix, { query, baseline });
        const live = [...rows.seqs].filter((seq) => ![1, 18, 64, 65, 300].includes(seq));
        expect([...compared.seqs]).toEqual(live);
        expect(compared.count).toBe(live.length);
        expect(compared.greatestError).toBe(Math.max(...compared.errors));
        expect(compared.greatestConfidence).toBe(Math.max(...compared.confidences));
        expect([...compared.confidences]).toEqual(live.map((seq) => rows.confidences[seq - 1]!));
        for (const [i, seq] of live.entries()) {
          expect(Math.abs(exact[seq - 1]! - compared.similarities[i]!)).toBeLessThanOrEqual(compared.errors[i]!);
        }
      }
    });
  });

  test("are as many as there are, above what one call estimates", () => {
    const random = seededRandom(112);
    const query = random.unitVector(DIMENSION);
    const chunk = kindRows(random, 1_000, query, "clustered");
    const matrix = new ScanMatrix(kernels, kernels.blocks);
    for (let part = 0; part < 132; part++) {
      matrix.append({ ...chunk, seqs: chunk.seqs.map((seq) => seq + part * 1_000) });
    }
    const added = {
      seqs: Uint32Array.from({ length: 132_000 }, (_, row) => row + 1),
      values: new Float32Array(132_000),
    };
    for (const row of added.values.keys()) added.values[row] = random.next() / 2;
    const { count, seqs, similarities, peaks } = compareScan(kernels, matrix, { query, baseline: 0, added });
    expect(count).toBe(132_000);
    for (let row = 0; row < count; row++) {
      if (seqs[row] !== row + 1 || similarities[row] !== similarities[row % 1_000]) {
        throw new Error(`row ${row} is another`);
      }
    }
    expect(peaks).toEqual(peaksOf(similarities, added.values));
    matrix.release();
  });

  test("are the same in columns that were used before, for more rows and for fewer", async () => {
    const random = seededRandom(114);
    const query = random.unitVector(DIMENSION);
    const room = new EstimateRoom();
    for (const count of [300, 20, 0, 200, 700]) {
      await withMatrix(kernels, kindRows(random, count, query), (matrix) => {
        if (count > 100) matrix.remove(100);
        const fresh = rowsOf(compareScan(kernels, matrix, { query, baseline: 0 }));
        expect(rowsOf(compareScan(kernels, matrix, { query, baseline: 0, room }))).toEqual(fresh);
      });
    }
  });

  test("follow the rows that come, go and are all given up between two comparisons", async () => {
    const random = seededRandom(115);
    const query = random.unitVector(DIMENSION);
    const room = new EstimateRoom();
    const rows = kindRows(random, 200, query);
    await withMatrix(kernels, rows, (matrix) => {
      const same = () =>
        expect(rowsOf(compareScan(kernels, matrix, { query, baseline: 0, room }))).toEqual(
          rowsOf(compareScan(kernels, matrix, { query, baseline: 0 })),
        );
      same();
      same();
      matrix.append({ ...rows, seqs: rows.seqs.map((seq) => seq + 1_000) });
      same();
      matrix.remove(1_007);
      same();
      same();
      matrix.release();
      matrix.append({
        ...rows,
        seqs: rows.seqs.map((seq) => seq + 2_000),
        confidences: rows.confidences.map(() => 0.35),
      });
      same();
    });
  });

  test("are nearer where somebody looks closer, be there rows gone or not", async () => {
    const random = seededRandom(116);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 200, query, "random");
    const exact = SCALAR.compareRows(rows, query, 0);
    await withMatrix(kernels, rows, (matrix) => {
      for (const gone of [[], [3], [1, 2, 100, 101, 103, 200]]) {
        for (const seq of gone) matrix.remove(seq);
        const compared = compareScan(kernels, matrix, { query, baseline: 0 });
        const before = compared.errors.slice();
        const named = [compared.count - 1, 7, 98];
        compared.refine(named);
        for (const [at, error] of compared.errors.entries()) {
          expect(error / before[at]!).toBeCloseTo(named.includes(at) ? 0.34 : 1, 1);
          const off = Math.abs(exact[compared.seqs[at]! - 1]! - compared.similarities[at]!);
          expect(off).toBeLessThanOrEqual(error);
        }
      }
    });
  });

  test("have peaks of what is added to them, unless that is of other rows", async () => {
    const random = seededRandom(117);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 203, query, "random");
    const values = Float32Array.from(rows.seqs, () => random.next() / 2);
    const room = new EstimateRoom();
    await withMatrix(kernels, rows, (matrix) => {
      const peaksFor = (seqs: Uint32Array) =>
        compareScan(kernels, matrix, { query, baseline: 0, added: { seqs, values }, room }).peaks;
      const own = rows.seqs.slice(0, rows.count);
      for (let time = 0; time < 2; time++) {
        const { similarities, peaks } = compareScan(kernels, matrix, {
          query,
          baseline: 0,
          added: { seqs: own, values },
          room,
        });
        expect(peaks).toEqual(peaksOf(similarities, values));
      }
      expect(compareScan(kernels, matrix, { query, baseline: 0, room }).peaks).toBeNull();
      expect(peaksFor(own.subarray(1))).toBeNull();
      expect(peaksFor(own.map((seq) => seq + 1))).toBeNull();
      matrix.remove(7);
      expect(peaksFor(own)).toBeNull();
      const left = { seqs: own.filter((seq) => seq !== 7), values };
      const { similarities, peaks } = compareScan(kernels, matrix, { query, baseline: 0, added: left, room });
      expect(similarities.length).toBe(202);
      expect(peaks).toEqual(peaksOf(similarities, values));
    });
  });

  test("of none are none, and a query that is no vector leaves all unknown", async () => {
    const random = seededRandom(113);
    const query = random.unitVector(DIMENSION).fill(Number.NaN, 3, 4);
    expect(compareScan(kernels, new ScanMatrix(kernels, kernels.blocks), { query, baseline: 0 }).count).toBe(0);
    const rows = kindRows(random, 20, random.unitVector(DIMENSION), "random");
    await withMatrix(kernels, rows, (matrix) => {
      const { similarities, errors } = compareScan(kernels, matrix, { query, baseline: 0 });
      expect([...similarities]).toEqual(Array(20).fill(0));
      expect([...errors]).toEqual(Array(20).fill(Number.POSITIVE_INFINITY));
      expect(compareScan(kernels, matrix, { query: vectorOf(rows, 0), baseline: 0 }).similarities[0]).toBeCloseTo(1, 2);
    });
  });
});
