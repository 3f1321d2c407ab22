// The rows that may be among the k best, found by bounds on their scores: what is left out cannot be among them.
import { blockOf } from "../memory";
import { similarityOf } from "../similarity";
import { dotFour, dotOne } from "./dot-codes";
import { offerLower } from "./lower-heap";
import {
  BLOCK_ROWS,
  CONFIDENCES_OFFSET,
  codesOf,
  columnOf,
  ERRORS_OFFSET,
  GROUP_ROWS,
  groupOf,
  NORMS_OFFSET,
  SCALES_OFFSET,
} from "./memory";
import * as parts from "./parts";
import * as query from "./query";

// What the current scan knows so far; each scan begins by setting these.
let kept: u32 = 0;
let reached: u32 = 0;
let threshold: f32 = 0;
/** The threshold at the beginning of the current part: k rows with higher seqs than all of the part's reach it. */
let reachedBefore: f32 = 0;
/** Rows of the last scan, on this thread, that level 1 let through. */
export let refined: u32 = 0;

/** similarityOf (../similarity.ts) of four cosines, the same operations in the same order. */
// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function similarityOfFour(cosines: v128, baseline: v128, width: v128): v128 {
  return f32x4.max(f32x4.splat(0), f32x4.div(f32x4.sub(cosines, baseline), width));
}

/** Drops the candidates that the threshold has overtaken. Those equal to it stay: a tie goes to the higher seq. */
function dropOvertaken(candidates: usize): void {
  let to: u32 = 0;
  for (let from: u32 = 0; from < kept; from++) {
    const entry = load<u64>(candidates + (from << 3));
    if (f32.reinterpret_i32(<i32>entry) < threshold) continue;
    store<u64>(candidates + (to << 3), entry);
    to++;
  }
  kept = to;
}

/** Level 2 for one row that level 1 let through; false where it is a candidate and there is no room for it. */
function refine(
  q: usize,
  block: usize,
  slot: u32,
  row: u32,
  est1: f32,
  k: u32,
  floor: f32,
  baseline: f32,
  weighted: bool,
  heap: usize,
  candidates: usize,
  capacity: u32,
): bool {
  refined++;
  const column = columnOf(block, slot);
  const dot2 = dotOne(codesOf(block, slot), column, query.codes2Of(q), query.onesOf(q));
  const est: f32 = est1 + load<f32>(column, SCALES_OFFSET) * query.scale2Of(q) * <f32>dot2;
  const err: f32 =
    load<f32>(column, ERRORS_OFFSET) * query.reachOf(q) +
    load<f32>(column, NORMS_OFFSET) * query.rest2Of(q) +
    query.leastOf(q);
  const weight = weighted ? load<f32>(column, CONFIDENCES_OFFSET) : 1;
  const highest = similarityOf(est + err, baseline);
  const upper = highest * weight;
  if (highest < floor || upper < threshold || upper <= reachedBefore) return true;
  const lowest = similarityOf(est - err, baseline);
  if (lowest >= floor && upper <= f32.MAX_VALUE) {
    reached = offerLower(heap, reached, k, lowest * weight);
    if (reached == k) threshold = max<f32>(threshold, load<f32>(heap));
  }
  if (kept == capacity) dropOvertaken(candidates);
  if (kept == capacity) return false;
  store<f32>(candidates + (kept << 3), upper);
  store<u32>(candidates + (kept << 3), row, 4);
  kept++;
  return true;
}

/**
 * Leaves in `candidates` every row that may be among the k best of topK (../top-k.ts), in no order, each with an upper
 * bound of its score, and returns how many they are; -1 where more than `capacity` would have to be kept. k is 1 or more.
 *
 *   q: see query.ts    table: one u32 block address for each 64 rows    heap: k x f32
 *   candidates: [upper: f32][row: u32] x capacity, 8-byte aligned; an upper bound is NaN where there is none
 *
 * upper = similarityOf(est + err) * confidence (1 where not `weighted`); lower is the same with est - err. A row is
 * left out where it is absent (confidence 0, below, or NaN), where its similarity is below the floor even at est + err,
 * or where k rows beat its upper bound: `threshold` is the k-th best lower bound so far, or a score that k rows with
 * higher seqs reach, as the caller knows (-1: none). Only rows that are sure to come back count for it: their
 * similarity reaches the floor even at est - err, and their upper bound is finite. A NaN is never below anything, so
 * that a row without a bound stays.
 *
 * Each thread scans the parts that it takes (counter: see parts.ts), and its candidates are those among them. Parts are
 * taken from the last to the first. A row that raised the threshold before a part has a higher seq than the part's
 * rows and wins a tie, so an upper bound equal to that threshold is not enough: 10,000 rows of similarity 0 leave at
 * most k candidates and those of one part. Within a part rows are taken forwards, as they stand in memory (memory.ts).
 * Where rows of the same part raised the threshold, a row is left out only if it is below it.
 */
