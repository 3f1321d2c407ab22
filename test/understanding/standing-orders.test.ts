import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { whatStands } from "../../src/understanding/standing-orders.ts";
import { wishKinds } from "../../src/understanding/wish-kinds.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const standing = (input: string) => whatStands(input, { input, kinds: wishKinds(input), isPassing: false });

test.each([
  "please don't mention Bruno",
  "I don't want to talk about Bruno please, don't bring him up.",
  "dont use the word leverage",
  "short answers please",
  "i need the answer first, then the why",
])("%j stands where the message says nothing else", (input) => {
  expect(standing(input)).toBe("order");
  const longer = `${input} and what is a joist`;
  expect(whatStands(input, { input: longer, kinds: wishKinds(input), isPassing: false })).toBeNull();
});

test("two lines per answer are those of each answer", () => {
  expect(standing("Max two lines per answer please")).toBe("order");
  expect(standing("two eggs per person please")).toBeNull();
});

test.each([
  "in our family it must always be halal",
  "everything has to be kosher at ours",
  "I'm 14 months off the betting, mate",
  "I've been two years sober",
])("%j is a need", (input) => {
  expect(standing(input)).toBe("need");
  expect(whatStands(input, { input, kinds: wishKinds(input), isPassing: true })).toBeNull();
});

test.each(["the cake must be vegan", "we were two years off the grid", "my brother is two years sober"])(
  "%j is none of the user's household",
  (input) => {
    expect(standing(input)).toBeNull();
  },
);

test.each([
  "don't mention it",
  "i don't want to talk about it",
  "please don't mention Bruno anywhere in this letter",
  "should i use the word leverage",
])("%j does not", (input) => {
  expect(standing(input)).toBeNull();
});

describe("an order that lasts by its own words", () => {
  test.each([
    [
      "the fair is on friday the 9th, and no headings ever please",
      ["the fair is on friday the 9th", "no headings ever please"],
    ],
    ["we got the keys yesterday, also stop calling me buddy", ["we got the keys yesterday", "stop calling me buddy"]],
    ["we got the keys and no furniture yet", ["we got the keys and no furniture yet"]],
  ])("is heard behind news: %s", (input, sentences) => {
    expect(finish(readWishes(createRuleWriter(), input)).map(({ text }) => text)).toEqual(sentences);
  });
});
