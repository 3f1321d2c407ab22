// Answers for a set that has no room in memory: exact, chunk by chunk, and nothing of it stays in memory.
import { createGiveWay } from "../base/give-way.ts";
import type { BrainId } from "../domain/brain.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { RankedRow, RankRequest, VectorChunk, VectorSet, VectorSource } from "../domain/ports/vector-index.ts";
import type { Kernels } from "./kernels.ts";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, SEQS_OFFSET } from "./memory-layout.ts";
import { mergeRanked, rankBlocks } from "./rank-blocks.ts";
import { type ReadWatch, resetWatch } from "./read-watch.ts";
import { type BlockLease, RowBlocks } from "./row-blocks.ts";
import type { ScanKernels } from "./scan-kernels.ts";

/** Rows asked of the source at a time: 1.5 MB of vectors, 16 blocks. */
export const CHUNK_ROWS = 16 * BLOCK_ROWS;

export interface RowStream {
  readonly kernels: Kernels;
  readonly scan: ScanKernels;
  readonly source: VectorSource;
  readonly cosineBaseline: number;
  readonly set: VectorSet;
  readonly brain: BrainId;
}

/** `rowCount` counts all rows read: from it the caller learns that the set has become small. */
export async function rankStream(
  stream: RowStream,
  request: RankRequest,
  watch: ReadWatch,
): Promise<{ ranked: RankedRow[]; rowCount: number }> {
  const giveWay = createGiveWay();
  // Another round is needed only where ranked rows changed during the last one, so the rounds come to an end.
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
      await giveWay();
    }
    if (!watch.forgotten && !ranked.some((row) => watch.removed.has(row.seq))) return { ranked, rowCount };
  }
}

function rankChunk(stream: RowStream, chunk: VectorChunk, request: RankRequest): RankedRow[] {
  return withScratch(stream.kernels, chunk, (matrix) =>
    rankBlocks(stream.kernels, matrix.blocks, matrix.rowCount, request, stream.cosineBaseline),
  );
}

/** Float32 rows in blocks, in ascending seq, for the length of one exact answer. */
export class Matrix extends RowBlocks {
  constructor(memory: WebAssembly.Memory, lease: BlockLease) {
    super(memory, lease, { confidences: CONFIDENCES_OFFSET, seqs: SEQS_OFFSET, entryOf: (slot) => slot * 4 });
  }

  protected writeVectors(block: number, slot: number, vectors: Float32Array): void {
    new Float32Array(this.memory.buffer, block + slot * DIMENSION * 4, vectors.length).set(vectors);
  }
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