export function scanRows(
  q: usize,
  table: usize,
  rows: u32,
  k: u32,
  floor: f32,
  baseline: f32,
  weighted: bool,
  initialThreshold: f32,
  heap: usize,
  candidates: usize,
  capacity: u32,
  counter: usize,
): i32 {
  kept = 0;
  refined = 0;
  reached = 0;
  threshold = initialThreshold;
  const codes1 = query.codes1Of(q);
  const scale1 = f32x4.splat(query.scale1Of(q));
  const reach = f32x4.splat(query.reachOf(q));
  const rest = f32x4.splat(query.rest1Of(q));
  const least = f32x4.splat(query.leastOf(q));
  const floors = f32x4.splat(floor);
  const base = f32x4.splat(baseline);
  const width = f32x4.splat(1 - baseline);
  const ones = query.onesOf(q);
  const notWeighted = weighted ? i32x4.splat(0) : i32x4.splat(-1);
  while (parts.takePart(counter, rows)) {
    reachedBefore = threshold;
    const before = f32x4.splat(reachedBefore);
    for (let first = parts.firstBlock * BLOCK_ROWS; first < parts.endBlock * BLOCK_ROWS; first += BLOCK_ROWS) {
      const block = blockOf(table, first);
      const slots = <i32>min<u32>(rows - first, BLOCK_ROWS);
      const now = f32x4.splat(threshold);
      for (let slot: i32 = 0; slot < slots; slot += GROUP_ROWS) {
        const columns = groupOf(block, <u32>slot);
        const dots = dotFour(columns, codes1, ones);
        const confidences = v128.load(columns, CONFIDENCES_OFFSET);
        const est = f32x4.mul(f32x4.mul(v128.load(columns, SCALES_OFFSET), scale1), f32x4.convert_i32x4_s(dots));
        const err = f32x4.add(
          f32x4.add(
            f32x4.mul(v128.load(columns, ERRORS_OFFSET), reach),
            f32x4.mul(v128.load(columns, NORMS_OFFSET), rest),
          ),
          least,
        );
        const highest = similarityOfFour(f32x4.add(est, err), base, width);
        const upper = f32x4.mul(highest, v128.bitselect(f32x4.splat(1), confidences, notWeighted));
        const overtaken = v128.or(f32x4.le(upper, before), f32x4.lt(upper, now));
        const out = v128.or(f32x4.lt(highest, floors), overtaken);
        let bits = i32x4.bitmask(v128.andnot(f32x4.gt(confidences, f32x4.splat(0)), out));
        // The slots past the last row hold no rows, whatever is in them.
        if (slots - slot < 4) bits &= (1 << (slots - slot)) - 1;
        if (bits == 0) continue;
        for (let lane: i32 = 0; lane < 4; lane++) {
          if (!((bits >>> lane) & 1)) continue;
          const est1 = laneOf(est, lane);
          const at = <u32>(slot + lane);
          if (!refine(q, block, at, first + at, est1, k, floor, baseline, weighted, heap, candidates, capacity)) return -1;
        }
      }
    }
  }
  dropOvertaken(candidates);
  return kept;
}

// @ts-ignore: decorators on functions are AssemblyScript's.
@inline
function laneOf(v: v128, lane: i32): f32 {
  if (lane == 3) return f32x4.extract_lane(v, 3);
  if (lane == 2) return f32x4.extract_lane(v, 2);
  if (lane == 1) return f32x4.extract_lane(v, 1);
  return f32x4.extract_lane(v, 0);
}
