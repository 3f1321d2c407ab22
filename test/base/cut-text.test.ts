import { expect, test } from "bun:test";
import { countTokens } from "../../src/base/count-tokens.ts";
import { CUT_MARK, cutText } from "../../src/base/cut-text.ts";
import { expectLinear } from "../support/growth.ts";

test("a token is four ASCII characters or one other", () => {
  expect([
    countTokens(""),
    countTokens("abcd"),
    countTokens("abcde"),
    countTokens("東京"),
    countTokens("🙂🙂"),
  ]).toEqual([0, 1, 2, 2, 2]);
});

test("a text is cut at the last end of a sentence or line that fits, and marked", () => {
  expect(cutText("One two. Three four. Five six seven eight nine ten.", 9)).toBe(`One two. Three four. ${CUT_MARK}`);
  expect(cutText("first line\nsecond line is much longer than that", 7)).toBe(`first line ${CUT_MARK}`);
  expect(cutText("これは文です。これも文です。これは長い長い文です。", 18)).toBe(
    `これは文です。これも文です。 ${CUT_MARK}`,
  );
  expect(cutText("It costs 3.50 and more words follow here without an end", 8)).toBe(
    `It costs 3.50 and more ${CUT_MARK}`,
  );
  expect(cutText("fits", 1)).toBe("fits");
});

test("a text without any end is cut between words, or between characters where there are no words", () => {
  expect(cutText("alpha beta gamma delta epsilon", 6)).toBe(`alpha beta ${CUT_MARK}`);
  const cut = cutText("🙂".repeat(50), 10);
  expect(cut.isWellFormed()).toBe(true);
  expect(countTokens(cut)).toBeLessThanOrEqual(10);
});

test("no cut text takes more than its tokens, whatever it holds", () => {
  const texts = [
    "word ".repeat(500),
    "a".repeat(3_000),
    "漢字。".repeat(300),
    "x. ".repeat(900),
    "🙂 ok\n".repeat(400),
  ];
  for (const text of texts) {
    for (const most of [3, 10, 57, 200]) expect(countTokens(cutText(text, most))).toBeLessThanOrEqual(most);
  }
});

test.each([
  ["marks that end sentences", "…"],
  ["marks that close quotations", ")"],
  ["white space", " "],
  ["letters", "a"],
])("a text is cut in time in proportion to its length: %s", (_, char) => {
  expectLinear(1_048_576, (length) => cutText(char.repeat(length), length / 8));
});
