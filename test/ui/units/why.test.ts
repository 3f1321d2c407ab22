// What the page "Why" works out: letters and places, parts and steps of a score, the blocks of a brief.
import { describe, expect, test } from "bun:test";
import { blocksOf, isSameText, rulesOf } from "../../../src/ui/pages/why/brief-blocks.ts";
import { placeAll, tagOf } from "../../../src/ui/pages/why/places.ts";
import { placeSteps, shownParts } from "../../../src/ui/pages/why/score-parts.ts";

const entry = (id: string) => ({ id, text: id, score: 0.5 });

describe("places", () => {
  const modes = [
    { mode: "cosine" as const, sources: [entry("x"), entry("y")], beyond: [], below: [entry("z")] },
    { mode: "hybrid" as const, sources: [entry("y")], beyond: [entry("x")], below: [entry("w")] },
  ];

  test("a memory has one letter and its place in each mode", () => {
    const placed = placeAll(modes, "hybrid");
    expect(placed.get("y")).toEqual({
      tag: "A",
      places: { cosine: { kind: "brief", at: 2 }, hybrid: { kind: "brief", at: 1 } },
    });
    expect(placed.get("x")).toEqual({
      tag: "B",
      places: { cosine: { kind: "brief", at: 1 }, hybrid: { kind: "beyond" } },
    });
    expect(placed.get("z")?.places).toEqual({ cosine: { kind: "below" }, hybrid: { kind: "none" } });
    expect(placed.size).toBe(4);
  });

  test("letters go on after Z", () => {
    expect([0, 25, 26, 52].map(tagOf)).toEqual(["A", "Z", "A2", "A3"]);
  });
});

describe("scores", () => {
  const ranks = { cosine: 4, words: 1, time: 1, recency: 1, session: 1, neighbours: 2, confidence: 2, newest: 2 };
  const explain = {
    ...{ cosine: 0.4, lexical: 0, time: 0, recency: 0.02, session: 0, neighbours: 0, newest: 0, confidence: 0.5 },
    ranks,
  };

  test("each mode shows what it counts, also where that is nothing, and whatever else is something", () => {
    const shown = (mode: "cosine" | "hybrid") => shownParts(explain, mode).map(([part]) => part);
    expect(shown("cosine")).toEqual(["cosine", "recency", "confidence"]);
    expect(shown("hybrid")).toEqual(["cosine", "lexical", "time", "recency", "neighbours", "confidence"]);
  });

  test("of the steps those are told that moved it", () => {
    const moved = [
      ["cosine", 4],
      ["words", 1],
      ["neighbours", 2],
    ];
    expect(placeSteps(ranks, null)).toEqual(moved as never);
    expect(placeSteps(ranks, 2)).toEqual(moved as never);
  });

  test("a place that what is outdated left to it is told", () => {
    expect(placeSteps(ranks, 1).at(-1)).toEqual(["brief", 1]);
  });
});

describe("a brief", () => {
  const content = [
    "Be kind.",
    "",
    "## Standing rules",
    "",
    "Learned from earlier turns.",
    "",
    "> Answer in metric units.",
    "> In every answer.",
    "",
    "> Keep it short.",
    "",
    "## Memory",
    "",
    "### Memory 1, 2026-05-01",
    "> ## Standing rules",
    ">",
    "> > not a rule",
  ].join("\n");

  test("is read by its headings and quotations, and a quotation stays one whatever it says", () => {
    const blocks = blocksOf(content);
    expect(blocks.map(({ kind }) => kind)).toEqual([
      ...["text", "heading", "text", "quote", "quote", "heading", "entry", "quote"],
    ] as (typeof blocks)[number]["kind"][]);
    expect(blocks.at(-1)?.text).toBe("## Standing rules\n\n> not a rule");
  });

  test("tells its rules, each whole", () => {
    expect(rulesOf(blocksOf(content))).toEqual(["Answer in metric units.\nIn every answer.", "Keep it short."]);
    expect(rulesOf(blocksOf("Be kind."))).toEqual([]);
  });

  test("a rule is known again, however its lines end", () => {
    expect(isSameText("Answer briefly.\r\nAlways.", "Answer briefly.\nAlways.")).toBe(true);
    expect(isSameText("Answer briefly.", "Answer at length.")).toBe(false);
  });
});
