// Which messages the judge of answers is shown beside a claim.
import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { findDoubt } from "../../src/statements/doubts.ts";
import { readDraft } from "../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();
const RENT = "the rent for the flat in Leith is 640";
const TOLD = [
  RENT,
  "the flat has a blue door",
  "the flat has a cat",
  "a flat can be cold",
  "we painted the flat",
  "the landlord put it up to 690",
];

function doubtOf(similarities: readonly number[]) {
  const memories = TOLD.map((input) => ({ input, answer: "Noted." }));
  const texts = { question: "what's the rent for the flat in Leith?", answer: "The rent is 640.", memories };
  return finish(findDoubt(finish(readDraft(reader, texts)), similarities));
}

test("those that share most words with question and claim, in the order of time", () => {
  const doubt = doubtOf(TOLD.map(() => 0))!;
  expect(doubt.told.map(({ text }) => text)).toEqual(TOLD.slice(0, -1));
  expect(doubt.told[doubt.nearest]?.text).toBe(RENT);
});

test("one that shares none where the answer is alike to it", () => {
  const doubt = doubtOf([0.7, 0.1, 0.1, 0.1, 0.1, 0.5])!;
  expect(doubt.told.map(({ text }) => text)).toContain(TOLD.at(-1)!);
  expect(doubt.told).toHaveLength(5);
  expect(doubt.told[doubt.nearest]?.text).toBe(RENT);
});

test("none where no message shares a word, however alike they are", () => {
  const memories = [{ input: "we sail from Southampton", answer: "Lovely." }];
  const draft = finish(readDraft(reader, { question: "what's for dinner?", answer: "Beetroot soup.", memories }));
  expect(finish(findDoubt(draft, [0.9]))).toBeNull();
});
