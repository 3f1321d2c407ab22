// Rows of many kinds as codes in blocks, and what the float32 reference makes of the same rows.
import { readFileSync } from "node:fs";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { ReadRows } from "../../src/vectors/rank-scan.ts";
import type { ScalarRows } from "../../src/vectors/scalar-reference.ts";
import {
  type ComparedQuery,
  createScanKernels,
  type RowEstimates,
  type ScanKernels,
} from "../../src/vectors/scan-kernels.ts";
import { columnOf, PIECE_BYTES } from "../../src/vectors/scan-layout.ts";
import { ScanMatrix } from "../../src/vectors/scan-matrix.ts";
import { type ScalarScanRow, scalarQuantizeRow } from "../../src/vectors/scan-reference.ts";
import { SCAN_RELAXED_WASM_FILE, SCAN_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { rowsOf } from "./implementations.ts";
import { floats, type SeededRandom, unit } from "./seeded-random.ts";

const strict = new Uint8Array(readFileSync(SCAN_WASM_FILE));
const relaxed = new Uint8Array(readFileSync(SCAN_RELAXED_WASM_FILE));

export function strictKernels(): ScanKernels {
  return createScanKernels({ strict });
}

export function relaxedKernels(): ScanKernels {
  return createScanKernels({ strict, relaxed });
}

/** The relaxed build where the engine knows it: elsewhere the strict one stands in for it, as in the service. */
export const BUILDS: ["strict" | "relaxed", ScanKernels][] = [
  ["strict", strictKernels()],
  ["relaxed", relaxedKernels()],
];

/** Its scans of 64 rows and more are shared among three threads. */
async function kernelsWithHelpers(): Promise<ScanKernels> {
  const threadUrl = new URL("../../src/vectors/scan-thread.ts", import.meta.url);
  const kernels = createScanKernels({ strict, relaxed }, { threadUrl, helpers: 2, sharedRowsMin: 64 });
  while (kernels.threads < 3) await Bun.sleep(5);
  return kernels;
}

/** What gives the same rankings, though not always the same candidates on the way. */
export const BUILDS_AND_THREADS: [string, ScanKernels][] = [
  ...BUILDS.map(([build, kernels]): [string, ScanKernels] => [`${build} build`, kernels]),
  ["three threads", await kernelsWithHelpers()],
];
export const KNOWS_RELAXED = WebAssembly.validate(relaxed);

export const CONFIDENCES = [0.15, 0.35, 0.5, 0.7];

/** Whether a piece of the vector's codes, as they stand in a block, is anywhere in memory. */
export function holdsCodes(kernels: ScanKernels, vector: Float32Array): boolean {
  const written = writtenParts(Buffer.from(kernels.memory.buffer));
  const codes = Buffer.from(scalarQuantizeRow(vector).codes);
  for (let at = 0; at < codes.length; at += PIECE_BYTES) {
    const piece = codes.subarray(at, at + PIECE_BYTES);
    if (written.some((part) => part.includes(piece))) return true;
  }
  return false;
}

const PAGE_ZEROES = Buffer.alloc(4_096);

/** All of a memory but its pages of zeroes, each part with as much of those around it as a piece may reach into. */
function writtenParts(memory: Buffer): Buffer[] {
  const page = PAGE_ZEROES.length;
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = 0; at <= memory.length; at += page) {
    const isWritten = at < memory.length && memory.compare(PAGE_ZEROES, 0, page, at, at + page) !== 0;
    if (isWritten && start < 0) start = at;
    if (isWritten || start < 0) continue;
    parts.push(memory.subarray(Math.max(0, start - PIECE_BYTES), at + PIECE_BYTES));
    start = -1;
  }
  return parts;
}

/** Puts one value for each row into a column, as the host does. */
export function writeColumn(
  { memory }: ScanKernels,
  block: number,
  offset: number,
  values: Float32Array | Uint32Array,
) {
  const view = new DataView(memory.buffer, block + offset);
  for (const [slot, value] of values.entries()) {
    if (values instanceof Float32Array) view.setFloat32(columnOf(slot), value, true);
    else view.setUint32(columnOf(slot), value, true);
  }
}

/** Each row's, in columns of their own. */
export function estimatesOf(
  kernels: ScanKernels,
  blocks: readonly number[],
  rowCount: number,
  { added = null, ...asked }: ComparedQuery & { readonly added?: Float32Array | null },
): RowEstimates {
  const { similarities, errors, peaks, greatestError } = kernels.estimateRows(blocks, rowCount, { ...asked, added });
  return { similarities: similarities.slice(), errors: errors.slice(), peaks: peaks?.slice() ?? null, greatestError };
}

