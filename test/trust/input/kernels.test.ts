// The kernels' bounds: random sizes and numbers among rows that must never be named, and arguments that must be refused.
import { describe, expect, test } from "bun:test";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import type { RankRequest } from "../../../src/domain/ports/vector-index.ts";
import type { Kernels } from "../../../src/vectors/kernels.ts";
import * as memory from "../../../src/vectors/memory-layout.ts";
import { quantizeQuery } from "../../../src/vectors/quantize-query.ts";
import { rankBlocks } from "../../../src/vectors/rank-blocks.ts";
import { type ScalarRows, scalarDotRows, scalarTopK } from "../../../src/vectors/scalar-reference.ts";
import type { ScanKernels, ScanRequest } from "../../../src/vectors/scan-kernels.ts";
import * as scan from "../../../src/vectors/scan-layout.ts";
import { scalarEstimateRows, scalarScanRows } from "../../../src/vectors/scan-reference.ts";
import { bitsOf, newKernels, rowsOf } from "../../vectors/implementations.ts";
import {
  estimatesOf,
  kindRows,
  relaxedKernels,
  scalarScan,
  strictKernels,
  writeColumn,
} from "../../vectors/scan-fixture.ts";
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";

const ROUNDS = 60;
const SEED = 8;
/** Seqs of rows that no call was told of. */
const CANARY_SEQ = 4_000_000_000;
const ODD = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  1e-40,
  2 ** -149,
  3e38,
  1e-30,
  2 ** 41,
];
const ROW_COUNTS = [0, 1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 191, 200, 257];

function oddRows(random: SeededRandom, query: Float32Array): ScalarRows {
  const count = ROW_COUNTS[random.integer(ROW_COUNTS.length)]!;
  const rows = count === 0 ? rowsOf([]) : kindRows(random, count, query);
  for (let odd = random.integer(4); odd > 0 && count > 0; odd--) {
    rows.vectors[random.integer(rows.vectors.length)] = ODD[random.integer(ODD.length)]!;
    rows.confidences[random.integer(count)] = [0, -1, Number.NaN, 1e-40][random.integer(4)]!;
  }
  return rows;
}

function oddQuery(random: SeededRandom): Float32Array {
  const query = random.unitVector(DIMENSION);
  if (random.integer(4) === 0) query[random.integer(DIMENSION)] = ODD[random.integer(ODD.length)]!;
  return query;
}

function oddRequest(random: SeededRandom, query: Float32Array): RankRequest {
  const limits = [1, 2, 7, 8, 63, 64, 65, 1_000];
  const floors = [0, 0.25, -1, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e-40];
  return {
    query,
    limit: limits[random.integer(limits.length)]!,
    floor: floors[random.integer(floors.length)]!,
    by: random.integer(2) === 0 ? "score" : "similarity",
  };
}

