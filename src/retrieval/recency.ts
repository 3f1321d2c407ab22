// What a packet of a small brain gains by being new: of two that fit alike, people mostly ask for what was said last.

/** Of bench:brains, .03 to .08 find the same. */
const WEIGHT = 0.05;
/** Where the question asks how things are now. */
const WEIGHT_NOW = 0.2;
/** Up to so many packets it counts in full, and from so many on not at all: LoCoMo, of 184 to 345 a brain, loses by it. */
const PACKETS_FULL = 48;
const PACKETS_MAX = 160;

/** By position among the `count` packets of the brain, the oldest first; empty: nothing is gained. */
export function recencyOf(count: number, asksForNow: boolean): Float64Array {
  if (count >= PACKETS_MAX) return NO_RECENCY;
  const share = Math.min(1, (PACKETS_MAX - count) / (PACKETS_MAX - PACKETS_FULL));
  const weight = share * (asksForNow ? WEIGHT_NOW : WEIGHT);
  return Float64Array.from({ length: count }, (_, at) => (weight * (at + 1)) / count);
}

export const NO_RECENCY = new Float64Array(0);
