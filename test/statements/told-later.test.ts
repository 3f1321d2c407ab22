// A value passes where the user told it later, or where what was told later makes it of the one before.
import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { judgeAnswer } from "../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

function isRefused(told: readonly string[], question: string, answer: string): boolean {
  const memories = told.map((input) => ({ input, answer: "" }));
  return finish(judgeAnswer(reader, { question, answer, memories })).contradictions.length > 0;
}

const GOAL = "peak season goal is 1,900 pallets a day";
const CUBS = "we have 24 cubs on the roll";
const TABLET = "I take 5 mg of amlodipine in the morning";
/** Beside fewer turns little is judged. */
const REST = [
  "my sister Ines teaches chemistry in Leeds",
  "the shed needs a new roof",
  "we had soup yesterday",
  "Bob likes his tea strong",
  "the bus to town was late again",
  "I read a good book about owls",
];

test.each([
  [
    GOAL,
    "the boss came back from the fair with new numbers, 2,150",
    "what's the pallet goal a day?",
    "2,150 pallets a day.",
  ],
  [CUBS, "three more joined the cubs today", "how many cubs are on the roll?", "You have 27 cubs on the roll."],
  [CUBS, "five of the cubs went up to scouts", "how many cubs are on the roll?", "You have 19 cubs on the roll."],
  [
    TABLET,
    "the doctor doubled the amlodipine",
    "how much amlodipine do I take?",
    "10 mg of amlodipine in the morning.",
  ],
  [
    TABLET,
    "the doctor halved the amlodipine",
    "how much amlodipine do I take?",
    "2.5 mg of amlodipine in the morning.",
  ],
])("after %j and %j, %j may be answered by %j", (before, after, question, answer) => {
  expect(isRefused([...REST, before], question, answer)).toBe(true);
  expect(isRefused([...REST, before, after], question, answer)).toBe(false);
  // What was told before it does not make it so.
  expect(isRefused([...REST, after, before], question, answer)).toBe(true);
});

test("another value than all of these is refused", () => {
  const told = [...REST, CUBS, "three more joined the cubs today"];
  expect(isRefused(told, "how many cubs are on the roll?", "You have 31 cubs on the roll.")).toBe(true);
});
