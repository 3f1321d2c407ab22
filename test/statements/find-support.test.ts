// Which memory a sentence of a draft hangs on: what says the same, and in doubt none.
import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { judgeAnswer } from "../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

function judged(turns: readonly string[], question: string | null, answer: string) {
  const memories = turns.map((input) => ({ input, answer: "Noted." }));
  return finish(judgeAnswer(reader, { question, answer, memories, explain: true })).sentences;
}

const first = (turns: readonly string[], question: string | null, answer: string) => {
  const [sentence] = judged(turns, question, answer);
  return sentence === undefined ? null : [sentence.verdict, sentence.memory];
};

const TURNS = [
  "I like metric units in every answer.",
  "My dentist appointment is on Friday at 3 pm.",
  "My older sister Dana lives in Porto.",
  "The rent is 640 euros a month.",
  "I do not eat seafood at home.",
];

describe("supported by the memory that says the same", () => {
  test.each([
    [null, "You like metric units.", 0],
    [null, "Your dentist appointment is on Friday at 3 pm.", 1],
    ["When is my dentist appointment?", "On Friday at 3 pm.", 1],
    ["When is my dentist appointment?", "On Friday.", 1],
    [null, "Dana, your older sister, lives in Porto.", 2],
    ["How much is the rent?", "640 euros.", 3],
    ["Where does my older sister live?", "In Porto.", 2],
    [null, "You do not eat seafood at home.", 4],
  ])("asked %j, %j: memory %p", (question, answer, memory) => {
    expect(first(TURNS, question, answer)).toEqual(["supported", memory]);
  });

  test("of two that say it, by the one that shares more, then by the later one", () => {
    const turns = ["The gym opens at 7.", "The gym opens at 7 on weekdays.", "The gym opens at 7."];
    expect(first(turns, null, "The gym opens at 7.")).toEqual(["supported", 2]);
  });
});

describe("unknown", () => {
  test.each([
    [null, "Your older sister Diana lives in Lisbon."],
    [null, "Diana is your older sister."],
    [null, "The rent is paid by bank transfer."],
    [null, "Your gas bill is 640 euros."],
    [null, "Sure!"],
    [null, "In Porto."],
    ["Where was I born?", "In Porto."],
    ["How much is the gas bill of the summer house?", "640 euros."],
    ["How old is my cat Minka now?", "640."],
    [null, "I like metric units in every answer."],
    [null, "People usually like metric units."],
    [null, "The moon is far away."],
  ])("asked %j, %j", (question, answer) => {
    expect(first(TURNS, question, answer)?.[0]).not.toBe("supported");
  });

  test("what is otherwise now supports nothing, and what replaced it does", () => {
    const turns = ["The launch of the shop is on Monday.", "No, the launch is on Wednesday."];
    expect(first(turns, "When is the launch?", "On Monday.")).toEqual(["contradicted", 0]);
    expect(first(turns, "When is the launch?", "The launch is on Wednesday.")).toEqual(["supported", 1]);
    const told = "At first the launch was planned for Monday.";
    expect(first(turns, "When is the launch?", told)?.[0]).toBe("unknown");
  });

  test("a denial is not supported by what it denies", () => {
    expect(first(TURNS, null, "You eat seafood at home.")?.[0]).not.toBe("supported");
    expect(first(TURNS, null, "You do not like metric units in every answer.")?.[0]).not.toBe("supported");
  });

  test("is all that answers a question about what is not so", () => {
    const sentences = judged(TURNS, "What would you say if I lived in Porto?", "You like metric units. Fine.");
    expect(sentences.map(({ verdict, memory }) => [verdict, memory])).toEqual([
      ["unknown", null],
      ["unknown", null],
    ]);
  });
});

test("every claim is there, in the order of the answer, and no question is", () => {
  const answer = "Hello there! The rent is 640 euros a month. Shall I remind you? You like metric units.";
  expect(judged(TURNS, null, answer)).toEqual([
    { sentence: "Hello there!", verdict: "unknown", memory: null },
    { sentence: "The rent is 640 euros a month.", verdict: "supported", memory: 3 },
    { sentence: "You like metric units.", verdict: "supported", memory: 0 },
  ]);
});

test("nothing is judged where nobody asked", () => {
  const memories = TURNS.map((input) => ({ input, answer: "Noted." }));
  const found = finish(judgeAnswer(reader, { question: null, answer: "You like metric units.", memories }));
  expect(found.sentences).toEqual([]);
});

describe("supported in other words", () => {
  const asked = (said: readonly (readonly [input: string, answer: string])[], question: string, answer: string) => {
    const memories = said.map(([input, told]) => ({ input, answer: told }));
    const [sentence] = finish(judgeAnswer(reader, { question, answer, memories, explain: true })).sentences;
    return sentence === undefined ? null : [sentence.verdict, sentence.memory];
  };

  test("where a later turn changed the value of what was told before", () => {
    const turns = ["the hip scan is on 4 June at Saint Luke", "they delayed it, it's the 19th now"];
    expect(first(turns, "when?", "The hip scan at Saint Luke is on the 19th.")).toEqual(["supported", 1]);
    expect(first(turns, "when?", "The hip scan at Saint Luke is on 4 June.")).toEqual(["contradicted", 0]);
  });

  test("where the value was the reply to a question", () => {
    const said = [
      ["we're moving the bakery to Jena", "Exciting! When?"],
      ["on 8 March, it'll be mad", "Good luck."],
    ] as const;
    expect(asked(said, "bakery?", "The bakery moves to Jena on 8 March.")).toEqual(["supported", 1]);
    const plain = [
      ["we're moving the bakery to Jena", "Exciting!"],
      ["on 8 March the cat has a check", "Good luck."],
    ] as const;
    expect(asked(plain, "bakery?", "The bakery moves to Jena on 8 March.")?.[0]).not.toBe("supported");
  });

  test.each([
    [["six nights in Oslo, then Bergen for two"], "You stay in Bergen for two nights.", "supported"],
    [["six nights in Oslo, then Bergen for two"], "Bergen has two airports.", "unknown"],
    [["rowed my fastest 2000 metres: 31:20"], "Your fastest 2000 metres took 31:20.", "supported"],
    [["rowed my fastest 2000 metres: 31:20"], "Your fastest 2000 metres took 33:05.", "contradicted"],
    [["the stall is £450"], "The stall is 450 a year.", "supported"],
    [["the stall is 450"], "The stall costs £450.", "supported"],
    [["the stall is 450"], "The stall costs £540.", "unknown"],
    [["no raisins for me please, ever"], "You can't stand raisins.", "supported"],
    [["no raisins for me please, ever"], "You can't stand raisins, but figs are fine.", "unknown"],
    [["I started eating eggs again", "still no cheese"], "You don't eat cheese, but eggs are fine.", "supported"],
    [["i like marzipan"], "Marzipan is your favourite.", "unknown"],
    [["Milo likes marzipan"], "You like marzipan.", "unknown"],
  ])("told %j, %j is %s", (turns, answer, expected) => {
    expect(String(first(turns, null, answer)?.[0])).toBe(expected);
  });
});
