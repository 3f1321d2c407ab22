// The scalar reference and the WASM kernels behind one face, so that one suite runs over both.
import { readFileSync } from "node:fs";
import type { RankedRow, RankRequest } from "../../src/domain/ports/vector-index.ts";
import { type ClusterRequest, clusterRows } from "../../src/vectors/cluster-rows.ts";
import { createKernels, type Kernels } from "../../src/vectors/kernels.ts";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, SEQS_OFFSET } from "../../src/vectors/memory-layout.ts";
import { rankBlocks } from "../../src/vectors/rank-blocks.ts";
import {
  type ScalarRows,
  scalarClusterRows,
  scalarCompareRows,
  scalarDotRows,
  scalarTopK,
} from "../../src/vectors/scalar-reference.ts";
import { VECTORS_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface VectorMath {
  dotRows(rows: ScalarRows, query: Float32Array): Float32Array;
  compareRows(rows: ScalarRows, query: Float32Array, baseline: number): Float32Array;
  topK(rows: ScalarRows, request: RankRequest, baseline: number): RankedRow[];
  clusterRows(request: ClusterRequest): Int32Array;
}

export function newKernels(): Kernels {
  return createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
}

export const SCALAR: VectorMath = {
  dotRows: scalarDotRows,
  compareRows: scalarCompareRows,
  topK: scalarTopK,
  clusterRows: scalarClusterRows,
};

export function wasmMath(kernels: Kernels): VectorMath {
  return {
    dotRows: (rows, query) =>
      inBlocks(kernels, rows, query.length, (blocks) => {
        const addresses = Array.from(
          { length: rows.count },
          (_, i) => blocks[Math.floor(i / BLOCK_ROWS)]! + (i % BLOCK_ROWS) * query.length * 4,
        );
        return kernels.dotRows(addresses, query);
      }),
    compareRows: (rows, query, baseline) =>
      inBlocks(kernels, rows, query.length, (blocks) => kernels.compareRows(blocks, rows.count, query, baseline)),
    topK: (rows, request, baseline) =>
      inBlocks(kernels, rows, request.query.length, (blocks) =>
        rankBlocks(kernels, blocks, rows.count, request, baseline),
      ),
    clusterRows: (request) => clusterRows(kernels, request),
  };
}

export const IMPLEMENTATIONS: [string, VectorMath][] = [
  ["scalar reference", SCALAR],
  ["WASM kernels", wasmMath(newKernels())],
];

export const DIMENSIONS = [...Array(68).keys(), 384];

function inBlocks<T>(kernels: Kernels, rows: ScalarRows, dimension: number, use: (blocks: number[]) => T): T {
  const blocks: number[] = [];
  for (let first = 0; first < rows.count; first += BLOCK_ROWS) blocks.push(kernels.blocks.take()!);
  const { buffer } = kernels.memory;
  for (const [i, block] of blocks.entries()) {
    const [from, to] = [i * BLOCK_ROWS, Math.min(rows.count, (i + 1) * BLOCK_ROWS)];
    const vectors = rows.vectors.subarray(from * dimension, to * dimension);
    new Float32Array(buffer, block, vectors.length).set(vectors);
    new Float32Array(buffer, block + CONFIDENCES_OFFSET, to - from).set(rows.confidences.subarray(from, to));
    new Uint32Array(buffer, block + SEQS_OFFSET, to - from).set(rows.seqs.subarray(from, to));
  }
  try {
    return use(blocks);
  } finally {
    for (const block of blocks) kernels.blocks.give(block);
  }
}

/** Rows with seqs 1, 2, … and the given vectors; `confidence` says each row's, 1 where it is left out. */
export function rowsOf(vectors: readonly Float32Array[], confidence: (row: number) => number = () => 1): ScalarRows {
  const dimension = vectors[0]?.length ?? 0;
  const flat = new Float32Array(vectors.length * dimension);
  for (const [i, vector] of vectors.entries()) flat.set(vector, i * dimension);
  return {
    count: vectors.length,
    seqs: Uint32Array.from(vectors, (_, i) => i + 1),
    confidences: Float32Array.from(vectors, (_, i) => confidence(i)),
    vectors: flat,
  };
}

/** Random unit rows of confidence 0.15-0.70; one in ten is all zero, one in ten repeats an earlier row. */
export function randomRows(random: SeededRandom, count: number, dimension: number): ScalarRows {
  const vectors: Float32Array[] = [];
  for (let i = 0; i < count; i++) {
    const kind = random.integer(10);
    if (kind === 0) vectors.push(new Float32Array(dimension));
    else if (kind === 1 && i > 0) vectors.push(vectors[random.integer(i)]!);
    else vectors.push(random.unitVector(dimension));
  }
  const confidences = [0.15, 0.35, 0.5, 0.7];
  return rowsOf(vectors, () => confidences[random.integer(4)]!);
}

/** The bits of each number, all NaNs as one: an equality that tells 0 from -0. */
export function bitsOf(numbers: Float32Array): number[] {
  return [...new Uint32Array(numbers.map((x) => (Number.isNaN(x) ? Number.NaN : x)).buffer)];
}