/** A matrix of its own for the length of `use`, which may be asynchronous. */
export async function withMatrix<T>(
  kernels: ScanKernels,
  rows: ScalarRows,
  use: (matrix: ScanMatrix) => T | Promise<T>,
): Promise<T> {
  const matrix = new ScanMatrix(kernels, kernels.blocks);
  try {
    if (!matrix.append(rows)) throw new Error("no room");
    return await use(matrix);
  } finally {
    matrix.release();
  }
}

/** The store of float32 rows: those of the list but the seqs in `gone`, and a count of what was asked. */
export function readerOf(rows: ScalarRows, gone: ReadonlySet<number> = new Set()): { read: ReadRows; asked: number } {
  const places = new Map(Array.from(rows.seqs.subarray(0, rows.count), (seq, row) => [seq, row]));
  const reader = {
    asked: 0,
    read: async (seqs: readonly number[]) => {
      reader.asked += seqs.length;
      const there = seqs.filter((seq) => places.has(seq) && !gone.has(seq));
      const vectors = new Float32Array(there.length * DIMENSION);
      for (const [i, seq] of there.entries()) vectors.set(vectorOf(rows, places.get(seq)!), i * DIMENSION);
      return { count: there.length, seqs: Uint32Array.from(there), vectors };
    },
  };
  return reader;
}

export function vectorOf(rows: ScalarRows, row: number): Float32Array {
  return rows.vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION);
}

export function scalarScan(rows: ScalarRows): ScalarScanRow[] {
  return Array.from({ length: rows.count }, (_, row) => ({
    ...scalarQuantizeRow(vectorOf(rows, row)),
    confidence: rows.confidences[row]!,
  }));
}

/** Rows without the ones whose seqs are given: what a store holds after removals. */
export function without(rows: ScalarRows, seqs: ReadonlySet<number>): ScalarRows {
  const confidences = rows.confidences.slice();
  for (let row = 0; row < rows.count; row++) if (seqs.has(rows.seqs[row]!)) confidences[row] = 0;
  return { ...rows, confidences };
}

type Kind = (random: SeededRandom, near: Float32Array) => Float32Array;

/** A kind of vector each; `near` is the query, or the centre of a cluster. */
export const KINDS: Readonly<Record<string, Kind>> = {
  random: (random) => random.unitVector(DIMENSION),
  clustered: (random, near) => blend(near, random.unitVector(DIMENSION), 0.6),
  opposite: (random, near) => scaled(blend(near, random.unitVector(DIMENSION), 0.6), -1),
  sparse: (random) => unit(floats(DIMENSION, () => (random.integer(40) === 0 ? random.next() - 0.5 : 0))),
  oneHot: (random) => {
    const row = new Float32Array(DIMENSION);
    row[random.integer(DIMENSION)] = random.integer(2) === 0 ? 1 : -1;
    return row;
  },
  spiked: (random) => {
    const row = random.unitVector(DIMENSION);
    row[random.integer(DIMENSION)] = 30;
    return row;
  },
  zero: () => new Float32Array(DIMENSION),
  small: (random, near) => scaled(blend(near, random.unitVector(DIMENSION), 0.6), 1e-15),
  tiny: (random) => scaled(random.unitVector(DIMENSION), 1e-30),
  subnormal: (random) => scaled(random.unitVector(DIMENSION), 1e-40),
  smallest: (random) => floats(DIMENSION, () => (random.integer(3) - 1) * 2 ** -149),
  long: (random) => scaled(random.unitVector(DIMENSION), 1e6),
  huge: (random) => scaled(random.unitVector(DIMENSION), 1e12),
  beyond: (random) => scaled(random.unitVector(DIMENSION), 1e30),
  overflowing: (random) => scaled(random.unitVector(DIMENSION), 3e38),
  notUnit: (random, near) => blend(near, random.unitVector(DIMENSION), 0.3).map((x) => x * (0.1 + 3 * random.next())),
  halves: (random) => floats(DIMENSION, (i) => (i === 0 ? 127 : random.integer(255) / 2)),
};

/** Rows of a kind, or of all kinds where none is named; now and then one repeats an earlier one. */
export function kindRows(random: SeededRandom, count: number, near: Float32Array, kind?: string): ScalarRows {
  const kinds = Object.values(KINDS);
  const vectors: Float32Array[] = [];
  for (let i = 0; i < count; i++) {
    if (i > 0 && random.integer(10) === 0) vectors.push(vectors[random.integer(i)]!);
    else vectors.push((kind === undefined ? kinds[random.integer(kinds.length)]! : KINDS[kind]!)(random, near));
  }
  return rowsOf(vectors, () => CONFIDENCES[random.integer(4)]!);
}

export function blend(a: Float32Array, b: Float32Array, share: number): Float32Array {
  return unit(floats(a.length, (i) => a[i]! * share + b[i]! * (1 - share)));
}

function scaled(vector: Float32Array, by: number): Float32Array {
  return floats(vector.length, (i) => vector[i]! * by);
}
