// Exact ranking of rows that stand in memory as codes: candidates by their bounds, then the float32 rows of the best.
import type { RankedRow, RankRequest } from "../domain/ports/vector-index.ts";
import { similarityOf } from "../domain/similarity.ts";
import { type QuantizedQuery, quantizeQuery } from "./quantize-query.ts";
import { mergeRanked } from "./rank-blocks.ts";
import type { ScanKernels } from "./scan-kernels.ts";
import { BLOCK_ROWS, CANDIDATES_MAX } from "./scan-layout.ts";
import type { ScanMatrix } from "./scan-matrix.ts";

/** How many rows beyond the limit are read in the first step, and how many rows at least in each later step. */
const FIRST_SPARE = 8;
const STEP_ROWS = 32;
/** The largest finite float32. */
const F32_MAX = 3.4028234663852886e38;

/** Rows in any order; `vectors` holds count x 384 float32. A VectorChunk is one. */
export interface RowVectors {
  readonly count: number;
  readonly seqs: Uint32Array;
  readonly vectors: Float32Array;
}

/** The float32 rows of those seqs (ascending, all different) that are there. */
export type ReadRows = (seqs: readonly number[]) => Promise<RowVectors>;

export interface RankScanOptions {
  /** The baseline of the model's cosines. */
  readonly baseline: number;
  readonly readRows: ReadRows;
  /** Rows that one scan may keep, a multiple of 64 up to 32,768; tests make it small. */
  readonly capacity?: number;
}

/** The matrix was released while a ranking still needed it: begin again with a full one. */
export class ScanMatrixReleasedError extends Error {
  override readonly name = "ScanMatrixReleasedError";
}

/**
 * The same answer, to the bit, as the float32 kernel (wasm/top-k.ts) gives for the same rows. The scan is synchronous and
 * sees the matrix as it is. Then the float32 rows of the candidates are read; a row that is not there any more is left
 * out. A row that leaves the matrix later may be in the answer where `readRows` still gave it: the caller must check for
 * removals. Confidences are those of the matrix. A query with a NaN, or a floor that is NaN, finds nothing; a query with
 * an infinity is compared with every row.
 */
export async function rankScan(
  kernels: ScanKernels,
  matrix: ScanMatrix,
  request: RankRequest,
  { baseline, readRows, capacity = CANDIDATES_MAX }: RankScanOptions,
): Promise<RankedRow[]> {
  const limit = Math.min(request.limit, matrix.rowCount);
  if (limit === 0 || Number.isNaN(request.floor)) return [];
  const query = quantizeQuery(request.query);
  if (query.reach === Number.POSITIVE_INFINITY && request.query.some(Number.isNaN)) return [];
  const { releases } = matrix;
  const ranking = { kernels, matrix, releases, request: { ...request, limit }, query, baseline, readRows, capacity };
  // Rows that are gone may have kept others out of the scan's best. So each attempt keeps `spare` rows more, until they
  // are as many as are gone, or all rows: a handful of attempts at most.
  for (let spare = 0; ; spare = Math.max(FIRST_SPARE, spare * 4)) {
    const rows = matrix.rowCount;
    const { best, gone } = await attempt(ranking, limit + spare);
    if (gone <= spare || limit + spare >= rows) return best;
  }
}

interface Ranking {
  readonly kernels: ScanKernels;
  readonly matrix: ScanMatrix;
  /** How often the matrix had been released when the ranking began. */
  readonly releases: number;
  readonly request: RankRequest;
  readonly query: QuantizedQuery;
  readonly baseline: number;
  readonly readRows: ReadRows;
  readonly capacity: number;
}

interface Candidate {
  readonly upper: number;
  readonly seq: number;
  readonly confidence: number;
}

interface Progress {
  readonly best: RankedRow[];
  /** Candidates that were not there when they were read. */
  readonly gone: number;
}

const NOTHING_YET: Progress = { best: [], gone: 0 };

