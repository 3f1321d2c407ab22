import { describe, expect, test } from "bun:test";
import { differInNumbers, supersedes } from "../../src/learning/supersede.ts";

const SAID = { inSentence: true, inInput: true, lesson: null };
const BESIDE = { inSentence: false, inInput: true, lesson: null };

describe("a rule takes the place of a similar one", () => {
  test("where a change was said with it, the nearer the less plainly it was said", () => {
    const takes = (change: typeof SAID | undefined, similarity: number) =>
      supersedes({ said: "recipes for two now", change }, "recipes for one portion", similarity);
    expect([takes(SAID, 0.34), takes(SAID, 0.36)]).toEqual([false, true]);
    expect([takes(BESIDE, 0.36), takes(BESIDE, 0.44)]).toEqual([false, true]);
    expect(takes(undefined, 0.49)).toBe(false);
  });

  test.each([
    ["one denies what the other asks for", "leave comments out altogether", "comment every line you write"],
    ["their numbers differ", "quotes are valid for 10 days", "make every quote valid for 30 days"],
    ["one is the opposite of the other", "be gentle about my running", "be tough on me about running"],
  ])("where %s", (_, said, other) => {
    expect(supersedes({ said, change: undefined }, other, 0.6)).toBe(true);
    expect(supersedes({ said, change: undefined }, other, 0.39)).toBe(false);
  });

  test.each([
    ["never suggest war films", "never suggest horror films"],
    ["my partner has a shellfish allergy, so no prawns", "I'm allergic to nuts"],
    ["use plain lists", "no tables, please"],
    ["put the shopping list before the method", "all recipes for six"],
  ])("not where both may stand: %j beside %j", (said, other) => {
    expect(supersedes({ said, change: undefined }, other, 0.7)).toBe(false);
  });
});

test("an allergy goes only where what it names is spoken of", () => {
  const change = SAID;
  expect(supersedes({ said: "I'm allergic to shellfish now too", change }, "I'm allergic to nuts", 0.8)).toBe(false);
  expect(supersedes({ said: "nuts are fine for me now", change }, "I'm allergic to nuts", 0.5)).toBe(true);
});

test("numbers differ where both have some and share none", () => {
  expect(differInNumbers("three sentences at most", "five sentences at most")).toBe(true);
  expect(differInNumbers("at 5 or 6", "at 6")).toBe(false);
  expect(differInNumbers("a few sentences", "5 sentences")).toBe(false);
});
