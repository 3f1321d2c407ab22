import { describe, expect, test } from "bun:test";
import type { TimeCue } from "../../src/domain/time-cue.ts";
import { matchTime } from "../../src/retrieval/match-time.ts";
import { createTimeCueReader } from "../../src/understanding/time-cues.ts";

function calendar(year: number | null, month: number | null = null, day: number | null = null): TimeCue {
  return { kind: "calendar", year, month, day };
}

/** The fit of a moment of UTC to cues. */
function fit(iso: string, ...cues: TimeCue[]): number {
  return matchTime(cues, Date.parse(iso));
}

describe("a month", () => {
  test("without a year is that of every year, and the next month fits somewhat", () => {
    const may = calendar(null, 5);
    expect(fit("2024-05-01T00:00:00Z", may)).toBe(1);
    expect(fit("2025-05-31T23:59:59.999Z", may)).toBe(1);
    expect(fit("2025-06-15T00:00:00Z", may)).toBe(0.3);
    expect(fit("2025-07-01T00:00:00Z", may)).toBe(0);
    expect(fit("2025-04-30T23:59:59.999Z", may)).toBe(0);
  });

  test("December is followed by January, of the same year's turn where it has a year", () => {
    expect(fit("2026-01-10T00:00:00Z", calendar(null, 12))).toBe(0.3);
    expect(fit("2026-01-10T00:00:00Z", calendar(2025, 12))).toBe(0.3);
    expect(fit("2025-01-10T00:00:00Z", calendar(2025, 12))).toBe(0);
    expect(fit("2025-12-10T00:00:00Z", calendar(null, 1))).toBe(0);
  });

  test("of one year is not that of another", () => {
    expect(fit("2024-05-10T00:00:00Z", calendar(2025, 5))).toBe(0);
    expect(fit("2025-05-10T00:00:00Z", calendar(2025, 5))).toBe(1);
    expect(fit("2026-05-10T00:00:00Z", calendar(2025, 5))).toBe(0);
  });
});

describe("a day", () => {
  test("fits wholly on the day and the week after it, and half in the rest of its month", () => {
    const day = calendar(2025, 5, 10);
    expect(fit("2025-05-09T23:59:59Z", day)).toBe(0.5);
    expect(fit("2025-05-10T00:00:00Z", day)).toBe(1);
    expect(fit("2025-05-17T23:59:59Z", day)).toBe(1);
    expect(fit("2025-05-18T00:00:00Z", day)).toBe(0.5);
  });

  test("without a month and a year is no time that anything fits", () => {
    expect(fit("2025-05-10T00:00:00Z", calendar(null, null, 10))).toBe(0);
  });
});

describe("a year", () => {
  test("fits from its first moment of UTC to its last", () => {
    const year = calendar(2025);
    expect(fit("2024-12-31T23:59:59.999Z", year)).toBe(0);
    expect(fit("2025-01-01T00:00:00Z", year)).toBe(1);
    expect(fit("2025-12-31T23:59:59.999Z", year)).toBe(1);
    expect(fit("2026-01-01T00:00:00Z", year)).toBe(0);
  });
});

describe("a range", () => {
  test("is half open, and as long again after it fits somewhat", () => {
    const range: TimeCue = { kind: "range", from: 1_000, to: 1_500 };
    expect([999, 1_000, 1_499, 1_500, 1_999, 2_000].map((at) => matchTime([range], at))).toEqual([
      0, 1, 1, 0.3, 0.3, 0,
    ]);
  });

  test("that is empty fits nothing", () => {
    expect(matchTime([{ kind: "range", from: 1_000, to: 1_000 }], 1_000)).toBe(0);
  });
});

test("of several cues the best counts, and of none 0", () => {
  expect(fit("2025-06-10T00:00:00Z", calendar(null, 5), calendar(2025))).toBe(1);
  expect(fit("2025-06-10T00:00:00Z", calendar(null, 5), calendar(null, 8))).toBe(0.3);
  expect(fit("2025-06-10T00:00:00Z")).toBe(0);
});

test("is between 0 and 1 for every moment that a request may name", () => {
  const reader = createTimeCueReader();
  const cues = reader.read(
    "in May 2025 or last week, yesterday, in 2019, on 3 March",
    Date.parse("2026-03-04T12:00:00Z"),
  );
  expect(cues.length).toBeGreaterThan(2);
  for (const at of [-8.64e15, -1, 0, 253_402_300_799_999, 8.64e15, ...Array(500).keys()].map((x) => x)) {
    const match = matchTime(cues, at < 500 && at > 0 ? at * 86_400_000 * 45 : at);
    expect(match >= 0 && match <= 1, String(at)).toBe(true);
  }
});

test("does not depend on the zone of the machine", () => {
  const run = (zone: string) =>
    Bun.spawnSync({
      cmd: [
        process.execPath,
        "-e",
        `import { matchTime } from ${JSON.stringify(require.resolve("../../src/retrieval/match-time.ts"))};
         const cue = { kind: "calendar", year: 2025, month: 5, day: 1 };
         console.log(["2025-04-30T23:30:00Z", "2025-05-01T00:30:00Z"].map((at) => matchTime([cue], Date.parse(at))).join());`,
      ],
      env: { ...process.env, TZ: zone },
    }).stdout.toString();
  expect(run("Pacific/Kiritimati")).toBe("0,1\n");
  expect(run("Pacific/Midway")).toBe("0,1\n");
});
