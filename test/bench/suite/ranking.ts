// Part "ranking": the float32 scan against the one over codes of one byte, and against reading memory at all.
import { readFileSync } from "node:fs";
import { freemem } from "node:os";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import type { RankedRow, VectorChunk } from "../../../src/domain/ports/vector-index.ts";
import { embeddedModel } from "../../../src/embedding/embedded-model.ts";
import { createKernels, type Kernels } from "../../../src/vectors/kernels.ts";
import * as floats from "../../../src/vectors/memory-layout.ts";
import { rankBlocks } from "../../../src/vectors/rank-blocks.ts";
import { type ReadRows, rankScan } from "../../../src/vectors/rank-scan.ts";
import { createScanKernels } from "../../../src/vectors/scan-kernels.ts";
import * as codes from "../../../src/vectors/scan-layout.ts";
import { ScanMatrix } from "../../../src/vectors/scan-matrix.ts";
import { Matrix } from "../../../src/vectors/stream-rows.ts";
import { SCAN_RELAXED_WASM_FILE, SCAN_WASM_FILE, VECTORS_WASM_FILE } from "../../../src/vectors/wasm-file.ts";
import { type Bench, type Goal, median, type PartReport } from "./part.ts";
import { TOPICS } from "./seed-texts.ts";
import type { MemoryMaker } from "./seed-vectors.ts";

const CHUNK_ROWS = 1_024;
const QUERIES = 31;
/** Before anything counts: engines compile a kernel twice, the second time while it runs. */
const WARM_MS = 1_000;
const LIMIT = 8;
const BYTES_PER_ROW = (floats.BLOCK_BYTES + codes.BLOCK_BYTES) / codes.BLOCK_ROWS;

export async function measureRanking({ scale, maker }: Bench): Promise<PartReport> {
  const rows: Record<string, string | number>[] = [];
  const notes = [
    `The best ${LIMIT} by score, medians of ${QUERIES} queries after a second of them; candidates are read from memory here, from SQLite in the service.`,
  ];
  for (const count of scale.rankedRows) {
    // A tenth more than the rows themselves, for growing memory.
    if (count * BYTES_PER_ROW * 1.1 > freemem()) notes.push(`${count} rows were left out: too little free memory.`);
    else rows.push(await measureRows(count, maker));
  }
  const largest = rows.at(-1);
  const measured = largest === undefined ? null : Number(largest["float32 / codes"]);
  const goals: Goal[] = [
    { what: `float32 scan / scan of codes, ${largest?.rows} rows`, measured, bound: "at least", goal: 1 },
  ];
  return { tables: [{ title: "Ranking", rows, notes }], goals };
}

async function measureRows(count: number, maker: MemoryMaker): Promise<Record<string, string | number>> {
  const bytesOf = (path: string) => new Uint8Array(readFileSync(path));
  const kernels = createKernels(bytesOf(VECTORS_WASM_FILE));
  const scans = createScanKernels({ strict: bytesOf(SCAN_WASM_FILE), relaxed: bytesOf(SCAN_RELAXED_WASM_FILE) });
  const matrix = new Matrix(kernels.memory, kernels.blocks);
  const scanned = new ScanMatrix(scans, scans.blocks);
  fill(count, maker, matrix, scanned);
  const { cosineBaseline, similarityFloor } = embeddedModel().spec;
  const times = { float32: [] as number[], codes: [] as number[], read: [] as number[] };
  const candidates: number[] = [];
  const refined: number[] = [];
  const startedAt = performance.now();
  while (candidates.length < QUERIES) {
    const query = new Float32Array(DIMENSION);
    maker.vector(maker.random.integer(TOPICS), query, 0);
    const request = { query, limit: LIMIT, floor: similarityFloor };
    let read = 0;
    const readRows: ReadRows = async (seqs) => {
      read += seqs.length;
      return rowsOf(kernels, matrix, seqs);
    };
    const exact = await timed(async () => rankBlocks(kernels, matrix.blocks, count, request, cosineBaseline));
    const scan = await timed(() => rankScan(scans, scanned, request, { baseline: cosineBaseline, readRows }));
    const stream = await timed(async () => scans.streamRead(scanned.blocks, count));
    assertSame(exact.result, scan.result);
    if (performance.now() - startedAt < WARM_MS) continue;
    times.float32.push(exact.ms);
    times.codes.push(scan.ms);
    times.read.push(stream.ms);
    candidates.push(read);
    refined.push(scans.refined);
  }
  const [float32Ms, codesMs, readMs] = [times.float32, times.codes, times.read].map(median) as [number, number, number];
  const codeBytes = codes.BLOCK_BYTES / codes.BLOCK_ROWS;
  return {
    rows: count,
    build: scans.build,
    "float32 ms": float32Ms,
    "codes ms": codesMs,
    "float32 / codes": float32Ms / codesMs,
    "reading the codes ms": readMs,
    "GB/s": (count * codeBytes) / readMs / 1e6,
    "codes / reading": codesMs / readMs,
    "rows past level 1": median(refined),
    "candidates read": median(candidates),
    "float32 bytes a row": floats.BLOCK_BYTES / floats.BLOCK_ROWS,
    "codes bytes a row": codeBytes,
  };
}

function fill(count: number, maker: MemoryMaker, matrix: Matrix, scanned: ScanMatrix): void {
  for (let first = 0; first < count; first += CHUNK_ROWS) {
    const rows = Math.min(CHUNK_ROWS, count - first);
    const chunk: VectorChunk = {
      count: rows,
      seqs: Uint32Array.from({ length: rows }, (_, row) => first + row + 1),
      confidences: new Float32Array(rows).fill(0.5),
      vectors: new Float32Array(rows * DIMENSION),
    };
    for (let row = 0; row < rows; row++) {
      maker.vector(maker.random.integer(TOPICS), chunk.vectors, row * DIMENSION);
    }
    if (!matrix.append(chunk) || !scanned.append(chunk)) throw new Error(`there is no memory for ${count} rows`);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** As the service's store gives them, out of the float32 matrix: rows 0, 1, … have the seqs 1, 2, … */
function rowsOf(kernels: Kernels, matrix: Matrix, seqs: readonly number[]) {
  const vectors = new Float32Array(seqs.length * DIMENSION);
  for (const [at, seq] of seqs.entries()) {
    const row = seq - 1;
    const address = matrix.blocks[Math.floor(row / floats.BLOCK_ROWS)]! + (row % floats.BLOCK_ROWS) * DIMENSION * 4;
    vectors.set(new Float32Array(kernels.memory.buffer, address, DIMENSION), at * DIMENSION);
  }
  return { count: seqs.length, seqs: Uint32Array.from(seqs), vectors };
}

function assertSame(exact: readonly RankedRow[], scanned: readonly RankedRow[]): void {
  if (!Bun.deepEquals(exact, scanned)) throw new Error("the scan of codes ranks otherwise than that of float32 rows");
}
