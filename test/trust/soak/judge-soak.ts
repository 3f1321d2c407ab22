// What a soak says in the end: each promise with the figure that keeps or breaks it.
import { percentile } from "../../bench/percentiles.ts";
import { fitSlope, meanOf, medianOf, type Slope } from "./fit-line.ts";
import type { Sample } from "./sample-process.ts";
import type { Timing } from "./soak-caller.ts";

export interface Run {
  readonly warmUpS: number;
  readonly samples: readonly Sample[];
  readonly timings: readonly Timing[];
  readonly unexpectedCount: number;
  /** Lines of the service's log of level error or worse. */
  readonly errorLines: number;
}

export interface Check {
  readonly what: string;
  readonly isKept: boolean;
  readonly figure: string;
}

export interface KindLatency {
  readonly kind: string;
  readonly count: number;
  readonly firstP50Ms: number;
  readonly lastP50Ms: number;
  readonly firstP99Ms: number;
  readonly lastP99Ms: number;
}

export interface Verdict {
  readonly isKept: boolean;
  readonly checks: readonly Check[];
  /** MB an hour. */
  readonly rssSlope: Slope;
  readonly latencies: readonly KindLatency[];
}

const MB = 1_000_000;
const HOUR_S = 3_600;
const SLOPE_MAX = 1;
const FLOOR_STRETCHES = 12;
/** Where the service empties its write-ahead log; what one batch adds beyond it comes on top. */
const WAL_CAP_BYTES = 64 * 1024 * 1024;
const WAL_BATCH_BYTES = 4 * 1024 * 1024;
/** A backup under way holds some. */
const DESCRIPTORS_SLACK = 4;
const THREADS_SLACK = 2;
const P99_RATIO_MAX = 2;
/** Below this a hundredth is one or two calls, and says nothing. */
const CALLS_MIN = 200;

export function judgeSoak(run: Run): Verdict {
  const warm = run.samples.filter(({ atS }) => atS >= run.warmUpS);
  const [first, , last] = thirds(warm);
  const slopeOf = (of: (sample: Sample) => number) =>
    fitSlope(warm.map((sample) => ({ x: sample.atS / HOUR_S, y: of(sample) / MB })));
  const rssSlope = slopeOf(({ rssBytes }) => rssBytes);
  const floor = floorOf(warm);
  const walMost = Math.max(...run.samples.map(({ walBytes }) => walBytes));
  const latencies = latenciesOf(run.timings.filter(({ atS }) => atS >= run.warmUpS));
  const judged = latencies.filter(({ count }) => count >= 3 * CALLS_MIN);
  const ratios = judged.map((each) => each.lastP99Ms / each.firstP99Ms);
  const rise = (of: (sample: Sample) => number) => medianOf(last.map(of)) - medianOf(first.map(of));
  const checks: Check[] = [
    {
      what: `memory (RSS) grows by less than ${SLOPE_MAX} MB/h`,
      isKept: rssSlope.perX < SLOPE_MAX,
      figure: `${slopeText(rssSlope)}; of what is left after collections ${slopeText(floor)}`,
    },
    {
      what: `the write-ahead log stays within ${mebibytes(WAL_CAP_BYTES)} and one batch`,
      isKept: walMost <= WAL_CAP_BYTES + WAL_BATCH_BYTES,
      figure: `at most ${mebibytes(walMost)}`,
    },
    {
      what: "descriptors are flat",
      isKept: Math.abs(rise(({ descriptors }) => descriptors)) <= DESCRIPTORS_SLACK,
      figure: rangeText(warm.map(({ descriptors }) => descriptors)),
    },
    {
      what: "threads are flat",
      isKept: Math.abs(rise(({ threads }) => threads)) <= THREADS_SLACK,
      figure: rangeText(warm.map(({ threads }) => threads)),
    },
    {
      what: `p99 is flat: of the last third at most ${P99_RATIO_MAX} times that of the first, in the median of the calls`,
      isKept: ratios.length > 0 && medianOf(ratios) <= P99_RATIO_MAX,
      figure: judged.map((each, at) => `${each.kind} ${ratios[at]?.toFixed(2)}`).join(", ") || "too few calls to say",
    },
    {
      what: "nothing was answered that the mix does not expect",
      isKept: run.unexpectedCount === 0,
      figure: `${run.unexpectedCount} of ${run.timings.length} calls`,
    },
    {
      what: "the service logged no error",
      isKept: run.errorLines === 0,
      figure: `${run.errorLines} lines`,
    },
  ];
  return { isKept: checks.every(({ isKept }) => isKept), checks, rssSlope, latencies };
}

/** MB an hour of the least memory of each stretch: a garbage collector's ups and downs are not in it. */
export function floorOf(samples: readonly Sample[]): Slope {
  const first = samples[0]?.atS ?? 0;
  const width = ((samples.at(-1)?.atS ?? 0) - first) / FLOOR_STRETCHES || 1;
  const least = new Map<number, Sample>();
  for (const sample of samples) {
    const at = Math.min(FLOOR_STRETCHES - 1, Math.floor((sample.atS - first) / width));
    if (sample.rssBytes < (least.get(at)?.rssBytes ?? Number.POSITIVE_INFINITY)) least.set(at, sample);
  }
  return fitSlope([...least.values()].map(({ atS, rssBytes }) => ({ x: atS / HOUR_S, y: rssBytes / MB })));
}

export function thirds<T>(values: readonly T[]): [T[], T[], T[]] {
  const size = Math.ceil(values.length / 3);
  return [values.slice(0, size), values.slice(size, 2 * size), values.slice(2 * size)];
}

function latenciesOf(timings: readonly Timing[]): KindLatency[] {
  const from = timings[0]?.atS ?? 0;
  const third = ((timings.at(-1)?.atS ?? 0) - from) / 3;
  return [...new Set(timings.map(({ kind }) => kind))].sort().map((kind) => {
    const own = timings.filter((timing) => timing.kind === kind);
    const first = sorted(own.filter(({ atS }) => atS < from + third));
    const last = sorted(own.filter(({ atS }) => atS >= from + 2 * third));
    return {
      kind,
      count: own.length,
      firstP50Ms: percentile(first, 0.5),
      lastP50Ms: percentile(last, 0.5),
      firstP99Ms: percentile(first, 0.99),
      lastP99Ms: percentile(last, 0.99),
    };
  });
}

function sorted(timings: readonly Timing[]): number[] {
  return timings.map(({ ms }) => ms).toSorted((a, b) => a - b);
}

export function slopeText({ perX, low, high, robust }: Slope): string {
  const signed = (value: number) => `${value > 0 ? "+" : ""}${value.toFixed(2)}`;
  const isSure = high < SLOPE_MAX || low > SLOPE_MAX;
  const width = isSure ? "" : ", too wide to be sure: run it longer";
  return `${signed(perX)} MB/h (95 %: ${signed(low)} to ${signed(high)}${width}; median of pairs ${signed(robust)})`;
}

function rangeText(values: readonly number[]): string {
  const [first, , last] = thirds(values);
  const range = `${Math.min(...values)} to ${Math.max(...values)}`;
  return `${range}, mean ${meanOf(first).toFixed(1)} in the first third and ${meanOf(last).toFixed(1)} in the last`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
