import { describe, expect, test } from "bun:test";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { BrainCache } from "./brain-cache.ts";
import { EventQueue } from "./event-queue.ts";
import { HashRing } from "./hash-ring.ts";
import { LatencyHistogram } from "./latency-histogram.ts";
import { exponential } from "./population.ts";
import { Station } from "./station.ts";

describe("events", () => {
  test("happen by time, and those of one moment in the order in which they were asked for", () => {
    const events = new EventQueue();
    const random = seededRandom(1);
    const seen: { at: number; number: number }[] = [];
    for (let number = 0; number < 5_000; number++)
      events.after(random.integer(500), () => seen.push({ at: events.now, number }));
    events.runUntil(1_000);
    expect(seen).toHaveLength(5_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a.at - b.at || a.number - b.number));
    expect(events.now).toBe(1_000);
  });

  test("do not happen in the past, nor after the end", () => {
    const events = new EventQueue();
    let happened = 0;
    events.after(10, () => {
      happened += 1;
    });
    events.runUntil(9);
    expect(happened).toBe(0);
    expect(() => events.after(-1, () => {})).toThrow(RangeError);
    events.runUntil(10);
    expect(happened).toBe(1);
  });
});

/** Mean seconds of waiting where jobs come by chance. `rate`: of them a second; `work`: the seconds of each. */
function meanWait(servers: number, rate: number, work: (random: ReturnType<typeof seededRandom>) => number): number {
  const events = new EventQueue();
  const random = seededRandom(11);
  const station = new Station(events, servers);
  const next = () =>
    events.after(exponential(random, 1 / rate), () => {
      station.serve(work(random), () => {});
      next();
    });
  next();
  events.runUntil(2_000 / rate);
  station.reset();
  events.runUntil(600_000 / rate);
  return station.use.waitSeconds;
}

/** Erlang's C over what is left of the servers: https://en.wikipedia.org/wiki/M/M/c_queue */
function waitOfMMc(servers: number, rate: number, workSeconds: number): number {
  const offered = rate * workSeconds;
  let term = 1;
  let sum = 0;
  for (let busy = 0; busy < servers; busy++) {
    sum += term;
    term *= offered / (busy + 1);
  }
  const all = (term * servers) / (servers - offered);
  return (all / (sum + all)) * (workSeconds / (servers - offered));
}

describe("a station", () => {
  test.each([
    [1, 0.7],
    [2, 0.8],
    [5, 0.85],
  ])("of %d servers, busy for %d of the time, lets wait as the formula of M/M/c says", (servers, busy) => {
    const rate = servers * busy;
    const waited = meanWait(servers, rate, (random) => exponential(random, 1));
    expect(waited / waitOfMMc(servers, rate, 1)).toBeWithin(0.95, 1.05);
  });

  test.each([0.5, 0.8])("whose work is always the same, busy for %d of the time, as that of M/D/1 says", (busy) => {
    expect(meanWait(1, busy, () => 1) / (busy / (2 * (1 - busy)))).toBeWithin(0.95, 1.05);
  });

  test("serves what can wait after all that cannot", () => {
    const events = new EventQueue();
    const station = new Station(events, 1);
    const served: string[] = [];
    for (const name of ["first", "patient", "urgent"]) station.serve(1, () => served.push(name), name === "patient");
    events.runUntil(10);
    expect(served).toEqual(["first", "urgent", "patient"]);
    expect(station.use).toMatchObject({ busy: 0.3, busyMost: 1, served: 3 });
  });
});

describe("a ring of nodes", () => {
  const users = Array.from({ length: 20_000 }, (_, user) => user);

  test("spreads users over all, and moves those of a lost node alone", () => {
    const ring = new HashRing();
    for (const node of [0, 1, 2, 3]) ring.add(node);
    const before = users.map((user) => ring.nodeOf(user));
    for (const node of [0, 1, 2, 3])
      expect(before.filter((each) => each === node).length / users.length).toBeWithin(0.18, 0.32);
    ring.remove(2);
    const without = users.map((user) => ring.nodeOf(user));
    for (const user of users) if (before[user] !== 2) expect(without[user]).toBe(before[user]!);
    expect(new Set(users.filter((user) => before[user] === 2).map((user) => without[user]))).toEqual(
      new Set([0, 1, 3]),
    );
    ring.add(2);
    expect(users.map((user) => ring.nodeOf(user))).toEqual(before);
  });

  test("without a node sends nobody anywhere", () => {
    expect(() => new HashRing().nodeOf(1)).toThrow("no node");
  });
});

describe("brains in memory", () => {
  test("leave by when they were used last, and never are more than the budget", () => {
    const brains = new BrainCache(100);
    for (const user of [1, 2, 3]) brains.add(user, 30);
    expect(brains.use(1)).toBe(true);
    brains.add(4, 40);
    expect([1, 2, 3, 4].map((user) => brains.use(user))).toEqual([true, false, true, true]);
    expect(brains.heldBytes).toBe(100);
    brains.add(5, 101);
    expect(brains.use(5)).toBe(false);
    expect(brains.brains).toBe(3);
  });
});

test("percentiles are within a hundredth", () => {
  const times = new LatencyHistogram();
  for (let ms = 1; ms <= 1_000; ms++) times.add(ms / 1_000);
  for (const share of [0.5, 0.95, 0.99]) expect(times.percentileMs(share) / (share * 1_000)).toBeWithin(0.989, 1.011);
  expect(new LatencyHistogram().percentileMs(0.5)).toBeNaN();
});
