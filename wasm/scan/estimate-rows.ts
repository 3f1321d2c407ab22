// An estimate of every row's similarity, and what it can be off by.
import { blockOf } from "../memory";
import { similarityOf } from "../similarity";
import { dotFour } from "./dot-codes";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, ROW_BYTES, SCALES_OFFSET } from "./memory";
import * as query from "./query";

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function writeRow(
  confidence: f32,
  est: f32,
  err: f32,
  baseline: f32,
  similarities: usize,
  errors: usize,
): void {
  if (!(confidence > 0)) {
    store<f32>(similarities, -1);
    store<f32>(errors, 0);
    return;
  }
  const size: f32 = abs<f32>(est) + err + abs<f32>(baseline);
  const error: f32 = (err + <f32>2.5e-7 * size) / (1 - baseline);
  store<f32>(similarities, similarityOf(est, baseline));
  store<f32>(errors, error < f32.MAX_VALUE ? error * <f32>1.000001 : f32.MAX_VALUE * 2);
}

/**
 * For every row the similarity that level 1 of its codes gives, and a bound on its distance from what compareRows
 * (../compare-rows.ts) gives; -1 and 0 for an absent row (confidence 0, below, or NaN).
 *
 *   q: see query.ts    table: one u32 block address for each 64 rows
 *   similarities, errors: f32 each for 64 rows of every block, the rows past the last one included; 4-byte aligned
 *
 * |similarity - estimate| <= error: taking the baseline off divides err by 1 - baseline, cutting at 0 brings the two no
 * further apart, and the four roundings (2^-24 each of at most |est| + err + |baseline| over 1 - baseline) are below the
 * 2.5e-7 that are allowed for them. A row without a bound, and every row for a query without one, has error infinity.
 */
export function estimateRows(
  q: usize,
  table: usize,
  rows: u32,
  baseline: f32,
  similarities: usize,
  errors: usize,
): void {
  const codes1 = query.codes1Of(q);
  const ones = query.onesOf(q);
  const scale1 = f32x4.splat(query.scale1Of(q));
  const reach = f32x4.splat(query.reachOf(q));
  const rest = f32x4.splat(query.rest1Of(q));
  const least = f32x4.splat(query.leastOf(q));
  for (let first: u32 = 0; first < rows; first += BLOCK_ROWS) {
    const block = blockOf(table, first);
    for (let slot: u32 = 0; slot < BLOCK_ROWS; slot += 4) {
      const columns = block + (slot << 2);
      const codes = block + slot * ROW_BYTES;
      const scales = v128.load(columns, SCALES_OFFSET);
      const dots = dotFour(codes, columns, codes1, ones);
      const est = f32x4.mul(f32x4.mul(scales, scale1), f32x4.convert_i32x4_s(dots));
      const err = f32x4.add(
        f32x4.add(
          f32x4.mul(v128.load(columns, ERRORS_OFFSET), reach),
          f32x4.mul(v128.load(columns, NORMS_OFFSET), rest),
        ),
        least,
      );
      const c = v128.load(columns, CONFIDENCES_OFFSET);
      const s = similarities + ((first + slot) << 2);
      const e = errors + ((first + slot) << 2);
      const c0 = f32x4.extract_lane(c, 0);
      writeRow(c0, f32x4.extract_lane(est, 0), f32x4.extract_lane(err, 0), baseline, s, e);
      const c1 = f32x4.extract_lane(c, 1);
      writeRow(c1, f32x4.extract_lane(est, 1), f32x4.extract_lane(err, 1), baseline, s + 4, e + 4);
      const c2 = f32x4.extract_lane(c, 2);
      writeRow(c2, f32x4.extract_lane(est, 2), f32x4.extract_lane(err, 2), baseline, s + 8, e + 8);
      const c3 = f32x4.extract_lane(c, 3);
      writeRow(c3, f32x4.extract_lane(est, 3), f32x4.extract_lane(err, 3), baseline, s + 12, e + 12);
    }
  }
}
