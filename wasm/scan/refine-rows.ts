// Closer estimates of some rows' similarity, by both levels of the query.
import { blockOf } from "../memory";
import { similarityOf } from "../similarity";
import { dotOne } from "./dot-codes";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, ERRORS_OFFSET, NORMS_OFFSET, SCALES_OFFSET, codesOf, columnOf } from "./memory";
import * as query from "./query";

/**
 * As estimateRows (estimate-rows.ts), for only `count` rows, by level 2 of the codes: about a third of the error.
 *
 *   q: see query.ts    table: one u32 block address for each 64 rows
 *   rows: u32 each, in any order    similarities, errors: f32 for each of them; 4-byte aligned
 */
export function refineRows(
  q: usize,
  table: usize,
  rows: usize,
  count: u32,
  baseline: f32,
  similarities: usize,
  errors: usize,
): void {
  const ones = query.onesOf(q);
  for (let at: u32 = 0; at < count << 2; at += 4) {
    const row = load<u32>(rows + at);
    const block = blockOf(table, row);
    const slot = row % BLOCK_ROWS;
    const column = columnOf(block, slot);
    if (!(load<f32>(column, CONFIDENCES_OFFSET) > 0)) {
      store<f32>(similarities + at, -1);
      store<f32>(errors + at, 0);
      continue;
    }
    const codes = codesOf(block, slot);
    const scale = load<f32>(column, SCALES_OFFSET);
    const est: f32 =
      scale * query.scale1Of(q) * <f32>dotOne(codes, column, query.codes1Of(q), ones) +
      scale * query.scale2Of(q) * <f32>dotOne(codes, column, query.codes2Of(q), ones);
    const err: f32 =
      load<f32>(column, ERRORS_OFFSET) * query.reachOf(q) +
      load<f32>(column, NORMS_OFFSET) * query.rest2Of(q) +
      query.leastOf(q);
    const size: f32 = abs<f32>(est) + err + abs<f32>(baseline);
    const error: f32 = (err + <f32>2.5e-7 * size) / (1 - baseline);
    store<f32>(similarities + at, similarityOf(est, baseline));
    store<f32>(errors + at, error < f32.MAX_VALUE ? error * <f32>1.000001 : f32.MAX_VALUE * 2);
  }
}
