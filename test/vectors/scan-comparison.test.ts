import { describe, expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { EstimatedRows } from "../../src/domain/vector-index.ts";
import { compareScan, EstimateRoom } from "../../src/vectors/compare-scan.ts";
import { ScanMatrix } from "../../src/vectors/scan-matrix.ts";
import { SCALAR } from "./implementations.ts";
import { BUILDS_AND_THREADS, kindRows, vectorOf, withMatrix } from "./scan-fixture.ts";
import { seededRandom } from "./seeded-random.ts";

/** What a comparison says, without what can be done with it. */
function rowsOf({ refine: _, ...rows }: EstimatedRows) {
  return rows;
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
        const compared = compareScan(kernels, matrix, query, baseline);
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
    const { count, seqs, similarities } = compareScan(kernels, matrix, query, 0);
    const first = compareScan(kernels, matrix, query, 0).similarities.slice(0, 1_000);
    expect(count).toBe(132_000);
    for (let row = 0; row < count; row++) {
      if (seqs[row] !== row + 1 || similarities[row] !== first[row % 1_000]) throw new Error(`row ${row} is another`);
    }
    matrix.release();
  });

  test("are the same in columns that were used before, for more rows and for fewer", async () => {
    const random = seededRandom(114);
    const query = random.unitVector(DIMENSION);
    const room = new EstimateRoom();
    for (const count of [300, 20, 0, 200, 700]) {
      await withMatrix(kernels, kindRows(random, count, query), (matrix) => {
        if (count > 100) matrix.remove(100);
        const fresh = compareScan(kernels, matrix, query, 0);
        expect(rowsOf(compareScan(kernels, matrix, query, 0, room))).toEqual(rowsOf(fresh));
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
        expect(rowsOf(compareScan(kernels, matrix, query, 0, room))).toEqual(
          rowsOf(compareScan(kernels, matrix, query, 0)),
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

  test("are nearer where somebody looks closer, unless rows are gone", async () => {
    const random = seededRandom(116);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 200, query, "random");
    const exact = SCALAR.compareRows(rows, query, 0);
    await withMatrix(kernels, rows, (matrix) => {
      const compared = compareScan(kernels, matrix, query, 0);
      const before = compared.errors.slice();
      compared.refine([199, 7]);
      for (const [row, error] of compared.errors.entries()) {
        expect(error / before[row]!).toBeCloseTo(row === 199 || row === 7 ? 0.34 : 1, 1);
        expect(Math.abs(exact[row]! - compared.similarities[row]!)).toBeLessThanOrEqual(error);
      }
      matrix.remove(3);
      const closed = compareScan(kernels, matrix, query, 0);
      const untouched = closed.errors.slice();
      closed.refine([7]);
      expect(closed.errors).toEqual(untouched);
    });
  });

  test("of none are none, and a query that is no vector leaves all unknown", async () => {
    const random = seededRandom(113);
    const query = random.unitVector(DIMENSION).fill(Number.NaN, 3, 4);
    expect(compareScan(kernels, new ScanMatrix(kernels, kernels.blocks), query, 0).count).toBe(0);
    const rows = kindRows(random, 20, random.unitVector(DIMENSION), "random");
    await withMatrix(kernels, rows, (matrix) => {
      const { similarities, errors } = compareScan(kernels, matrix, query, 0);
      expect([...similarities]).toEqual(Array(20).fill(0));
      expect([...errors]).toEqual(Array(20).fill(Number.POSITIVE_INFINITY));
      expect(compareScan(kernels, matrix, vectorOf(rows, 0), 0).similarities[0]).toBeCloseTo(1, 2);
    });
  });
});
