import { describe, expect, test } from "bun:test";
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
import { seededRandom } from "./seeded-random.ts";

describe.each(IMPLEMENTATIONS)("dot products: %s", (_, math) => {
  test("are the sum of the products at every dimension from 0 to 67 and at 384", () => {
    const random = seededRandom(1);
    for (const dimension of DIMENSIONS) {
      const rows = randomRows(random, 5, dimension);
      const query = random.unitVector(dimension);
      const dots = math.dotRows(rows, query);
      for (let row = 0; row < rows.count; row++) {
        let exact = 0;
        for (let i = 0; i < dimension; i++) exact += query[i]! * rows.vectors[row * dimension + i]!;
        expect(Math.abs(dots[row]! - exact)).toBeLessThan(1e-6);
      }
    }
  });

  test("take every element into account once", () => {
    for (const dimension of DIMENSIONS) {
      const query = new Float32Array(dimension).fill(1);
      for (let i = 0; i < dimension; i++) {
        const row = new Float32Array(dimension);
        row[i] = 3;
        expect(math.dotRows(rowsOf([row]), query)[0]).toBe(3);
      }
    }
  });

  test("of a zero vector are 0, and of dimension 0 too", () => {
    expect([...math.dotRows(rowsOf([new Float32Array(384)]), seededRandom(2).unitVector(384))]).toEqual([0]);
    expect([...math.dotRows(rowsOf([new Float32Array(0)]), new Float32Array(0))]).toEqual([0]);
  });

  test("of no rows are none", () => {
    expect(math.dotRows(rowsOf([]), new Float32Array(384))).toHaveLength(0);
  });

  test("carry NaN and infinity on", () => {
    const query = new Float32Array(20).fill(1);
    const nan = new Float32Array(20);
    nan[19] = Number.NaN;
    const infinite = new Float32Array(20);
    infinite[3] = Number.NEGATIVE_INFINITY;
    expect([...math.dotRows(rowsOf([nan, infinite]), query)]).toEqual([Number.NaN, Number.NEGATIVE_INFINITY]);
  });
});

describe("dot products", () => {
  test("of the WASM kernels equal the scalar reference bit for bit", () => {
    const random = seededRandom(3);
    const math = wasmMath(newKernels());
    for (const dimension of DIMENSIONS) {
      const rows = randomRows(random, 70, dimension);
      for (const query of [random.unitVector(dimension), random.unitVector(dimension).map((x) => x * 1e-22)]) {
        expect(bitsOf(math.dotRows(rows, query))).toEqual(bitsOf(SCALAR.dotRows(rows, query)));
      }
    }
  });

  test("are right for rows beyond 2 GiB, where addresses have the highest bit set", () => {
    const kernels = newKernels();
    kernels.memory.grow(40_000 - kernels.memory.buffer.byteLength / 65_536);
    const address = 2_500_000_000;
    const row = seededRandom(4).unitVector(384);
    new Float32Array(kernels.memory.buffer, address, 384).set(row);
    expect(kernels.dotRows([address], row)[0]).toBe(SCALAR.dotRows(rowsOf([row]), row)[0]!);
  });

  test("leave nothing of the query in memory", () => {
    const kernels = newKernels();
    const query = seededRandom(5).unitVector(384);
    wasmMath(kernels).dotRows(rowsOf([seededRandom(6).unitVector(384)]), query);
    expect(Buffer.from(kernels.memory.buffer).indexOf(Buffer.from(query.buffer, 0, 64))).toBe(-1);
  });
});
