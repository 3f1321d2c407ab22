// What the soak says of made runs: a leak is found, noise and a one-time rise are not taken for one.
import { describe, expect, test } from "bun:test";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { fitSlope, medianOf } from "./fit-line.ts";
import { floorOf, judgeSoak, type Run } from "./judge-soak.ts";
import { figuresOf, type Sample } from "./sample-process.ts";
import type { Timing } from "./soak-caller.ts";

const MB = 1_000_000;
const MIB = 1024 * 1024;
const MINUTES = 60;
const SAMPLE_S = 5;

const random = seededRandom(7);

interface Shape {
  readonly mbPerHour?: number;
  readonly noiseMb?: number;
  readonly descriptors?: (minute: number) => number;
  readonly threads?: (minute: number) => number;
  readonly walBytes?: number;
  readonly p99Rise?: number;
  readonly unexpectedCount?: number;
  readonly errorLines?: number;
}

/** An hour as it might have been: memory rises for ten minutes, then as told; noise lasts a while, as it does in truth. */
function hour(shape: Shape = {}): Run {
  const samples: Sample[] = [];
  let noise = 0;
  for (let atS = 0; atS < MINUTES * 60; atS += SAMPLE_S) {
    noise = 0.7 * noise + (random.next() - 0.5) * (shape.noiseMb ?? 0.2);
    const minute = atS / 60;
    const warmUp = 80 * (1 - Math.exp(-minute / 2));
    const rss = (300 + warmUp + ((shape.mbPerHour ?? 0) * minute) / 60 + noise) * MB;
    samples.push({
      atS,
      rssBytes: rss,
      anonBytes: rss - 100 * MB,
      descriptors: shape.descriptors?.(minute) ?? 28,
      threads: shape.threads?.(minute) ?? 12,
      databaseBytes: 7 * MB,
      walBytes: shape.walBytes ?? 3 * MB,
      shown: {},
    });
  }
  const timings = Array.from({ length: 6_000 }, (_, at): Timing => {
    const atS = (at / 6_000) * MINUTES * 60;
    const rise = atS > 45 * 60 ? (shape.p99Rise ?? 1) : 1;
    return { kind: "prepare", atS, ms: (at % 50 === 0 ? 100 : 20) * rise };
  });
  const { unexpectedCount = 0, errorLines = 0 } = shape;
  return { warmUpS: 15 * 60, samples, timings, unexpectedCount, errorLines };
}

function broken(shape: Shape): string[] {
  const { checks, isKept } = judgeSoak(hour(shape));
  const found = checks.flatMap((check) => (check.isKept ? [] : [check.what.split(" ").slice(0, 3).join(" ")]));
  expect(isKept).toBe(found.length === 0);
  return found;
}

describe("the verdict", () => {
  test("of an even hour keeps every promise, and its interval is narrower than the bound", () => {
    expect(broken({})).toEqual([]);
    const { rssSlope } = judgeSoak(hour());
    expect(rssSlope.high - rssSlope.low).toBeLessThan(1);
    expect(Math.abs(rssSlope.perX)).toBeLessThan(0.3);
  });

  test("of a leak of 2 MB an hour, in the noise that there is, is that memory grows", () => {
    expect(broken({ mbPerHour: 2 })).toEqual(["memory (RSS) grows"]);
    const { rssSlope } = judgeSoak(hour({ mbPerHour: 20, noiseMb: 6 }));
    expect(rssSlope.low).toBeGreaterThan(1);
    expect(rssSlope.perX).toBeCloseTo(20, -1);
  });

  test("knows what is left after collections from what comes and goes", () => {
    const run = hour({ mbPerHour: 6 });
    const sawtooth = run.samples.map((sample, at) => ({
      ...sample,
      rssBytes: sample.rssBytes + (at % 40) * 1_000_000,
    }));
    const warm = sawtooth.filter(({ atS }) => atS >= run.warmUpS);
    expect(floorOf(warm).perX).toBeGreaterThan(4);
    expect(floorOf(warm).perX).toBeLessThan(8);
    const { low, high } = floorOf(warm);
    expect(high - low).toBeLessThan(6);
  });

  test("of wild noise admits that the interval is too wide", () => {
    const { checks } = judgeSoak(hour({ noiseMb: 60 }));
    expect(checks[0]?.figure).toContain("too wide to be sure");
  });

  test.each([
    ["descriptors are flat", { descriptors: (minute: number) => 28 + minute / 5 }],
    ["threads are flat", { threads: (minute: number) => 12 + minute / 10 }],
    ["the write-ahead log", { walBytes: 80 * MIB }],
    ["p99 is flat:", { p99Rise: 3 }],
    ["nothing was answered", { unexpectedCount: 1 }],
    ["the service logged", { errorLines: 1 }],
  ] satisfies [string, Shape][])("says which promise is broken: %s", (what, shape) => {
    expect(broken(shape)).toEqual([what]);
  });
});

describe("a fitted line", () => {
  test("has the slope of points that lie on one, without any doubt", () => {
    const slope = fitSlope(Array.from({ length: 100 }, (_, x) => ({ x, y: 5 + 3 * x })));
    expect(slope.perX).toBeCloseTo(3, 9);
    expect(slope.robust).toBeCloseTo(3, 9);
    expect(slope.high - slope.low).toBeCloseTo(0, 6);
    expect(slope.blocks).toBe(30);
  });

  test("holds the true slope in its interval about as often as it says, though samples depend on those before", () => {
    const rounds = 200;
    let held = 0;
    for (let round = 0; round < rounds; round++) {
      let noise = 0;
      const points = Array.from({ length: 600 }, (_, x) => {
        noise = 0.8 * noise + random.next() - 0.5;
        return { x, y: 0.01 * x + noise };
      });
      const { low, high } = fitSlope(points);
      if (low <= 0.01 && 0.01 <= high) held++;
    }
    expect(held / rounds).toBeGreaterThan(0.85);
    expect(held / rounds).toBeLessThanOrEqual(1);
  });

  test("of two points is no more certain than anything", () => {
    const { perX, low, high } = fitSlope([
      { x: 0, y: 0 },
      { x: 1, y: 2 },
    ]);
    expect([perX, low, high]).toEqual([2, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  test("by pairs is not moved by a few wild samples", () => {
    const points = Array.from({ length: 30 }, (_, x) => ({ x, y: x === 27 ? 1_000 : x }));
    expect(fitSlope(points).robust).toBeCloseTo(1, 1);
    expect(fitSlope(points).perX).toBeGreaterThan(3);
    expect(medianOf([3, 1, 2, 10])).toBe(2.5);
  });
});

test("figures are read out of the text of /prometheus", () => {
  const text = "# HELP x y\nmemoryd_vectors_bytes 12\nmemoryd_other 3\nnodejs_heap_size_used_bytes 4.5e6\n";
  expect(figuresOf(text)).toEqual({ memoryd_vectors_bytes: 12, nodejs_heap_size_used_bytes: 4_500_000 });
});
