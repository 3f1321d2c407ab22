// The scan's kernels in plain TypeScript: what its modules are tested against, bit for bit. Not used by the service.
import { DIMENSION } from "../domain/model-spec.ts";
import { similarityOf } from "../domain/similarity.ts";
import type { QuantizedQuery } from "./quantize-query.ts";
import type { EstimatedColumns, ScanCandidates, ScanRequest } from "./scan-kernels.ts";
import { BLOCK_ROWS } from "./scan-layout.ts";

const { fround, sqrt } = Math;
/** Rows that a thread takes at a time, see wasm/scan/parts.ts. */
const PART_ROWS = 16 * BLOCK_ROWS;
const SMALLEST = 2 ** -60;
const LARGEST = 2 ** 40;
/** The largest finite float32. */
const F32_MAX = 3.4028234663852886e38;

export interface QuantizedRow {
  /** 384 of -127…127. */
  readonly codes: Int8Array;
  readonly scale: number;
  readonly error: number;
  readonly norm: number;
  readonly sum: number;
}

export interface ScalarScanRow extends QuantizedRow {
  readonly confidence: number;
}

/** See wasm/scan/quantize-rows.ts. */
export function scalarQuantizeRow(row: Float32Array): QuantizedRow {
  const codes = new Int8Array(DIMENSION);
  const m = row.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  if (!(m >= SMALLEST && m <= LARGEST)) {
    return { codes, scale: 0, error: m < SMALLEST ? fround(m * 20) : Number.POSITIVE_INFINITY, norm: 0, sum: 0 };
  }
  const scale = fround(m / 127);
  const lost = new Float32Array(4);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < DIMENSION; i++) {
    const u = fround(row[i]! / scale);
    const q = Math.max(-127, Math.min(127, nearest(u)));
    const d = fround(u - q);
    lost[i % 4] = lost[i % 4]! + fround(d * d);
    codes[i] = q;
    sum += q;
    squares += q * q;
  }
  const total = fround(fround(lost[0]! + lost[1]!) + fround(lost[2]! + lost[3]!));
  const error = fround(scale * fround(fround(fround(sqrt(total)) * fround(1.00002)) + fround(0.00016)));
  const norm = fround(fround(scale * fround(sqrt(squares))) * fround(1.000001));
  return { codes, scale, error, norm, sum };
}

/** See wasm/scan/scan-rows.ts. The candidates come in the kernel's order. */
export function scalarScanRows(rows: readonly ScalarScanRow[], request: ScanRequest): ScanCandidates | null {
  const { query, limit, capacity, baseline } = request;
  const floor = fround(request.floor);
  let threshold = fround(request.threshold);
  let lowers: number[] = [];
  let kept: { upper: number; row: number }[] = [];
  for (let end = BLOCK_ROWS * Math.ceil(rows.length / BLOCK_ROWS); end > 0; end -= PART_ROWS) {
    const before = threshold;
    let now = before;
    for (let row = Math.max(0, end - PART_ROWS); row < Math.min(rows.length, end); row++) {
      if (row % BLOCK_ROWS === 0) now = threshold;
      const values = rows[row]!;
      if (!(values.confidence > 0)) continue;
      const weight = request.by === "similarity" ? 1 : values.confidence;
      const one = scalarLevelOne(values, query);
      const highest = similarityOf(fround(one.est + one.err), baseline);
      const most = fround(highest * weight);
      if (highest < floor || most <= before || most < now) continue;
      const { est, err } = scalarLevelTwo(values, query);
      const nearer = similarityOf(fround(est + err), baseline);
      const upper = fround(nearer * weight);
      if (nearer < floor || upper < threshold || upper <= before) continue;
      const lowest = similarityOf(fround(est - err), baseline);
      if (lowest >= floor && upper <= F32_MAX) {
        lowers = [...lowers, fround(lowest * weight)].sort((a, b) => b - a).slice(0, limit);
        if (lowers.length === limit) threshold = Math.max(threshold, lowers[limit - 1]!);
      }
      if (kept.length === capacity) kept = kept.filter((candidate) => !(candidate.upper < threshold));
      if (kept.length === capacity) return null;
      kept.push({ upper, row });
    }
  }
  kept = kept.filter((candidate) => !(candidate.upper < threshold));
  return {
    uppers: Float32Array.from(kept, ({ upper }) => upper),
    rows: Uint32Array.from(kept, ({ row }) => row),
  };
}

/** See wasm/scan/estimate-rows.ts. */
export function scalarEstimateRows(
  rows: readonly ScalarScanRow[],
  query: QuantizedQuery,
  baseline: number,
  look: typeof scalarLevelOne = scalarLevelOne,
): EstimatedColumns {
  const similarities = new Float32Array(rows.length);
  const errors = new Float32Array(rows.length);
  const base = fround(baseline);
  for (const [at, row] of rows.entries()) {
    if (!(row.confidence > 0)) {
      similarities[at] = -1;
      continue;
    }
    const { est, err } = look(row, query);
    const size = fround(fround(Math.abs(est) + err) + Math.abs(base));
    const error = fround(fround(err + fround(fround(2.5e-7) * size)) / fround(1 - base));
    similarities[at] = similarityOf(est, baseline);
    errors[at] = error < F32_MAX ? fround(error * fround(1.000001)) : Number.POSITIVE_INFINITY;
  }
  return { similarities, errors };
}

/** A cosine, and a bound on its error. */
export interface Estimate {
  readonly est: number;
  readonly err: number;
}

/** The estimate by level 1 of the query; see wasm/scan/query.ts. */
export function scalarLevelOne(row: QuantizedRow, query: QuantizedQuery): Estimate {
  const est = fround(fround(row.scale * query.scale1) * dotCodes(row.codes, query.codes1));
  return { est, err: errorOf(row, query, query.rest1) };
}

/** The estimate by both levels of the query. */
export function scalarLevelTwo(row: QuantizedRow, query: QuantizedQuery): Estimate {
  const second = fround(fround(row.scale * query.scale2) * dotCodes(row.codes, query.codes2));
  return { est: fround(scalarLevelOne(row, query).est + second), err: errorOf(row, query, query.rest2) };
}

function errorOf(row: QuantizedRow, query: QuantizedQuery, rest: number): number {
  return fround(fround(fround(row.error * query.reach) + fround(row.norm * rest)) + query.least);
}

function dotCodes(row: Int8Array, query: Uint8Array): number {
  let dot = 0;
  for (let i = 0; i < row.length; i++) dot += row[i]! * (query[i]! - 64);
  return dot;
}

/** The nearest integer, a half to the even one. */
function nearest(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}
