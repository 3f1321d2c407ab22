// What the page "People" computes.
import { describe, expect, test } from "bun:test";
import { metadataText, readMetadata } from "../../../src/ui/pages/people/metadata-text.ts";
import { replacementsIn } from "../../../src/ui/pages/people/replacements.ts";

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
