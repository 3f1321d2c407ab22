import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import { findEndedWishes } from "../../src/retrieval/ended-wishes.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();
const CUES = ["a cue"];

/** By which turn each of them is ended; a minus sign: in part. */
async function endsOf(inputs: readonly string[], cues: readonly (readonly string[])[] = inputs.map(() => CUES)) {
  const read: string[] = [];
  const reading: Pick<TextReading, "readWishes"> = {
    readWishes: async (input) => {
      read.push(input);
      return finish(readWishes(rules, input));
    },
  };
  const turns = inputs.map((input, at) => ({ input, cues: cues[at]! }));
  const ends = await findEndedWishes({ reading }, turns, "acme");
  return { read, ends: ends.map((end) => (end === null ? null : end.isWhole ? end.by : -end.by)) };
}

test.each([
  ["From now on answer me in French please.", "ok you can go back to English now, no more French please"],
  ["always use metric units for me", "actually I moved to Texas, use miles and fahrenheit from now on"],
  ["no emojis please", "emojis are fine again"],
  ["no emojis please", "love the emojis, keep them coming from now on"],
  ["call me Dot", "call me Dorothy from now on"],
  ["never use bullet points", "bullet points are ok after all, use them"],
  ["respóndeme siempre en español", "a partir de ahora en inglés, por favor"],
])("%p is ended by %p", async (wish, end) => {
  expect((await endsOf([wish, "what is a monad", end])).ends).toEqual([2, null, null]);
});

test.each([
  ["no emojis please", "what's the weather like"],
  ["answer in French from now on", "answer this one in German"],
  ["keep it short", "keep it short please, always"],
  ["stop apologising all the time", "no tables please"],
  ["answer in English from now on", "when I send you a letter from my aunt, answer in Polish"],
  ["answer in French from now on", "can you say that in English?"],
])("%p stands after %p", async (wish, later) => {
  expect((await endsOf([wish, later])).ends).toEqual([null, null]);
});

test("a turn that says more than its wish is ended in part, and by the last that speaks of it", async () => {
  const inputs = [
    "From now on answer in French. What's the capital of Chile?",
    "always answer in German now",
    "answer in English from now on",
  ];
  expect((await endsOf(inputs)).ends).toEqual([-2, 2, null]);
});

test("a wish that was ended, and is wished again, stands", async () => {
  const inputs = ["answer in French from now on", "answer in English from now on", "always answer in French after all"];
  expect((await endsOf(inputs)).ends).toEqual([null, 2, null]);
});

test("turns that gave no cue are not read, and one alone is ended by none", async () => {
  const inputs = ["no emojis please", "emojis are fine again", "hello"];
  expect(await endsOf(inputs, [CUES, [], []])).toEqual({ read: [], ends: [null, null, null] });
  expect(await endsOf(inputs, [CUES, CUES, []])).toEqual({ read: inputs.slice(0, 2), ends: [1, null, null] });
});

test.each([
  ["Please keep answers under 50 words.", "You can be as long as you like again."],
  ["three sentences at most, always", "more detail from now on please"],
  ["antworte mir ab jetzt auf Deutsch", "Please switch to English for good"],
  ["höchstens fünf Sätze bitte, immer", "schreib ruhig so lang du willst"],
  ["max 40 words per answer from now on", "any length is fine from now on"],
])("%p: whoever says %p says otherwise", async (wish, end) => {
  expect((await endsOf([wish, end])).ends).toEqual([1, null]);
});
