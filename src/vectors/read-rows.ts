// Answers that hold whole columns or rows of a set, exact, from its source.
import { createGiveWay } from "../base/give-way.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { ComparedRows, ExactRow, VectorChunk } from "../domain/ports/vector-index.ts";
import { similarityOf } from "../domain/similarity.ts";
import { type ReadWatch, resetWatch } from "./read-watch.ts";
import { CHUNK_ROWS, type RowStream, withScratch } from "./stream-rows.ts";

/** Every row of a chunk, none of which is removed. */
function compareChunk({ kernels, cosineBaseline }: RowStream, chunk: VectorChunk, query: Float32Array): ComparedRows {
  const { count, seqs, confidences } = chunk;
  const similarities = withScratch(kernels, chunk, ({ blocks }) =>
    kernels.compareRows(blocks, count, query, cosineBaseline),
  );
  return { count, seqs, similarities, confidences };
}

/** As the domain port's `compareAll`: 12 bytes a row stay for the answer. */
export async function compareStream(stream: RowStream, query: Float32Array, watch: ReadWatch): Promise<ComparedRows> {
  const giveWay = createGiveWay();
  // A row removed while this reads may be in a chunk read before: it is left out at the end.
  for (;;) {
    resetWatch(watch);
    const parts: ComparedRows[] = [];
    let after = -1;
    for (;;) {
      const chunk = await stream.source.scan(stream.set, stream.brain, after, CHUNK_ROWS);
      parts.push(compareChunk(stream, chunk, query));
      if (chunk.count < CHUNK_ROWS) break;
      after = chunk.seqs[chunk.count - 1]!;
      await giveWay();
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
  const { scan, cosineBaseline } = stream;
  const chunk = await readNamed(stream, seqs, watch);
  const rows = new Map<number, ExactRow>();
  for (const [at, cosine] of scan.dotRows(chunk.vectors, chunk.count, query).entries()) {
    const vector = chunk.vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION);
    rows.set(chunk.seqs[at]!, { similarity: similarityOf(cosine, cosineBaseline) || 0, vector });
  }
  return seqs.map((seq) => (watch.removed.has(seq) ? null : (rows.get(seq) ?? null)));
}

/** The rows that are there, ascending, as they are when it returns; without those that `watch` says were removed. */
export async function readNamed(
  { source, set, brain }: Pick<RowStream, "source" | "set" | "brain">,
  seqs: readonly number[],
  watch: ReadWatch,
): Promise<VectorChunk> {
  for (;;) {
    resetWatch(watch);
    const chunk = await source.read(set, brain, ascending(seqs));
    if (!watch.forgotten) return chunk;
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
