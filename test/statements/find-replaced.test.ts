import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { findReplaced } from "../../src/statements/find-replaced.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

test.each([
  [
    ["The launch is on Monday", "We hired Ada", "No, the launch is on Wednesday"],
    [2, null, null],
  ],
  [
    ["the vet bill was 140", "the vet bill was 165 not 140"],
    [1, null],
  ],
  [
    ["backup runs at 02:30 daily", "moved backup to 01:15"],
    [1, null],
  ],
  [
    ["the meeting is on 3 May", "we moved the meeting to 10 May", "the meeting slipped again, it's 17 May now"],
    [1, 2, null],
  ],
  [
    ["outbound on the 8th, back on the 15th", "outbound is on the 9th now, return still on the 15th"],
    [1, null],
  ],
  [
    ["the rent is 900", "the flat has a second room for 300 now"],
    [null, null],
  ],
  [
    ["My sister lives here", "My brother lives here now"],
    [null, null],
  ],
  [["I like tea"], [null]],
  [[], []],
])("of %j the turns that were replaced are %j", (inputs, expected) => {
  const turns = inputs.map((input) => ({ input, answer: "Noted." }));
  expect(finish(findReplaced(reader, turns))).toEqual([...expected]);
});
