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

function doubtAmong(told: readonly string[], question: string, answer: string, similarities: readonly number[]) {
  const memories = told.map((input) => ({ input, answer: "Noted." }));
  return finish(findDoubt(finish(readDraft(reader, { question, answer, memories })), similarities));
}

test("where no message shares a word, what the answer is alike to; none where that is not known", () => {
  const told = ["I'm 38 and live by the sea", "we sail from Southampton"];
  expect(doubtAmong(told, "How old am I?", "You're 42.", [0.4, 0.1])?.told.map(({ text }) => text)).toEqual(told);
  expect(doubtAmong(told, "How old am I?", "You're 42.", [0, 0])).toBeNull();
});

test("values are spelled as the user did, where that tells as much", () => {
  const claimOf = (told: string, answer: string) => doubtAmong([told], "what about the ute?", answer, [0.5])?.claim;
  expect(claimOf("paid 31 grand for the ute", "You paid $31,000 for the ute.")).toBe("You paid $31,000 for the ute.");
  expect(claimOf("the ute goes in at 15:00", "The ute goes in at 3 p.m.")).toBe("The ute goes in at 15:00");
  expect(claimOf("the ute did 12 thousand miles", "The ute did 12,000 miles.")).toBe("The ute did 12 thousand miles.");
  expect(claimOf("the ute is due on the 12th", "The ute is due on 12 May.")).toBe("The ute is due on 12 May.");
});

test("what was replaced is marked", () => {
  const told = ["the launch is on Monday the 4th", "no, the launch is on Wednesday the 6th"];
  const doubt = doubtAmong(told, "when is the launch?", "The launch is on Monday.", [0, 0]);
  expect(doubt?.told.map(({ text }) => text)).toEqual([
    "the launch is on Monday (no longer) the 4th (no longer)",
    "no, the launch is on Wednesday the 6th",
  ]);
  expect(doubt?.told[0]?.remembered).toBe(told[0]!);
});
