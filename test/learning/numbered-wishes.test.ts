import { expect, test } from "bun:test";
import { meansByNumber, spelledOut } from "../../src/learning/numbered-wishes.ts";

const LISTED = "You told me:\n1. I use easy words.\n2. I call you Olek.\n3. I give times as 24h.\nAnything else?";

test.each([
  ["forget number 2", "forget that I call you Olek."],
  ["ok scrap rule two please", "ok forget that I call you Olek. please"],
  ["drop the last one", "forget that I give times as 24h."],
  ["the first one can go", "forget that I use easy words."],
  ["take out the 3rd one, i miss the chat", "forget that I give times as 24h., i miss the chat"],
  ["remove the second", "forget that I call you Olek."],
  ["remove the second sentence", "remove the second sentence"],
  ["forget number 7", "forget number 7"],
  ["forget the diagram", "forget the diagram"],
])("%j means %j", (input, spelled) => {
  expect(spelledOut(input, LISTED)).toBe(spelled);
});

test("entries may stand in one line, and numbers among other text are none", () => {
  expect(spelledOut("drop the second one", "1. Easy words. 2. Calling you Olek. 3. 24h times.")).toBe(
    "forget that Calling you Olek.",
  );
  const plain = "Take 2. then 5 more at 10. Fine?";
  expect(spelledOut("drop the second one", plain)).toBe("drop the second one");
});

test("of an entry its first sentence is taken, and no more than 200 characters", () => {
  expect(spelledOut("forget number 1", "1. Easy words. Shall I go on? 2. Times as 24h.")).toBe(
    "forget that Easy words.",
  );
  expect(spelledOut("forget number 1", `1. ${"long ".repeat(1_000)} 2. Short.`).length).toBeLessThan(220);
});

test("what names no entry is read without the answer before it", () => {
  expect(["forget number 2", "the last one can go", "scrap #3"].map(meansByNumber)).toEqual([true, true, true]);
  expect(["forget the diagram", "number 2 can be cancelled by post", "2 eggs"].map(meansByNumber)).toEqual([
    false,
    false,
    false,
  ]);
});
