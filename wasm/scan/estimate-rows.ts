// Estimates every row's similarity with a bound on the error, and the peaks of its sum with what other terms add.
import { blockOf } from "../memory";
import { dotFour } from "./dot-codes";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, ERRORS_OFFSET, GROUP_ROWS, NORMS_OFFSET, SCALES_OFFSET, groupOf } from "./memory";
import * as parts from "./parts";
import * as query from "./query";

/** How many consecutive rows share one peak. */
export const PEAK_ROWS: u32 = 8;

/**
 * For every row the similarity that level 1 of its codes gives, and a bound on its distance from what compareRows
 * (../compare-rows.ts) gives; -1 and 0 for an absent row (confidence 0, below, or NaN).
 *
 *   q: see query.ts    table: one u32 block address for each 64 rows
 *   similarities, errors: f32 each for 64 rows of every block, the rows past the last one included; 4-byte aligned
 *   greatest: 4 x f32; their maximum is the greatest error of the rows that are there, 0 where there are none
 *   counter: see parts.ts; each thread estimates the parts that it takes, and its `greatest` covers only these
 *   added: f32 each for 64 rows of every block, or 0 where nothing is added; 4-byte aligned
 *   peaks: with `added`, f32 for each PEAK_ROWS rows: the greatest of similarity + added, at least -1; NaN if any is
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
  greatest: usize,
  counter: usize,
  added: usize,
  peaks: usize,
): void {
  const codes1 = query.codes1Of(q);
  const ones = query.onesOf(q);
  const scale1 = f32x4.splat(query.scale1Of(q));
  const reach = f32x4.splat(query.reachOf(q));
  const rest = f32x4.splat(query.rest1Of(q));
  const least = f32x4.splat(query.leastOf(q));
  const base = f32x4.splat(baseline);
  const size = f32x4.splat(abs<f32>(baseline));
  const above = f32x4.splat(1 - baseline);
  const rounded = f32x4.splat(<f32>2.5e-7);
  const widened = f32x4.splat(<f32>1.000001);
  const largest = f32x4.splat(f32.MAX_VALUE);
  const infinite = f32x4.splat(f32.MAX_VALUE * 2);
  const zero = f32x4.splat(0);
  const absent = f32x4.splat(-1);
  let most = zero;
  while (parts.takePart(counter, rows)) {
    for (let first = parts.firstBlock * BLOCK_ROWS; first < parts.endBlock * BLOCK_ROWS; first += BLOCK_ROWS) {
      const block = blockOf(table, first);
      let peak = absent;
      for (let slot: u32 = 0; slot < BLOCK_ROWS; slot += GROUP_ROWS) {
        const group = groupOf(block, slot);
        const scales = v128.load(group, SCALES_OFFSET);
        const dots = dotFour(group, codes1, ones);
        const est = f32x4.mul(f32x4.mul(scales, scale1), f32x4.convert_i32x4_s(dots));
        const err = f32x4.add(
          f32x4.add(
            f32x4.mul(v128.load(group, ERRORS_OFFSET), reach),
            f32x4.mul(v128.load(group, NORMS_OFFSET), rest),
          ),
          least,
        );
        // similarityOf (../similarity.ts), four at a time.
        const similarity = f32x4.max(zero, f32x4.div(f32x4.sub(est, base), above));
        const sizes = f32x4.add(f32x4.add(f32x4.abs(est), err), size);
        const error = f32x4.div(f32x4.add(err, f32x4.mul(rounded, sizes)), above);
        const bounded = v128.bitselect(f32x4.mul(error, widened), infinite, f32x4.lt(error, largest));
        const present = f32x4.gt(v128.load(group, CONFIDENCES_OFFSET), zero);
        const at = (first + slot) << 2;
        const shown = v128.bitselect(similarity, absent, present);
        v128.store(similarities + at, shown);
        const off = v128.and(bounded, present);
        most = f32x4.max(most, off);
        v128.store(errors + at, off);
        if (added == 0) continue;
        peak = f32x4.max(peak, f32x4.add(shown, v128.load(added + at)));
        if ((slot & 4) == 0) continue;
        peak = f32x4.max(peak, v128.shuffle<f32>(peak, peak, 2, 3, 0, 1));
        peak = f32x4.max(peak, v128.shuffle<f32>(peak, peak, 1, 0, 3, 2));
        f32.store(peaks + ((at & ~31) >> 3), f32x4.extract_lane(peak, 0));
        peak = absent;
      }
    }
  }
  v128.store(greatest, most);
}
