import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { figuresOf } from "./floors-report.ts";
import { enteredBy, type FloorQuestion, floorQuestions, type Way } from "./measure-floors.ts";
import type { PlayedConversation } from "./play-conversations.ts";
import { runScript, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

const folder = temporaryFolder();
const data = join(folder, "conversations.json");

const turn = (dia_id: string, text: string) => ({ dia_id, speaker: "Ann", text });
const sample = (sample_id: string, texts: readonly string[], question: string) => ({
  sample_id,
  conversation: {
    session_1_date_time: "9:00 am on 3 May, 2024",
    session_1: texts.map((text, at) => turn(`D1:${at + 1}`, text)),
  },
  qa: [{ question, category: 4, evidence: ["D1:1"] }],
});

function played(id: string, questions: readonly string[]): PlayedConversation {
  const packet = { session: "s", occurredAt: "2024-05-03T09:00:00.000Z", input: "", answer: "" };
  return {
    conversation: {
      id,
      sessions: [],
      questions: questions.map((text) => ({ text, category: 1, evidence: ["1:1", "1:4"] })),
      questionsDropped: 0,
    },
    packets: [
      { ...packet, id: `${id}-0`, turns: ["1:1", "1:2"] },
      { ...packet, id: `${id}-1`, turns: ["1:3", "1:4"] },
      { ...packet, id: `${id}-2`, turns: ["1:5"] },
    ],
  };
}

test("a brain is asked its own questions, and every third of the conversation three further on", () => {
  const brains = ["a", "b", "c", "d"].map((id) =>
    played(
      id,
      [0, 1, 2, 3].map((at) => `${id}${at}`),
    ),
  );
  const asked = floorQuestions(brains).filter(({ played }) => played.conversation.id === "b");
  expect(asked.map(({ text, evidence, isForeign }) => ({ text, evidence, isForeign }))).toEqual([
    ...["b0", "b1", "b2", "b3"].map((text) => ({ text, evidence: ["b-0", "b-1"], isForeign: false })),
    ...["a0", "a3"].map((text) => ({ text, evidence: [], isForeign: true })),
  ]);
});

test("similarity comes before words as the way in, and the floor itself lets in", () => {
  const cosines = [
    { id: "p", cosine: 0.3 },
    { id: "q", cosine: 0.29 },
    { id: "r", cosine: 0.9 },
  ];
  expect([...enteredBy(cosines, [{ id: "q" }, { id: "r" }], 0.3)]).toEqual([
    ["q", "words"],
    ["r", "similarity"],
    ["p", "similarity"],
  ]);
});

test("foreign questions count by what gets in and how, own ones by the evidence that does not", () => {
  const brain = played("a", []);
  const foreign: FloorQuestion = { played: brain, text: "", evidence: [], isForeign: true };
  const own: FloorQuestion = { played: brain, text: "", evidence: ["a-0", "a-1"], isForeign: false };
  const ways = (...entries: [string, Way][]) => new Map(entries);
  const many = ways(...Array.from({ length: 8 }, (_, at): [string, Way] => [`p${at}`, "words"]));
  const figures = figuresOf(
    [foreign, foreign, foreign, foreign, own, own, own],
    [ways(), many, ways(["a-0", "similarity"], ["a-1", "words"]), ways(), ways(["a-0", "words"]), ways(), many],
  );
  expect(figures).toEqual({
    foreignQuestions: 4,
    foreignAny: 0.5,
    foreignBySimilarity: 0.25,
    foreignByWordsAlone: 0.25,
    foreignEntered: 10 / 4,
    foreignShown: 7 / 4,
    evidencePackets: 6,
    evidenceLost: 5 / 6,
    ownWithout: 2 / 3,
  });
});

test(
  "bench:floors tells what gets in, and finds the executable's own answers as worked out",
  async () => {
    const conversations = JSON.stringify([
      sample("conv-a", ["My dog Biscuit is a beagle.", "What a lovely dog!"], "What breed is the dog?"),
      sample("conv-b", ["The tax office closes at noon.", "Then we hurry."], "When does the tax office close?"),
    ]);
    await Bun.write(data, conversations);
    // Texts are alike by the words that they share.
    const model = join(folder, "model");
    makeTinyModel(model, { seed: 1, words: conversations.match(/[a-z]+/gi) ?? [] });
    const json = join(folder, "figures.json");
    const options = ["--data", data, "--no-prefix", "--json", json, "--model-dir", model];
    const { code, stdout } = await runScript("floors.ts", ...options);
    expect(stdout).toContain(
      "Asked       2 questions of the brain's own conversation (2 evidence packets), 2 of another\n",
    );
    expect(stdout).toContain("hybrid: 4 of 4 questions as worked out above");
    expect(code).toBe(0);
    const [report] = await Bun.file(json).json();
    expect(report.verified).toMatchObject([
      { mode: "cosine", different: 0, foreignAny: 0, foreignShown: 0, evidenceLost: 0, ownWithout: 0 },
      { mode: "hybrid", different: 0, foreignAny: 0, foreignShown: 0, evidenceLost: 0, ownWithout: 0 },
    ]);
  },
  SCRIPT_TIMEOUT_MS,
);

test("bench:floors asks no conversation its own questions as another's", async () => {
  const mistaken = await runScript("floors.ts", "--data", data, "--limit-conversations", "1");
  expect(mistaken.code).toBe(1);
  expect(mistaken.stderr).toContain("the one 3 further on is the same");
});
