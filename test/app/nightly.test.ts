import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { resolve } from "node:path";
import { checkCron, type Nightly, type NightlyOptions, startNightly } from "../../src/app/nightly.ts";

const MINUTE_MS = 60_000;

const open: Nightly[] = [];
const zone = process.env.TZ;

function start(options: Partial<NightlyOptions>): Nightly {
  const nightly = startNightly({
    cron: "0 3 * * *",
    run: async () => {},
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  open.push(nightly);
  return nightly;
}

/** Lets faked time pass in steps, and what waits on promises go on in between. */
async function pass(minutes: number): Promise<void> {
  for (let step = 0; step < minutes; step++) {
    jest.advanceTimersByTime(MINUTE_MS);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
}

beforeEach(() => {
  process.env.TZ = "Europe/Berlin";
});

afterEach(() => {
  for (const nightly of open.splice(0)) nightly.stop();
  jest.useRealTimers();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** The first starts after `from`, in UTC. */
function starts(cron: string, from: string, count: number): string[] {
  const nightly = start({ cron });
  const found: Date[] = [];
  for (let at = new Date(from); found.length < count; ) {
    const next = nightly.next(at);
    if (next === null) break;
    found.push(next);
    at = next;
  }
  return found.map((date) => date.toISOString());
}

describe("the time of a start", () => {
  test("is local, on the days the clocks change too", () => {
    expect(starts("0 3 * * *", "2026-03-28T01:00:00Z", 3)).toEqual([
      "2026-03-28T02:00:00.000Z",
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T01:00:00.000Z",
    ]);
    expect(starts("0 3 * * *", "2026-10-24T00:00:00Z", 2)).toEqual([
      "2026-10-24T01:00:00.000Z",
      "2026-10-25T02:00:00.000Z",
    ]);
  });

  test.each(["30 2 * * *", "30 2,14 * * *"])("%s is not skipped when its hour is, nor doubled with it", (cron) => {
    expect(starts(cron, "2026-03-28T20:00:00Z", 1)).toEqual(["2026-03-29T01:00:00.000Z"]);
    const [first, second] = starts(cron, "2026-10-24T20:00:00Z", 2);
    expect(first).toBe("2026-10-25T00:30:00.000Z");
    expect(Date.parse(second ?? "") - Date.parse(first ?? "")).toBeGreaterThan(2 * 60 * MINUTE_MS);
  });

  test("is the next one from now where nothing else is said", () => {
    jest.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z") });
    expect(start({}).next()).toEqual(new Date("2026-11-22T02:00:00Z"));
  });
});

describe("a run", () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date("2026-11-21T01:58:30Z") });
  });

  test("starts at its time, once a night", async () => {
    const ran: string[] = [];
    start({ run: async () => void ran.push(new Date().toISOString().slice(0, 16)) });
    await pass(1);
    expect(ran).toEqual([]);
    await pass(2 * 24 * 60);
    expect(ran).toEqual(["2026-11-21T02:00", "2026-11-22T02:00"]);
  });

  test("does not start while one is under way, and does afterwards", async () => {
    const ends: (() => void)[] = [];
    start({ cron: "*/5 * * * *", run: () => new Promise((end) => ends.push(end)) });
    await pass(14);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await pass(5);
    expect(ends).toHaveLength(2);
  });

  test("that fails is told and does not end the schedule", async () => {
    const errors: unknown[] = [];
    let runs = 0;
    start({
      cron: "*/5 * * * *",
      run: () => {
        runs += 1;
        if (runs === 1) throw new Error("at once");
        return Promise.reject(new Error("later"));
      },
      onError: (error) => errors.push(error),
    });
    await pass(11);
    expect(errors).toEqual([new Error("at once"), new Error("later")]);
  });

  test("does not start once stopped", async () => {
    let runs = 0;
    const nightly = start({ run: async () => void runs++ });
    nightly.stop();
    await pass(24 * 60);
    expect(runs).toBe(0);
    expect(nightly.next()).toBeNull();
  });
});

describe("an expression", () => {
  test.each(["0 3 * * *", "*/30 1-5 * * MON-FRI", "0 3 29 2 *", "@daily", " 0 3 * * * "])("%p is one", (cron) => {
    expect(checkCron(cron)).toBeNull();
  });

  const form = 'A schedule is a cron expression of five fields, such as "0 3 * * *".';
  const fault = (name: string, field: string, range: string) =>
    `The ${name} "${field}" of the schedule is not one of ${range}, as a number, list (1,2), range (1-5) or step (*/5).`;
  const never = "The schedule names a day that never comes.";
  test.each([
    ["", form],
    ["at three", form],
    ["61 3 * * *", fault("minute", "61", "0-59")],
    ["0 25 * * *", fault("hour", "25", "0-23")],
    ["0 3 32 * *", fault("day of the month", "32", "1-31")],
    ["0 3 * 13 *", fault("month", "13", "1-12 or JAN-DEC")],
    ["0 3 * * 5-2", fault("day of the week", "5-2", "0-7 or SUN-SAT")],
    ["0 3 * * MONDAY", fault("day of the week", "MONDAY", "0-7 or SUN-SAT")],
    ["0 3 * *", form],
    ["* * * * * *", form],
    ["0 3 1 1 * * 1999", form],
    ["2099-01-01T03:00:00", form],
    ["@reboot", form],
    ["0 3 30 2 *", never],
  ])("%p is none", (cron, message) => {
    expect(checkCron(cron)).toBe(message);
    expect(() => start({ cron })).toThrow(message);
  });
});

test("a schedule does not keep the process alive", async () => {
  const script = `
    import { startNightly } from ${JSON.stringify(resolve(import.meta.dir, "../../src/app/nightly.ts"))};
    startNightly({ cron: "0 3 * * *", run: async () => {}, onError: () => {} });
  `;
  // The library looks at the clock again and again: kept alive, the process would never end.
  const child = Bun.spawn({ cmd: [process.execPath, "-e", script], stdio: ["ignore", "inherit", "inherit"] });
  expect(await child.exited).toBe(0);
});