/** One scan; or, where that gives too many candidates, one scan for each part of the rows. */
async function attempt(ranking: Ranking, scanLimit: number): Promise<Progress> {
  const { matrix, capacity } = ranking;
  assertHeld(ranking);
  if (scanLimit <= capacity) {
    const candidates = scanPart(ranking, { from: 0, to: matrix.blocks.length, limit: scanLimit, threshold: -1 });
    if (candidates !== null) return readCandidates(ranking, candidates, NOTHING_YET);
  }
  const blocksPerPart = Math.floor(capacity / BLOCK_ROWS);
  let progress = NOTHING_YET;
  // From the last part to the first, as the scan itself goes: of equal scores the row that was found first wins.
  for (let end = matrix.blocks.length; end > 0; end -= blocksPerPart) {
    assertHeld(ranking);
    const threshold = progress.best[ranking.request.limit - 1]?.score ?? -1;
    const from = Math.max(0, end - blocksPerPart);
    const candidates = scanPart(ranking, { from, to: end, limit: scanLimit, threshold });
    if (candidates === null) throw new Error(`a part of ${blocksPerPart} blocks had more than ${capacity} candidates`);
    progress = await readCandidates(ranking, candidates, progress);
  }
  return progress;
}

function assertHeld({ matrix, releases }: Ranking): void {
  if (matrix.releases !== releases) throw new ScanMatrixReleasedError("the rows were released while they were ranked");
}

/** Blocks `from` to `to`, the latter not included, and how they are scanned: see ScanRequest. */
interface ScannedPart {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly threshold: number;
}

/** The candidates among some of the blocks, best upper bound first, with their seqs and confidences. */
function scanPart(ranking: Ranking, { from, to, limit, threshold }: ScannedPart): Candidate[] | null {
  const { kernels, matrix, request, query, baseline, capacity } = ranking;
  const firstRow = from * BLOCK_ROWS;
  const rows = Math.min(matrix.rowCount, to * BLOCK_ROWS) - firstRow;
  const found = kernels.scanRows(matrix.blocks.slice(from, to), rows, {
    query,
    limit: Math.min(limit, rows),
    floor: request.floor,
    by: request.by ?? "score",
    baseline,
    threshold,
    capacity,
  });
  if (found === null) return null;
  const candidates = Array.from(found.rows, (row, i): Candidate => {
    const upper = found.uppers[i]!;
    return {
      upper: Number.isNaN(upper) ? Number.POSITIVE_INFINITY : upper,
      seq: matrix.seqAt(firstRow + row),
      confidence: matrix.confidenceAt(firstRow + row),
    };
  });
  // Infinity minus infinity is NaN, which gives no order.
  return candidates.sort((a, b) => (a.upper === b.upper ? b.seq - a.seq : b.upper - a.upper));
}

/** Reads candidates, the most promising first, until none that is left can be among the best. */
async function readCandidates(ranking: Ranking, candidates: readonly Candidate[], before: Progress): Promise<Progress> {
  const { limit } = ranking.request;
  let { best, gone } = before;
  let next = 0;
  for (let size = limit + FIRST_SPARE; ; size = Math.max(STEP_ROWS, limit >>> 3)) {
    const batch: Candidate[] = [];
    for (; next < candidates.length && batch.length < size; next++) {
      const candidate = candidates[next]!;
      if (canEnter(candidate, best[limit - 1])) batch.push(candidate);
    }
    if (batch.length === 0) return { best, gone };
    const exact = await scoreExactly(ranking, batch);
    gone += exact.gone;
    best = mergeRanked(best, exact.ranked, limit);
  }
}

function canEnter({ upper, seq }: Candidate, last: RankedRow | undefined): boolean {
  return last === undefined || upper > last.score || (upper === last.score && seq > last.seq);
}

async function scoreExactly(
  ranking: Ranking,
  batch: readonly Candidate[],
): Promise<{ ranked: RankedRow[]; gone: number }> {
  const { kernels, request, baseline } = ranking;
  const confidences = new Map(batch.map(({ seq, confidence }) => [seq, confidence]));
  const read = await ranking.readRows([...confidences.keys()].sort((a, b) => a - b));
  const cosines = kernels.dotRows(read.vectors, read.count, request.query);
  const floor = Math.fround(request.floor);
  const ranked: RankedRow[] = [];
  let found = 0;
  for (const [i, cosine] of cosines.entries()) {
    const seq = read.seqs[i]!;
    const confidence = confidences.get(seq);
    if (confidence === undefined) continue;
    found++;
    const similarity = similarityOf(cosine, baseline);
    const score = request.by === "similarity" ? similarity : Math.fround(similarity * confidence);
    if (similarity >= floor && score <= F32_MAX) ranked.push({ seq, similarity, score });
  }
  return { ranked, gone: confidences.size - found };
}
