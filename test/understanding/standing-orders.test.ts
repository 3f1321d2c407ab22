import { expect, test } from "bun:test";
import { whatStands } from "../../src/understanding/standing-orders.ts";
import { wishKinds } from "../../src/understanding/wish-kinds.ts";

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

test.each([
  "don't mention it",
  "i don't want to talk about it",
  "please don't mention Bruno anywhere in this letter",
  "should i use the word leverage",
])("%j does not", (input) => {
  expect(standing(input)).toBeNull();
});
