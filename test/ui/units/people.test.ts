// What the page "People" computes.
import { describe, expect, test } from "bun:test";
import { metadataText, readMetadata } from "../../../src/ui/pages/people/metadata-text.ts";
import { replacementsIn } from "../../../src/ui/pages/people/replacements.ts";
import {
  beginningOf,
  breaksBefore,
  dayStart,
  type Turn,
  turnOf,
  withChanges,
} from "../../../src/ui/pages/people/turn-rows.ts";

const turn = (id: string, more: Partial<Turn> = {}): Turn => ({
  ...{ id, text: "in\nout", input: "in", answer: "out", created_at: "2026-05-01T12:00:00Z", occurred_at: null },
  ...{ session: null, metadata: {}, packet_type: "raw", confidence: 0.5, unconfirmed_overwrite: false, cues: [] },
  ...more,
});

describe("rows of turns", () => {
  test("a day's and a session's first turn say so", () => {
    const first = turn("a", { session: "s" });
    expect(breaksBefore(first, undefined)).toEqual({ day: true, session: true });
    expect(breaksBefore(first, turn("b", { session: "s" }))).toEqual({ day: false, session: false });
    expect(breaksBefore(first, turn("b", { session: "t" }))).toEqual({ day: false, session: true });
    const earlier = turn("b", { session: "s", occurred_at: "2026-04-01T12:00:00Z" });
    expect(breaksBefore(first, earlier)).toEqual({ day: true, session: true });
  });

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

  test("a long text is cut between characters", () => {
    expect(beginningOf("short", 5)).toBe("short");
    expect(beginningOf("longer", 4)).toBe("long…");
    expect(beginningOf("abc😀def", 4)).toBe("abc…");
  });
});

describe("metadata as lines", () => {
  test.each([
    { topic: "travel", verified: true, rank: 3, share: -0.5 },
    { code: "12", "a: b": "true", '"': '"quoted"', " edge ": " x ", empty: "", "two\nlines": "a\nb", big: 1e308 },
    { url: "https://example.org/a:b", "😀": "😀" },
    JSON.parse('{"__proto__":"x"}'),
  ])("%p comes back as it was", (metadata) => {
    const read = readMetadata(metadataText(metadata));
    expect(JSON.stringify(read)).toBe(JSON.stringify({ metadata, faultLine: null }));
  });

  test("a line that says nothing is named", () => {
    expect(readMetadata("topic: travel\n\nnonsense").faultLine).toBe(3);
    expect(readMetadata(": no name").faultLine).toBe(1);
    expect(readMetadata('name: "open').faultLine).toBe(1);
    expect(readMetadata("").metadata).toEqual({});
  });
});

test("what a recall says was replaced is paired with what replaced it, where that is there", () => {
  const sources = [
    { id: "new", text: "now", score: 1 },
    { id: "old", text: "then", score: 0.9, superseded_by: "new" },
    { id: "odd", text: "once", score: 0.8, superseded_by: "elsewhere" },
  ];
  expect(replacementsIn(sources)).toEqual([
    { old: sources[1]!, by: sources[0]! },
    { old: sources[2]!, by: null },
  ]);
});