describe("the float32 kernels", () => {
  /** A block full of rows that match the query best. */
  function fillWithCanaries({ memory: { buffer } }: Kernels, block: number, query: Float32Array): void {
    for (let row = 0; row < memory.BLOCK_ROWS; row++)
      new Float32Array(buffer, block + row * DIMENSION * 4, DIMENSION).set(query);
    new Float32Array(buffer, block + memory.CONFIDENCES_OFFSET, memory.BLOCK_ROWS).fill(0.7);
    new Uint32Array(buffer, block + memory.SEQS_OFFSET, memory.BLOCK_ROWS).fill(CANARY_SEQ);
  }

  function write({ memory: { buffer } }: Kernels, blocks: readonly number[], rows: ScalarRows): void {
    for (let row = 0; row < rows.count; row++) {
      const [block, slot] = [blocks[Math.floor(row / memory.BLOCK_ROWS)]!, row % memory.BLOCK_ROWS];
      const vector = rows.vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION);
      new Float32Array(buffer, block + slot * DIMENSION * 4, DIMENSION).set(vector);
      new Float32Array(buffer, block + memory.CONFIDENCES_OFFSET, memory.BLOCK_ROWS)[slot] = rows.confidences[row]!;
      new Uint32Array(buffer, block + memory.SEQS_OFFSET, memory.BLOCK_ROWS)[slot] = rows.seqs[row]!;
    }
  }

  test("name no row that they were not told of, change none, and equal the reference, while the memory grows", () => {
    const random = seededRandom(SEED);
    const kernels = newKernels();
    const first = kernels.memory.buffer.byteLength;
    for (let round = 0; round < ROUNDS; round++) {
      const query = oddQuery(random);
      const rows = oddRows(random, query);
      const needed = Math.ceil(rows.count / memory.BLOCK_ROWS);
      const taken = Array.from({ length: needed + 2 }, () => kernels.blocks.take()!);
      const blocks = taken.slice(1, -1);
      for (const block of taken) fillWithCanaries(kernels, block, query);
      write(kernels, blocks, rows);
      const before = Bun.hash(new Uint8Array(kernels.memory.buffer, memory.FIRST_BLOCK_ADDRESS));
      const request = oddRequest(random, query);
      const baseline = [0, 0.7, -0.2][random.integer(3)]!;
      const ranked = rankBlocks(kernels, blocks, rows.count, request, baseline);
      expect(ranked).toEqual(scalarTopK(rows, request, baseline));
      expect(ranked.some(({ seq }) => seq === CANARY_SEQ)).toBe(false);
      expect(kernels.compareRows(blocks, rows.count, query, baseline).length).toBe(rows.count);
      const address = (row: number) =>
        blocks[Math.floor(row / memory.BLOCK_ROWS)]! + (row % memory.BLOCK_ROWS) * DIMENSION * 4;
      const dots = kernels.dotRows(
        Array.from({ length: rows.count }, (_, row) => address(row)),
        query,
      );
      expect(bitsOf(dots)).toEqual(bitsOf(scalarDotRows(rows, query)));
      expect(Bun.hash(new Uint8Array(kernels.memory.buffer, memory.FIRST_BLOCK_ADDRESS))).toBe(before);
      // Some are kept, so that later rounds find their blocks in memory that was not there before.
      for (const block of taken.slice(round % 3)) kernels.blocks.give(block);
    }
    for (let i = 0; i < 200; i++) kernels.blocks.take();
    expect(kernels.memory.buffer.byteLength).toBeGreaterThan(first);
  });

  test("refuse counts, lengths and addresses that lead outside, and touch nothing then", () => {
    const kernels = newKernels();
    const block = kernels.blocks.take()!;
    const query = seededRandom(SEED).unitVector(DIMENSION);
    const request = { query, limit: 8, floor: 0 };
    const step = {
      block,
      count: 1,
      dimension: DIMENSION,
      centroids: [block],
      clusters: 0,
      threshold: 0.6,
      baseline: 0,
    };
    const end = kernels.memory.buffer.byteLength;
    const strays = [
      0,
      -4,
      1,
      memory.QUERY_ADDRESS,
      memory.RESULTS_ADDRESS,
      end,
      end - 4,
      block + 2,
      Number.NaN,
      2 ** 32,
      0.5,
    ];
    const before = Bun.hash(new Uint8Array(kernels.memory.buffer, memory.FIRST_BLOCK_ADDRESS));
    for (const stray of strays) {
      expect(() => kernels.dotRows([stray], query)).toThrow(RangeError);
      expect(() => kernels.compareRows([stray], 1, query, 0)).toThrow(RangeError);
      expect(() => kernels.topK([block, stray], 65, request, 0)).toThrow(RangeError);
      expect(() => kernels.clusterBlock({ ...step, block: stray })).toThrow(RangeError);
      expect(() => kernels.clusterBlock({ ...step, centroids: [stray] })).toThrow(RangeError);
    }
    for (const count of [-1, 65, 1.5, Number.NaN, 2 ** 32, Number.POSITIVE_INFINITY]) {
      expect(() => kernels.compareRows([block], count, query, 0)).toThrow(RangeError);
      expect(() => kernels.topK([block], count, request, 0)).toThrow(RangeError);
      expect(() => kernels.topK([block], 1, { ...request, limit: count === 65 ? 16_385 : count }, 0)).toThrow(
        RangeError,
      );
      expect(() => kernels.clusterBlock({ ...step, count })).toThrow(RangeError);
      expect(() => kernels.clusterBlock({ ...step, dimension: count === 65 ? 385 : count })).toThrow(RangeError);
    }
    expect(() => kernels.dotRows([block], new Float32Array(385))).toThrow(RangeError);
    expect(() => kernels.topK(Array(65_537).fill(block), 1, request, 0)).toThrow(RangeError);
    expect(Bun.hash(new Uint8Array(kernels.memory.buffer, memory.FIRST_BLOCK_ADDRESS))).toBe(before);
  });
});

