import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { peaksOf } from "../../src/base/peaks.ts";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { KernelsUnsupportedError } from "../../src/vectors/kernels.ts";
import { quantizeQuery } from "../../src/vectors/quantize-query.ts";
import { type ScalarRows, scalarDot } from "../../src/vectors/scalar-reference.ts";
import {
  createScanKernels,
  type EstimatedColumns,
  type ScanKernels,
  type ScanRequest,
} from "../../src/vectors/scan-kernels.ts";
import * as layout from "../../src/vectors/scan-layout.ts";
import type { ScanMatrix } from "../../src/vectors/scan-matrix.ts";
import {
  scalarEstimateRows,
  scalarLevelOne,
  scalarLevelTwo,
  scalarQuantizeRow,
  scalarScanRows,
} from "../../src/vectors/scan-reference.ts";
import { SCAN_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { bitsOf, rowsOf, SCALAR } from "./implementations.ts";
import {
  BUILDS,
  estimatesOf,
  KINDS,
  KNOWS_RELAXED,
  kindRows,
  relaxedKernels,
  scalarScan,
  vectorOf,
  withMatrix,
  writeColumn,
} from "./scan-fixture.ts";
import { seededRandom, unit } from "./seeded-random.ts";

const QUERIES = (random = seededRandom(61)): Float32Array[] => {
  const unit = random.unitVector(DIMENSION);
  const oneHot = new Float32Array(DIMENSION);
  oneHot[200] = -1;
  const ten = [1e-30, 1e-40, 2 ** -149 / 0.06, 1e6, 1e11, 1e25].map((size) => unit.map((x) => x * size));
  const odd = [Number.NaN, Number.POSITIVE_INFINITY].map((value) => unit.map((x, i) => (i === 5 ? value : x)));
  return [unit, random.unitVector(DIMENSION), oneHot, new Float32Array(DIMENSION), ...ten, ...odd];
};

function scanRequest(query: Float32Array, overrides: Partial<ScanRequest> = {}): ScanRequest {
  const capacity = layout.CANDIDATES_MAX;
  const rest = { limit: 8, floor: 0, by: "score" as const, baseline: 0, threshold: -1, capacity };
  return { query: quantizeQuery(query), ...rest, ...overrides };
}

function columnOf(kernels: ScanKernels, matrix: ScanMatrix, row: number, offset: number): number {
  const block = matrix.blocks[Math.floor(row / 64)]!;
  return new Uint32Array(kernels.memory.buffer, block + layout.columnOf(row % 64) + offset, 1)[0]!;
}

function sameCandidates(kernels: ScanKernels, matrix: ScanMatrix, rows: ScalarRows, request: ScanRequest): void {
  const found = kernels.scanRows(matrix.blocks, matrix.rowCount, request);
  const expected = scalarScanRows(scalarScan(rows), request);
  expect(found === null).toBe(expected === null);
  expect([...(found?.rows ?? [])]).toEqual([...(expected?.rows ?? [])]);
  expect(bitsOf(found?.uppers ?? new Float32Array())).toEqual(bitsOf(expected?.uppers ?? new Float32Array()));
  // Each candidate passed the first level of its codes.
  expect(kernels.refined).toBeGreaterThanOrEqual(found?.rows.length ?? 0);
  expect(kernels.refined).toBeLessThanOrEqual(matrix.rowCount);
}

describe.each(BUILDS)("the scan's kernels, %s build", (build, kernels) => {
  test("are the build asked for, where the engine knows it", () => {
    expect(kernels.build).toBe(KNOWS_RELAXED ? build : "strict");
  });

  test("quantize rows of every kind as the scalar reference does, bit for bit", async () => {
    const random = seededRandom(62);
    const rows = kindRows(random, 700, random.unitVector(DIMENSION));
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 40, 2 ** 40 + 2 ** 17]) {
      rows.vectors[random.integer(rows.vectors.length)] = value;
    }
    for (const [row, value] of [2 ** -60, 2 ** -61, -(2 ** -60)].entries()) {
      vectorOf(rows, row).fill(0)[7] = value;
    }
    await withMatrix(kernels, rows, (matrix) => {
      for (let row = 0; row < rows.count; row++) {
        const expected = scalarQuantizeRow(vectorOf(rows, row));
        const block = matrix.blocks[Math.floor(row / 64)]!;
        const pieces = layout.codePieces(row % 64).map((at) => Buffer.from(kernels.memory.buffer, block + at, 16));
        expect(Buffer.compare(Buffer.concat(pieces), Buffer.from(expected.codes))).toBe(0);
        const { SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SUMS_OFFSET } = layout;
        const columns = [SCALES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET].map((at) => columnOf(kernels, matrix, row, at));
        expect(columns).toEqual(bitsOf(Float32Array.of(expected.scale, expected.error, expected.norm)));
        expect(columnOf(kernels, matrix, row, SUMS_OFFSET) | 0).toBe(expected.sum);
      }
    });
  });

  test("find the candidates that the scalar reference finds, in blocks of any filling", async () => {
    const random = seededRandom(63);
    for (let count = 1; count <= 67; count += 3) {
      const query = random.unitVector(DIMENSION);
      const rows = kindRows(random, count, query);
      rows.confidences[random.integer(count)] = [0, -1, Number.NaN, Number.POSITIVE_INFINITY][random.integer(4)]!;
      await withMatrix(kernels, rows, (matrix) => {
        for (const overrides of [
          {},
          { limit: 1, floor: 0.2, baseline: 0.3 },
          { limit: 3, by: "similarity" as const },
        ]) {
          sameCandidates(kernels, matrix, rows, scanRequest(query, overrides));
        }
      });
    }
  });

  test("find the candidates that the scalar reference finds among thousands of rows, for queries of every size", async () => {
    const random = seededRandom(64);
    const queries = QUERIES();
    const rows = kindRows(random, 2_500, queries[0]!);
    await withMatrix(kernels, rows, (matrix) => {
      for (const query of queries) sameCandidates(kernels, matrix, rows, scanRequest(query));
      const [query] = queries;
      sameCandidates(kernels, matrix, rows, scanRequest(query!, { limit: 300, floor: 0.05 }));
      sameCandidates(kernels, matrix, rows, scanRequest(query!, { threshold: 0.2, floor: 0.1, baseline: 0.1 }));
      for (const capacity of [8, 40, 64, 200]) sameCandidates(kernels, matrix, rows, scanRequest(query!, { capacity }));
    });
  });

  test("estimate as the scalar reference does, bit for bit", async () => {
    const random = seededRandom(65);
    const queries = QUERIES();
    const rows = kindRows(random, 450, queries[0]!);
    for (const [row, confidence] of [0, -1, Number.NaN].entries()) rows.confidences[row * 70] = confidence;
    await withMatrix(kernels, rows, (matrix) => {
      for (const query of queries) {
        for (const baseline of [0, 0.7]) {
          const added = Float32Array.from({ length: rows.count }, () => random.next() / 2);
          const found = estimatesOf(kernels, matrix.blocks, rows.count, {
            query: quantizeQuery(query),
            baseline,
            added,
          });
          const expected = scalarEstimateRows(scalarScan(rows), quantizeQuery(query), baseline);
          expect(found.greatestError).toBe(Math.max(...expected.errors));
          expect(found.peaks).toEqual(peaksOf(expected.similarities, added));
          expect(bitsOf(found.similarities)).toEqual(bitsOf(expected.similarities));
          expect(bitsOf(found.errors)).toEqual(bitsOf(expected.errors));
        }
      }
    });
  });

  test("look closer as the scalar reference does, bit for bit, at the rows asked for in their order", async () => {
    const random = seededRandom(72);
    const queries = QUERIES();
    const rows = kindRows(random, 450, queries[0]!);
    for (const [row, confidence] of [0, -1, Number.NaN].entries()) rows.confidences[row * 70] = confidence;
    const named = [449, 0, 70, 63, 64, 1, 140, 300];
    await withMatrix(kernels, rows, (matrix) => {
      for (const query of queries.map(quantizeQuery)) {
        for (const baseline of [0, 0.7]) {
          const found = kernels.refineRows(matrix.blocks, rows.count, named, { query, baseline });
          const closer = scalarEstimateRows(scalarScan(rows), query, baseline, scalarLevelTwo);
          const ofNamed = (column: Float32Array) => Float32Array.from(named, (row) => column[row]!);
          expect(bitsOf(found.similarities)).toEqual(bitsOf(ofNamed(closer.similarities)));
          expect(bitsOf(found.errors)).toEqual(bitsOf(ofNamed(closer.errors)));
        }
      }
    });
  });

  test.each(Object.keys(KINDS))("bound what the codes of %s rows lose", async (kind) => {
    const random = seededRandom(66);
    const queries = QUERIES();
    const rows = kindRows(random, 200, queries[0]!, kind);
    await withMatrix(kernels, rows, (matrix) => {
      for (const query of queries) {
        for (const baseline of [0, 0.7]) {
          const exact = SCALAR.compareRows(rows, query, baseline);
          const areWithin = ({ similarities, errors }: EstimatedColumns) => {
            for (const [row, similarity] of exact.entries()) {
              const off = similarity === similarities[row]! ? 0 : Math.abs(similarity - similarities[row]!);
              expect(off).toBeLessThanOrEqual(errors[row]!);
            }
          };
          areWithin(estimatesOf(kernels, matrix.blocks, rows.count, { query: quantizeQuery(query), baseline }));
          const all = [...exact.keys()];
          areWithin(kernels.refineRows(matrix.blocks, rows.count, all, { query: quantizeQuery(query), baseline }));
        }
      }
    });
  });

  test("bound it closely: a unit row against a unit query by less than 0.013, and 0.0045 at a closer look", async () => {
    const random = seededRandom(67);
    const query = random.unitVector(DIMENSION);
    await withMatrix(kernels, kindRows(random, 200, query, "random"), (matrix) => {
      const found = estimatesOf(kernels, matrix.blocks, 200, { query: quantizeQuery(query), baseline: 0 });
      expect(Math.max(...found.errors)).toBeLessThan(0.013);
      const all = Array.from({ length: 200 }, (_, row) => row);
      const closer = kernels.refineRows(matrix.blocks, 200, all, { query: quantizeQuery(query), baseline: 0 });
      expect(Math.max(...closer.errors)).toBeLessThan(0.0045);
    });
  });

  test("give the dot products of float32 rows to the bit", () => {
    const random = seededRandom(68);
    const query = random.unitVector(DIMENSION);
    for (const count of [0, 1, 63, 64, 65, 200]) {
      const rows = kindRows(random, count, query);
      expect(bitsOf(kernels.dotRows(rows.vectors, count, query))).toEqual(bitsOf(SCALAR.dotRows(rows, query)));
    }
  });

  test("read all bytes of the blocks: a bit anywhere changes what they come to", async () => {
    const random = seededRandom(69);
    await withMatrix(kernels, kindRows(random, 130, random.unitVector(DIMENSION)), (matrix) => {
      const before = kernels.streamRead(matrix.blocks, 130);
      for (const at of [0, 24_575, 24_576, 26_111]) {
        const byte = new Uint8Array(kernels.memory.buffer, matrix.blocks[1]! + at, 1);
        byte[0]! ^= 4;
        expect(kernels.streamRead(matrix.blocks, 130)).not.toBe(before);
        byte[0]! ^= 4;
      }
      expect(kernels.streamRead(matrix.blocks, 130)).toBe(before);
    });
  });

  test("leave nothing of the query or of float32 rows in memory", async () => {
    const random = seededRandom(70);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 70, query, "random");
    await withMatrix(kernels, rows, (matrix) => {
      kernels.scanRows(matrix.blocks, 70, scanRequest(query));
      estimatesOf(kernels, matrix.blocks, 70, { query: quantizeQuery(query), baseline: 0 });
      kernels.refineRows(matrix.blocks, 70, [3, 69], { query: quantizeQuery(query), baseline: 0 });
      kernels.dotRows(rows.vectors, 70, query);
      const memory = Buffer.from(kernels.memory.buffer);
      const { codes1, codes2 } = quantizeQuery(query);
      for (const bytes of [query, vectorOf(rows, 0), vectorOf(rows, 69), codes1, codes2]) {
        expect(memory.indexOf(Buffer.from(bytes.buffer, bytes.byteOffset, 32))).toBe(-1);
      }
    });
  });

  test("refuse more than there is room for", () => {
    const query = seededRandom(71).unitVector(DIMENSION);
    expect(() => kernels.scanRows([layout.FIRST_BLOCK_ADDRESS], 65, scanRequest(query))).toThrow(RangeError);
    expect(() => kernels.scanRows([], 0, scanRequest(query, { limit: 0 }))).toThrow(RangeError);
    expect(() => kernels.scanRows([], 0, scanRequest(query, { limit: 32_769 }))).toThrow(RangeError);
    expect(() => kernels.scanRows([], 0, scanRequest(query, { capacity: 32_769 }))).toThrow(RangeError);
    expect(() => kernels.quantizeRows(layout.FIRST_BLOCK_ADDRESS, 60, new Float32Array(1_920), 5)).toThrow(RangeError);
  });
});

