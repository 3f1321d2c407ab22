import { expect, test } from "bun:test";
import { withoutListMarks } from "../../src/base/list-marks.ts";

const cases: readonly (readonly [text: string, prose: string])[] = [
  ["Rules for you:\n- no emojis\n- metric units.", "Rules for you: no emojis; metric units"],
  ["My style\n1. short\n2) no jokes\n\n3. euros\nThanks!", "My style: short; no jokes; euros\nThanks!"],
  ["please: 1. no emojis 2. metric units. ok?", "please: no emojis; metric units. ok?"],
  ["* tea\n* milk", "tea; milk"],
  ["Hello.\n- a b\n- c d", "Hello.\na b; c d"],
  // One mark makes no list, and other numbers count nothing.
  ["- no emojis", "- no emojis"],
  ["I took 2. Then 3. It hurt", "I took 2. Then 3. It hurt"],
  ["in 1. place we saw 3. Bundesliga", "in 1. place we saw 3. Bundesliga"],
  [`- ${"long ".repeat(40)}\n- short`, `- ${"long ".repeat(40)}\n- short`],
  ["", ""],
];

test.each(cases)("%j reads %j", (text, prose) => {
  expect(withoutListMarks(text)).toBe(prose);
});
