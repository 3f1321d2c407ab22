import { describe, expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { createBlockAllocator } from "../../src/vectors/block-allocator.ts";
import { BLOCK_BYTES, columnOf, FIRST_BLOCK_ADDRESS, SCALES_OFFSET } from "../../src/vectors/scan-layout.ts";
import { ScanMatrix } from "../../src/vectors/scan-matrix.ts";
import { chunkOf, someRows } from "./memory-source.ts";
import { holdsCodes, relaxedKernels } from "./scan-fixture.ts";
import { seededRandom } from "./seeded-random.ts";

const random = seededRandom(81);
const kernels = relaxedKernels();

const holds = (vector: Float32Array) => holdsCodes(kernels, vector);

describe("a matrix of codes", () => {
  test("grows over the edges of blocks, and finds each row by its seq", () => {
    const rows = someRows(random, 200);
    const matrix = new ScanMatrix(kernels, kernels.blocks);
    for (const [from, to] of [
      [0, 1],
      [1, 60],
      [60, 70],
      [70, 200],
    ] as const)
      matrix.append(chunkOf(rows.slice(from, to)));
    expect(matrix).toMatchObject({ rowCount: 200, liveCount: 200, lastSeq: rows[199]!.seq });
    expect(matrix.blocks).toHaveLength(4);
    for (const [row, { seq, confidence, vector }] of rows.entries()) {
      expect(matrix.rowOf(seq)).toBe(row);
      expect(matrix.seqAt(row)).toBe(seq);
      expect(matrix.confidenceAt(row)).toBe(Math.fround(confidence));
      expect(holds(vector)).toBe(true);
    }
    expect(matrix.has(2)).toBe(false);
    expect(matrix.rowOf(9_999)).toBeNull();
    const { rowCount } = matrix;
    const [seqs, confidences] = [new Uint32Array(rowCount), new Float32Array(rowCount)];
    matrix.copyColumns({ seqs, confidences });
    expect([...seqs]).toEqual(rows.map(({ seq }) => seq));
    expect([...confidences]).toEqual(rows.map(({ confidence }) => Math.fround(confidence)));
    matrix.release();
  });

  test("ignores rows that it has, and tells those that it misses", () => {
    const rows = someRows(random, 10);
    const matrix = new ScanMatrix(kernels, kernels.blocks);
    matrix.append(chunkOf([...rows.slice(0, 4), ...rows.slice(5, 8)]));
    expect(matrix.misses(chunkOf(rows.slice(2, 4)).seqs)).toBe(false);
    expect(matrix.misses(chunkOf(rows.slice(8)).seqs)).toBe(false);
    expect(matrix.misses(chunkOf(rows.slice(4, 6)).seqs)).toBe(true);
    matrix.append(chunkOf(rows.slice(5)));
    expect(matrix.rowCount).toBe(9);
    matrix.remove(rows[0]!.seq);
    expect(matrix.misses(chunkOf(rows.slice(0, 1)).seqs)).toBe(false);
    matrix.release();
  });

  test("refuses rows whose seqs do not ascend and chunks that are too short, and is as before", () => {
    const [a, b] = someRows(random, 2);
    const matrix = new ScanMatrix(kernels, kernels.blocks);
    expect(() => matrix.append(chunkOf([b!, a!]))).toThrow("seq");
    expect(() => matrix.append({ ...chunkOf([a!, b!]), vectors: new Float32Array(DIMENSION) })).toThrow("shorter");
    expect(matrix).toMatchObject({ rowCount: 0, liveCount: 0, lastSeq: -1 });
    expect(kernels.blocks.taken).toBe(0);
  });

  test("holds none of a removed row's bytes, and none at all when it is released", () => {
    const rows = someRows(random, 130);
    const matrix = new ScanMatrix(kernels, kernels.blocks);
    matrix.append(chunkOf(rows));
    for (const place of [0, 63, 64, 129]) {
      const { seq, vector } = rows[place]!;
      const block = matrix.blocks[Math.floor(place / 64)]!;
      matrix.remove(seq);
      matrix.remove(seq);
      expect(matrix.has(seq)).toBe(false);
      expect(matrix.seqAt(place)).toBe(seq);
      expect(holds(vector)).toBe(false);
      const columns = new Uint32Array(kernels.memory.buffer, block + columnOf(place % 64) + SCALES_OFFSET, 21);
      const left = [0, 1, 2, 3, 4].map((column) => columns[column * 4]);
      expect(left).toEqual([0, 0, 0, 0, 0]);
    }
    matrix.remove(2);
    expect(matrix).toMatchObject({ rowCount: 130, liveCount: 126, releases: 0 });
    const blocks = [...matrix.blocks];
    matrix.release();
    expect(matrix).toMatchObject({ rowCount: 0, liveCount: 0, lastSeq: -1, releases: 1 });
    expect(kernels.blocks.taken).toBe(0);
    for (const block of blocks) {
      expect(new Uint8Array(kernels.memory.buffer, block, BLOCK_BYTES).every((byte) => byte === 0)).toBe(true);
    }
    expect(matrix.append(chunkOf(rows))).toBe(true);
    matrix.release();
  });

  test("says that there was no room for all rows", () => {
    const taken: number[] = [];
    const lease = {
      take: () => {
        if (taken.length === 2) return null;
        taken.push(kernels.blocks.take()!);
        return taken.at(-1)!;
      },
      give: (block: number) => kernels.blocks.give(block),
    };
    const matrix = new ScanMatrix(kernels, lease);
    expect(matrix.append(chunkOf(someRows(random, 128)))).toBe(true);
    expect(matrix.append(chunkOf(someRows(random, 1, 1_000)))).toBe(false);
    matrix.release();
    expect(kernels.blocks.taken).toBe(0);
  });
});

test("blocks of another size begin where they are told to, aligned, and are wiped when given back", () => {
  const memory = new WebAssembly.Memory({ initial: 18, maximum: 4_096 });
  const blocks = createBlockAllocator(memory, { blockBytes: BLOCK_BYTES, firstAddress: FIRST_BLOCK_ADDRESS });
  const [first, second] = [blocks.take()!, blocks.take()!];
  expect([first, second]).toEqual([FIRST_BLOCK_ADDRESS, FIRST_BLOCK_ADDRESS + BLOCK_BYTES]);
  expect([first % 64, BLOCK_BYTES % 64]).toEqual([0, 0]);
  expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(second + BLOCK_BYTES);
  new Uint8Array(memory.buffer, first, BLOCK_BYTES * 2).fill(7);
  blocks.give(first);
  expect(new Uint8Array(memory.buffer, first, BLOCK_BYTES).every((byte) => byte === 0)).toBe(true);
  expect(new Uint8Array(memory.buffer, second, BLOCK_BYTES).every((byte) => byte === 7)).toBe(true);
  expect(blocks.take()).toBe(first);
  expect(() => blocks.give(first + BLOCK_BYTES * 5)).toThrow("not taken");
});