describe.each([
  ["strict", strictKernels],
  ["relaxed", relaxedKernels],
])("the scan's kernels, %s build", (_build, make) => {
  function fill(kernels: ScanKernels, block: number, query: Float32Array): void {
    const rows = rowsOf(
      Array.from({ length: scan.BLOCK_ROWS }, () => (query.every(Number.isFinite) ? query : query.map(() => 0.05))),
    );
    kernels.quantizeRows(block, 0, rows.vectors, scan.BLOCK_ROWS);
    writeColumn(kernels, block, scan.CONFIDENCES_OFFSET, new Float32Array(scan.BLOCK_ROWS).fill(0.7));
    writeColumn(kernels, block, scan.SEQS_OFFSET, new Uint32Array(scan.BLOCK_ROWS).fill(CANARY_SEQ));
  }

  const requestOf = (random: SeededRandom, query: Float32Array, rows: number): ScanRequest => ({
    ...oddRequest(random, query),
    query: quantizeQuery(query),
    limit: 1 + random.integer(Math.max(1, rows)),
    by: random.integer(2) === 0 ? "score" : "similarity",
    baseline: [0, 0.7][random.integer(2)]!,
    threshold: -1,
    capacity: 1 + random.integer(300),
  });

  test("find the reference's candidates among rows that they were not told of, and change none of those", () => {
    const random = seededRandom(SEED);
    const kernels = make();
    for (let round = 0; round < ROUNDS; round++) {
      const query = oddQuery(random);
      const rows = oddRows(random, query);
      const needed = Math.ceil(rows.count / scan.BLOCK_ROWS);
      const taken = Array.from({ length: needed + 2 }, () => kernels.blocks.take()!);
      const blocks = taken.slice(1, -1);
      for (const block of taken) fill(kernels, block, query);
      for (const [at, block] of blocks.entries()) {
        const from = at * scan.BLOCK_ROWS;
        const count = Math.min(rows.count - from, scan.BLOCK_ROWS);
        kernels.quantizeRows(block, 0, rows.vectors.subarray(from * DIMENSION), count);
        const confidences = rows.confidences.subarray(from, from + count);
        writeColumn(kernels, block, scan.CONFIDENCES_OFFSET, confidences);
      }
      const bytes = () =>
        Bun.hash(
          Uint8Array.from(
            new Uint8Array(kernels.memory.buffer).subarray(scan.FIRST_BLOCK_ADDRESS, taken.at(-1)! + scan.BLOCK_BYTES),
          ),
        );
      const before = bytes();
      const request = requestOf(random, query, rows.count);
      const found = kernels.scanRows(blocks, rows.count, request);
      const expected = scalarScanRows(scalarScan(rows), request);
      expect([...(found?.rows ?? [-1])]).toEqual([...(expected?.rows ?? [-1])]);
      expect(bitsOf(found?.uppers ?? new Float32Array())).toEqual(bitsOf(expected?.uppers ?? new Float32Array()));
      const estimates = estimatesOf(kernels, blocks, rows.count, { query: request.query, baseline: 0 });
      expect(bitsOf(estimates.errors)).toEqual(bitsOf(scalarEstimateRows(scalarScan(rows), request.query, 0).errors));
      const dots = kernels.dotRows(rows.vectors, rows.count, query);
      expect(bitsOf(dots)).toEqual(bitsOf(scalarDotRows(rows, query)));
      expect(bytes()).toBe(before);
      for (const block of taken.slice(round % 3)) kernels.blocks.give(block);
    }
  });

  test("refuse counts, lengths and addresses that lead outside", () => {
    const kernels = make();
    const block = kernels.blocks.take()!;
    const random = seededRandom(SEED);
    const query = random.unitVector(DIMENSION);
    const request = { ...requestOf(random, query, 8), capacity: 64 };
    const row = new Float32Array(DIMENSION);
    const column = new Uint32Array(128);
    const end = kernels.memory.buffer.byteLength;
    for (const stray of [
      0,
      -64,
      1,
      scan.QUERY_ADDRESS,
      scan.TABLE_ADDRESS,
      scan.RESULTS_ADDRESS,
      scan.HELPERS_ADDRESS,
      end,
      block + 4,
      Number.NaN,
      2 ** 32,
    ]) {
      expect(() => kernels.scanRows([stray], 1, request)).toThrow(RangeError);
      expect(() => kernels.estimateRows([stray], 1, { query: request.query, baseline: 0, added: null })).toThrow(
        RangeError,
      );
      expect(() => kernels.refineRows([stray], 1, [0], { query: request.query, baseline: 0 })).toThrow(RangeError);
      expect(() => kernels.copyColumn([stray], 1, scan.SEQS_OFFSET, column)).toThrow(RangeError);
      expect(() => kernels.streamRead([stray], 1)).toThrow(RangeError);
      expect(() => kernels.quantizeRows(stray, 0, row, 1)).toThrow(RangeError);
    }
    for (const count of [-1, 65, 1.5, Number.NaN, 2 ** 32]) {
      expect(() => kernels.scanRows([block], count, request)).toThrow(RangeError);
      expect(() => kernels.quantizeRows(block, 0, row, count)).toThrow(RangeError);
      expect(() => kernels.quantizeRows(block, count, row, 1)).toThrow(RangeError);
      expect(() => kernels.dotRows(row, count, query)).toThrow(RangeError);
      expect(() => kernels.copyColumn([block], 1, count, column)).toThrow(RangeError);
    }
    expect(() =>
      kernels.estimateRows([block], 8, { query: request.query, baseline: 0, added: new Float32Array(7) }),
    ).toThrow(RangeError);
    for (const row of [-1, 8, 1.5, Number.NaN, 2 ** 32]) {
      expect(() => kernels.refineRows([block], 8, [row], { query: request.query, baseline: 0 })).toThrow(RangeError);
    }
    expect(() => kernels.copyColumn([block], 8, scan.SEQS_OFFSET, new Uint32Array(7))).toThrow(RangeError);
    for (const count of [-1, 65, 2 ** 32]) {
      expect(() => kernels.estimateRows([block], count, { query: request.query, baseline: 0, added: null })).toThrow(
        RangeError,
      );
      expect(() => kernels.refineRows([block], count, [0], { query: request.query, baseline: 0 })).toThrow(RangeError);
      expect(() => kernels.copyColumn([block], count, scan.SEQS_OFFSET, column)).toThrow(RangeError);
    }
    expect(() => kernels.dotRows(row, 1, new Float32Array(385))).toThrow(RangeError);
    expect(() => kernels.dotRows(row, 1, new Float32Array(383))).toThrow(RangeError);
    const codes = { ...request.query, codes1: new Uint8Array(800) };
    expect(() => kernels.scanRows([block], 1, { ...request, query: codes })).toThrow(RangeError);
  });
});