describe("what codes lose", () => {
  test.each(Object.keys(KINDS))("is within the bounds of both levels for %s rows", (kind) => {
    const random = seededRandom(73);
    const queries = QUERIES();
    const rows = kindRows(random, 60, queries[0]!, kind);
    for (const query of queries) {
      const quantized = quantizeQuery(query);
      for (const [row, values] of scalarScan(rows).entries()) {
        const dot = scalarDot(query, vectorOf(rows, row));
        for (const { est, err } of [scalarLevelOne(values, quantized), scalarLevelTwo(values, quantized)]) {
          // A bound that is no number excludes nothing, and a sum that is none needs no other.
          if (err < Number.POSITIVE_INFINITY) expect(Math.abs(dot - est)).toBeLessThanOrEqual(err);
          else
            expect(quantized.reach === Number.POSITIVE_INFINITY || values.error === Number.POSITIVE_INFINITY).toBe(
              true,
            );
        }
      }
    }
  });

  test("comes near the bound, and not beyond, where the query points along what a row's codes leave out", () => {
    const random = seededRandom(74);
    for (let round = 0; round < 200; round++) {
      const row = random.unitVector(DIMENSION);
      const { codes, scale } = scalarQuantizeRow(row);
      const query = unit(row.map((x, i) => x - scale * codes[i]!));
      const { est, err } = scalarLevelTwo(scalarQuantizeRow(row), quantizeQuery(query));
      const off = Math.abs(scalarDot(query, row) - est);
      expect(off).toBeLessThanOrEqual(err);
      expect(off).toBeGreaterThan(err * 0.95);
    }
  });

  test("comes near the bound of level 1 where the row points along what the query's first codes leave out", () => {
    const random = seededRandom(75);
    for (let round = 0; round < 200; round++) {
      const query = random.unitVector(DIMENSION);
      const { codes1, scale1 } = quantizeQuery(query);
      const row = unit(query.map((x, i) => x - scale1 * (codes1[i]! - 64)));
      const { est, err } = scalarLevelOne(scalarQuantizeRow(row), quantizeQuery(query));
      const off = Math.abs(scalarDot(query, row) - est);
      expect(off).toBeLessThanOrEqual(err);
      // The row's own rounding is in the bound too, and does not point anywhere.
      expect(off).toBeGreaterThan(err * 0.6);
    }
  });
});

