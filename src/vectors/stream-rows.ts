// Answers for a set that has no room in memory: exact, chunk by chunk, and nothing stays behind.
import type { BrainId } from "../domain/brain.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import { similarityOf } from "../domain/similarity.ts";
import type { RankedRow, RankRequest, VectorChunk, VectorSet, VectorSource } from "../domain/vector-index.ts";
import type { Kernels } from "./kernels.ts";
import { Matrix } from "./matrix.ts";
import { BLOCK_ROWS, RESULTS_MAX } from "./memory-layout.ts";
import { mergeRanked, rankBlocks } from "./rank-blocks.ts";
import { type ReadWatch, resetWatch } from "./read-watch.ts";

/** Rows asked of the source at a time: 1.5 MB of vectors, 16 blocks. */
export const CHUNK_ROWS = 16 * BLOCK_ROWS;

export interface RowStream {
  readonly kernels: Kernels;
  readonly source: VectorSource;
  readonly cosineBaseline: number;
  readonly set: VectorSet;
  readonly brain: BrainId;
}

/** The rows that were there are counted, so that the caller learns when the set has become small. */
export async function rankStream(
  stream: RowStream,
  request: RankRequest,
  watch: ReadWatch,
): Promise<{ ranked: RankedRow[]; rowCount: number }> {
  // A second round needs a change to what was ranked during the first one, so rounds do not go on without end.
  for (;;) {
    resetWatch(watch);
    let ranked: RankedRow[] = [];
    let rowCount = 0;
    let after = -1;
    for (;;) {
      const chunk = await stream.source.scan(stream.set, stream.brain, after, CHUNK_ROWS);
      ranked = mergeRanked(ranked, rankChunk(stream, chunk, request), request.limit);
      rowCount += chunk.count;
      if (chunk.count < CHUNK_ROWS) break;
      after = chunk.seqs[chunk.count - 1]!;
    }
    if (!watch.forgotten && !ranked.some((row) => watch.removed.has(row.seq))) return { ranked, rowCount };
  }
}

/** As the domain port's `similarities`; reads a block of rows around each seq, not the whole set. */
export async function similaritiesStream(
  stream: RowStream,
  seqs: readonly number[],
  query: Float32Array,
  watch: ReadWatch,
): Promise<(number | null)[]> {
  const wanted = [...new Set(seqs)].sort((a, b) => a - b);
  for (;;) {
    resetWatch(watch);
    const found = new Map<number, number>();
    let next = 0;
    while (next < wanted.length) {
      const chunk = await stream.source.scan(stream.set, stream.brain, wanted[next]! - 1, BLOCK_ROWS);
      const last = chunk.count < BLOCK_ROWS ? Number.POSITIVE_INFINITY : chunk.seqs[chunk.count - 1]!;
      const inChunk: number[] = [];
      for (; next < wanted.length && wanted[next]! <= last; next++) inChunk.push(wanted[next]!);
      withScratch(stream.kernels, chunk, (matrix) => {
        const similarities = matrixSimilarities(stream.kernels, matrix, inChunk, query, stream.cosineBaseline);
        for (const [i, seq] of inChunk.entries()) if (similarities[i] !== null) found.set(seq, similarities[i]!);
      });
    }
    if (watch.forgotten) continue;
    return seqs.map((seq) => (watch.removed.has(seq) ? null : (found.get(seq) ?? null)));
  }
}

/** Similarity of each named row of a matrix in memory; null for a row that is not there, 0 where it would be NaN. */
export function matrixSimilarities(
  kernels: Kernels,
  matrix: Matrix,
  seqs: readonly number[],
  query: Float32Array,
  baseline: number,
): (number | null)[] {
  const addresses = seqs.map((seq) => matrix.addressOfSeq(seq));
  const present = addresses.filter((address) => address !== null);
  const cosines: number[] = [];
  for (let first = 0; first < present.length; first += RESULTS_MAX) {
    cosines.push(...kernels.dotRows(present.slice(first, first + RESULTS_MAX), query));
  }
  let next = 0;
  return addresses.map((address) => (address === null ? null : similarityOf(cosines[next++]!, baseline) || 0));
}

function rankChunk(stream: RowStream, chunk: VectorChunk, request: RankRequest): RankedRow[] {
  return withScratch(stream.kernels, chunk, (matrix) =>
    rankBlocks(stream.kernels, matrix.blocks, matrix.rowCount, request, stream.cosineBaseline),
  );
}

/** Puts a chunk into blocks for the length of one synchronous call; they are wiped afterwards. */
export function withScratch<T>(kernels: Kernels, chunk: VectorChunk, use: (matrix: Matrix) => T): T {
  const matrix = new Matrix(kernels.memory, kernels.blocks);
  try {
    if (!matrix.append(chunk)) throw new Error("the WASM memory has no room for one chunk of rows");
    return use(matrix);
  } finally {
    matrix.release();
  }
}

/** A query of another length would be read past its end, or leave the rest of each row out. */
export function assertQuery(query: Float32Array): void {
  if (query.length !== DIMENSION) throw new RangeError(`a query has ${DIMENSION} numbers, not ${query.length}`);
}
