// How long requests took, counted by steps: of one size, whatever there was to count.

/** Times are kept in steps of a quarter of a doubling, 19 %, from 0.05 ms to some 14 minutes. */
const STEPS_A_DOUBLING = 4;
const LEAST_MS = 0.05;
const STEPS = 96;

export function emptySteps(): Uint32Array {
  return new Uint32Array(STEPS);
}

export function countStep(times: Uint32Array, ms: number): void {
  const step = stepOf(ms);
  times[step] = (times[step] ?? 0) + 1;
}

function stepOf(ms: number): number {
  const step = Math.floor(STEPS_A_DOUBLING * Math.log2(Math.max(ms, LEAST_MS) / LEAST_MS));
  return Math.min(step, STEPS - 1);
}

/** The middle of the step that the request of this rank took, in ms, with two digits that count. */
export function msAt(times: Uint32Array, rank: number): number {
  let before = 0;
  const step = times.findIndex((number) => {
    before += number;
    return before >= rank;
  });
  return Number((LEAST_MS * 2 ** ((step + 0.5) / STEPS_A_DOUBLING)).toPrecision(2));
}