describe("the scan's kernels", () => {
  test("are the relaxed build where the engine knows it, and else the strict one", () => {
    const unknown = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x7f, 0x01, 0x00);
    const strict = new Uint8Array(readFileSync(SCAN_WASM_FILE));
    expect(createScanKernels({ strict, relaxed: unknown }).build).toBe("strict");
    expect(createScanKernels({ strict: unknown, relaxed: strict }).build).toBe("relaxed");
    expect(() => createScanKernels({ strict: unknown })).toThrow(KernelsUnsupportedError);
    expect(() => createScanKernels({ strict: unknown, relaxed: unknown })).toThrow("processor is too old");
  });

  test("of both builds agree on products at the ends of the range", async () => {
    const ends = [127, -127, 126, -1].map((value) => new Float32Array(DIMENSION).fill(value));
    const rows = rowsOf([...ends, Float32Array.from({ length: DIMENSION }, (_, i) => (i % 2 === 0 ? 127 : -127))]);
    for (const sign of [1, -1]) {
      const query = quantizeQuery(new Float32Array(DIMENSION).fill(sign));
      expect(new Set(query.codes1)).toEqual(new Set([sign > 0 ? 127 : 1]));
      for (const [, kernels] of BUILDS) {
        await withMatrix(kernels, rows, (matrix) => {
          const { similarities } = estimatesOf(kernels, matrix.blocks, rows.count, { query, baseline: 0 });
          const expected = [127, -127, 126, -1, 0].map((value) => Math.max(0, sign * value * DIMENSION));
          for (const [row, similarity] of similarities.entries()) expect(similarity).toBeCloseTo(expected[row]!, 1);
        });
      }
    }
  });

  test("are right for blocks beyond 2 GiB, where addresses have the highest bit set", () => {
    const kernels = relaxedKernels();
    kernels.memory.grow(40_000 - kernels.memory.buffer.byteLength / 65_536);
    const block = 2_500_000_000 - (2_500_000_000 % 64);
    const random = seededRandom(72);
    const query = random.unitVector(DIMENSION);
    const rows = kindRows(random, 64, query, "clustered");
    kernels.quantizeRows(block, 0, rows.vectors, 64);
    writeColumn(kernels, block, layout.CONFIDENCES_OFFSET, rows.confidences);
    const found = kernels.scanRows([block], 64, scanRequest(query));
    const expected = scalarScanRows(scalarScan(rows), scanRequest(query));
    expect(found).toEqual(expected);
  });
});
