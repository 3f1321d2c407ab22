// What the lists of turns on "People" and "My memory" compute.
import { describe, expect, test } from "bun:test";
import {
  beginningOf,
  dayStart,
  happenedAt,
  headsOf,
  type Turn,
  turnOf,
  withChanges,
} from "../../../src/ui/turn-rows.ts";

const turn = (id: string, more: Partial<Turn> = {}): Turn => ({
  ...{ id, text: "in\nout", input: "in", answer: "out", created_at: "2026-05-01T12:00:00Z", occurred_at: null },
  ...{ session: null, metadata: {}, packet_type: "raw", confidence: 0.5, unconfirmed_overwrite: false, cues: [] },
  ...more,
});

/** One of this moment. */
const item = (created_at: string, session: string | null = null, occurred_at: string | null = null) =>
  turn(created_at, { created_at, session, occurred_at });

/** Noon of the viewer's, so that no zone makes another day of it. */
const noon = (day: number) => new Date(2026, 2, day, 12).toISOString();

describe("rows of turns", () => {
  test("what was changed stands in the place of what was listed, and what was erased is gone", () => {
    const [a, b, c] = [turn("a"), turn("b"), turn("c")];
    const changed = turn("b", { input: "new" });
    const changes = new Map([
      ["b", changed],
      ["c", null],
    ]);
    expect(withChanges([a, b, c], changes)).toEqual([a, changed]);
    expect(withChanges([a, b], new Map())).toEqual([a, b]);
  });

  test("a listed memory without its detail is its text alone", () => {
    const { id, text, created_at, session, occurred_at, metadata, ...detail } = turn("a");
    const item = { id, text, created_at, session, occurred_at, metadata };
    expect(turnOf({ ...item, detail })).toEqual(turn("a"));
    expect(turnOf(item)).toMatchObject({ input: "in\nout", answer: "" });
  });

  test("a day begins at the viewer's midnight", () => {
    expect(dayStart("2026-03-31")).toBe(new Date(2026, 2, 31).toISOString());
    expect(dayStart("2026-12-31", 1)).toBe(new Date(2027, 0, 1).toISOString());
    expect(dayStart("0099-01-01")).toBe(dayStart("0098-12-31", 1)!);
    for (const none of ["", "2026", "tomorrow", "2026-1-1"]) expect(dayStart(none)).toBeUndefined();
  });
});

describe("the heads of a timeline", () => {
  test("a day's and a session's first turn say so", () => {
    const first = turn("a", { session: "s" });
    expect(headsOf(first, undefined)).toEqual({ day: true, session: true });
    expect(headsOf(first, turn("b", { session: "s" }))).toEqual({ day: false, session: false });
    expect(headsOf(first, turn("b", { session: "t" }))).toEqual({ day: false, session: true });
    const earlier = turn("b", { session: "s", occurred_at: "2026-04-01T12:00:00Z" });
    expect(headsOf(first, earlier)).toEqual({ day: true, session: true });
  });

  test("a turn is of when it happened, else of when it was recorded", () => {
    expect(happenedAt(item(noon(2)))).toBe(noon(2));
    expect(happenedAt(item(noon(2), null, noon(1)))).toBe(noon(1));
  });

  test("a day's first turn has the day above it, and its conversation where it has one", () => {
    expect(headsOf(item(noon(2)), undefined)).toEqual({ day: true, session: false });
    expect(headsOf(item(noon(2), "work"), undefined)).toEqual({ day: true, session: true });
    expect(headsOf(item(noon(1), "work"), item(noon(2), "work"))).toEqual({ day: true, session: true });
  });

  test("within a day only another conversation has a head, also the end of one", () => {
    expect(headsOf(item(noon(2), "work"), item(noon(2), "work"))).toEqual({ day: false, session: false });
    expect(headsOf(item(noon(2), "home"), item(noon(2), "work"))).toEqual({ day: false, session: true });
    expect(headsOf(item(noon(2)), item(noon(2), "work"))).toEqual({ day: false, session: true });
    expect(headsOf(item(noon(2)), item(noon(2)))).toEqual({ day: false, session: false });
  });
});

test("a long text is cut between characters", () => {
  expect(beginningOf("short", 5)).toBe("short");
  expect(beginningOf("longer", 4)).toBe("long…");
  expect(beginningOf("abc😀def", 4)).toBe("abc…");
  expect(beginningOf("abc", 3)).toBe("abc");
  expect(beginningOf("abcd", 3)).toBe("abc…");
  expect(beginningOf("ab😀d", 3)).toBe("ab…");
});
