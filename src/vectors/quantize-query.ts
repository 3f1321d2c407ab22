// A query in two levels of seven bits, as wasm/scan/query.ts describes it and proves its bounds.
import { DIMENSION } from "../domain/model-spec.ts";

const { fround } = Math;

/** Codes reach from -63 to 63 and are stored with this added, so that no byte has its highest bit set. */
const SHIFT = 64;
const CODE_MAX = 63;
/** The most that float32 rounding in scan and bounds may lose, as a share of the product of both lengths. */
const SLACK = 4e-6;
/** The most that it may lose where numbers are subnormal. */
const LEAST = 1e-36;
/** Longer than this, 2^40, a product may overflow: the bounds say nothing. */
const LENGTH_MAX = 1_099_511_627_776;
/** The smallest f32 above 0. */
const F32_STEP = 2 ** -149;

/** All numbers are f32 values, the bounds rounded up. */
export interface QuantizedQuery {
  /** 384 each, 1…127. */
  readonly codes1: Uint8Array;
  readonly codes2: Uint8Array;
  readonly scale1: number;
  readonly scale2: number;
  /** Multiplied by a row's error; infinity where the query has no bound. */
  readonly reach: number;
  /** Multiplied by a row's norm: `rest1` after one level, `rest2` after two. */
  readonly rest1: number;
  readonly rest2: number;
  readonly least: number;
}

/** `query`: 384 numbers. A query that is not finite, or longer than 2^40, gets bounds that exclude nothing. */
export function quantizeQuery(query: Float32Array): QuantizedQuery {
  if (query.length !== DIMENSION) throw new RangeError(`a query has ${DIMENSION} numbers, not ${query.length}`);
  const length = lengthOf(query);
  if (!(length <= LENGTH_MAX)) return UNBOUNDED;
  const first = quantizeLevel(new Float64Array(query));
  const second = quantizeLevel(first.rest);
  return {
    codes1: first.codes,
    codes2: second.codes,
    scale1: first.scale,
    scale2: second.scale,
    reach: roundUp(length * (1 + SLACK)),
    rest1: roundUp(lengthOf(first.rest) + SLACK * length),
    rest2: roundUp(lengthOf(second.rest) + SLACK * length),
    least: length === 0 ? 0 : roundUp(LEAST),
  };
}

const NO_CODES = new Uint8Array(DIMENSION).fill(SHIFT);
const UNBOUNDED: QuantizedQuery = {
  codes1: NO_CODES,
  codes2: NO_CODES,
  scale1: 0,
  scale2: 0,
  reach: Number.POSITIVE_INFINITY,
  rest1: 0,
  rest2: 0,
  least: 0,
};

/** values = scale x (codes - 64) + rest. Every question waits for this, so these are plain loops. */
function quantizeLevel(values: Float64Array): { codes: Uint8Array; scale: number; rest: Float64Array } {
  let largest = 0;
  for (let i = 0; i < DIMENSION; i++) {
    const size = Math.abs(values[i]!);
    if (size > largest) largest = size;
  }
  const scale = fround(largest / CODE_MAX);
  const codes = new Uint8Array(DIMENSION);
  const rest = new Float64Array(DIMENSION);
  for (let i = 0; i < DIMENSION; i++) {
    const value = values[i]!;
    // A scale rounded to f32, above all a subnormal one, may put a quotient beyond all codes: the rest is then larger.
    const code = scale === 0 ? 0 : Math.max(-CODE_MAX, Math.min(CODE_MAX, Math.round(value / scale)));
    codes[i] = code + SHIFT;
    rest[i] = value - scale * code;
  }
  return { codes, scale, rest };
}

function lengthOf(values: Float32Array | Float64Array): number {
  let squares = 0;
  for (let i = 0; i < DIMENSION; i++) squares += values[i]! * values[i]!;
  return Math.sqrt(squares);
}

/** The f32 at or above the number, with room for the rounding errors that the double holds. */
function roundUp(value: number): number {
  const rounded = fround(value * (1 + 2 ** -22));
  return rounded >= value ? rounded : fround(rounded + F32_STEP);
}
