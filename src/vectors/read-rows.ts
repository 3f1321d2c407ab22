// Answers that hold whole columns or rows of a set, exact, from its source.
import { DIMENSION } from "../domain/model-spec.ts";
import { similarityOf } from "../domain/similarity.ts";
import type { ComparedRows, ExactRow } from "../domain/vector-index.ts";
import type { Kernels } from "./kernels.ts";
import type { Matrix } from "./matrix.ts";
import { BLOCK_ROWS, COMPARED_MAX, CONFIDENCES_OFFSET, SEQS_OFFSET } from "./memory-layout.ts";
import { type ReadWatch, resetWatch } from "./read-watch.ts";
import { CHUNK_ROWS, type RowStream, withScratch } from "./stream-rows.ts";

const BLOCKS_PER_PART = COMPARED_MAX / BLOCK_ROWS;

function compareBlocks(kernels: Kernels, matrix: Matrix, query: Float32Array, baseline: number): ComparedRows {
  const { blocks, rowCount } = matrix;
  const seqs = new Uint32Array(rowCount);
  const similarities = new Float32Array(rowCount);
  const confidences = new Float32Array(rowCount);
  for (let first = 0; first < blocks.length; first += BLOCKS_PER_PART) {
    const rows = Math.min(rowCount - first * BLOCK_ROWS, COMPARED_MAX);
    const part = kernels.compareRows(blocks.slice(first, first + BLOCKS_PER_PART), rows, query, baseline);
    similarities.set(part, first * BLOCK_ROWS);
  }
  const { buffer } = kernels.memory;
  for (const [at, block] of blocks.entries()) {
    const rows = Math.min(rowCount - at * BLOCK_ROWS, BLOCK_ROWS);
    seqs.set(new Uint32Array(buffer, block + SEQS_OFFSET, rows), at * BLOCK_ROWS);
    confidences.set(new Float32Array(buffer, block + CONFIDENCES_OFFSET, rows), at * BLOCK_ROWS);
  }
  return matrix.liveCount === rowCount
    ? { count: rowCount, seqs, similarities, confidences }
    : keepLive({ count: rowCount, seqs, similarities, confidences }, (row) => similarities[row]! >= 0);
}

/** As the domain port's `compareAll`: 12 bytes a row stay for the answer. */
export async function compareStream(stream: RowStream, query: Float32Array, watch: ReadWatch): Promise<ComparedRows> {
  // A row removed while this reads may be in a chunk read before: it is left out at the end.
  for (;;) {
    resetWatch(watch);
    const parts: ComparedRows[] = [];
    let after = -1;
    for (;;) {
      const chunk = await stream.source.scan(stream.set, stream.brain, after, CHUNK_ROWS);
      const { kernels, cosineBaseline } = stream;
      parts.push(withScratch(kernels, chunk, (matrix) => compareBlocks(kernels, matrix, query, cosineBaseline)));
      if (chunk.count < CHUNK_ROWS) break;
      after = chunk.seqs[chunk.count - 1]!;
    }
    if (watch.forgotten) continue;
    const joined = joinParts(parts);
    return watch.removed.size === 0 ? joined : keepLive(joined, (row) => !watch.removed.has(joined.seqs[row]!));
  }
}

/** As the domain port's `compare`: similarity 0 where it would be NaN. */
export async function compareNamed(
  stream: RowStream,
  seqs: readonly number[],
  query: Float32Array,
  watch: ReadWatch,
): Promise<(ExactRow | null)[]> {
  for (;;) {
    resetWatch(watch);
    const { source, set, brain, scan, cosineBaseline } = stream;
    const chunk = await source.read(set, brain, ascending(seqs));
    if (watch.forgotten) continue;
    const rows = new Map<number, ExactRow>();
    for (const [at, cosine] of scan.dotRows(chunk.vectors, chunk.count, query).entries()) {
      const vector = chunk.vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION);
      rows.set(chunk.seqs[at]!, { similarity: similarityOf(cosine, cosineBaseline) || 0, vector });
    }
    return seqs.map((seq) => (watch.removed.has(seq) ? null : (rows.get(seq) ?? null)));
  }
}

function ascending(seqs: readonly number[]): number[] {
  return [...new Set(seqs)].sort((a, b) => a - b);
}

function joinParts(parts: readonly ComparedRows[]): ComparedRows {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const joined = {
    count,
    seqs: new Uint32Array(count),
    similarities: new Float32Array(count),
    confidences: new Float32Array(count),
  };
  let at = 0;
  for (const part of parts) {
    joined.seqs.set(part.seqs, at);
    joined.similarities.set(part.similarities, at);
    joined.confidences.set(part.confidences, at);
    at += part.count;
  }
  return joined;
}

function keepLive(rows: ComparedRows, isLive: (row: number) => boolean): ComparedRows {
  const live = Array.from({ length: rows.count }, (_, row) => row).filter(isLive);
  return {
    count: live.length,
    seqs: Uint32Array.from(live, (row) => rows.seqs[row]!),
    similarities: Float32Array.from(live, (row) => rows.similarities[row]!),
    confidences: Float32Array.from(live, (row) => rows.confidences[row]!),
  };
}
