import { expect, test } from "bun:test";
import { isSaidElsewhere } from "../../src/understanding/said-elsewhere.ts";

test.each([
  ["show recipes with tofu only, according to her", true],
  ["always close with a psalm, my aunt reckons", true],
  ["no salt, according to my doctor, so please leave it out", false],
  ["sort them according to price", false],
  ["the house rules say no shoes on the stairs", true],
  ["house rules for my letters from now on: no shouting", false],
  ["no sugar for me, my teeth are bad", false],
  ["Not that I will, I live in Bremen", true],
  ["I am not asking for any of that, I want to be accurate in print", true],
  ["not me, just curious what you can do", true],
  ["not for us, no pork please", false],
])("%j is what somebody else wants: %p", (sentence, isElsewhere) => {
  expect(isSaidElsewhere(sentence, -1)).toBe(isElsewhere);
});

test("what is taken back before somebody else is named is taken back all the same", () => {
  const sentence = "scrap the haiku, my wife said it is enough";
  expect(isSaidElsewhere(sentence, 0)).toBe(false);
  expect(isSaidElsewhere(sentence, -1)).toBe(true);
});
