import { expect, test } from "bun:test";
import { DEFAULT_ACCOUNT_SETTINGS } from "../../src/domain/account-settings.ts";
import { NO_STANCE } from "../../src/domain/question-stance.ts";
import { type EmbedQuestionDeps, embedQuestion } from "../../src/retrieval/embed-question.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

const KEY = { account: "tester", core: "default", user: null };
const QUESTION = { text: "what was last week", at: 0, session: null };

/** Of a brain that is found a moment later than the texts are read. */
function depsWith(reading: Partial<EmbedQuestionDeps["reading"]>): EmbedQuestionDeps {
  const deps = {
    embedder: new WordEmbedder(),
    inputs: null,
    accounts: { settings: async () => DEFAULT_ACCOUNT_SETTINGS },
    accountDefaults: { retrievalMode: "hybrid" },
    brains: { find: () => Bun.sleep(20).then(() => null) },
    reading: { readTimes: async () => [], readStance: async () => NO_STANCE, ...reading },
    reembedding: { isUnfinished: async () => false },
  };
  return deps as unknown as EmbedQuestionDeps;
}

test.each([
  ["the times", { readTimes: () => Promise.reject(new Error("died")) }],
  ["the stance", { readStance: () => Promise.reject(new Error("died")) }],
])("where %s cannot be read while the brain is looked up, only the question fails", async (_, reading) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    await expect(embedQuestion(depsWith(reading), KEY, QUESTION)).rejects.toThrow("died");
    await Bun.sleep(30);
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
});

test("a question is read and its brain looked up at the same time", async () => {
  const cue = { kind: "range", from: 0, to: 1 } as const;
  const { question, brain } = await embedQuestion(depsWith({ readTimes: async () => [cue] }), KEY, QUESTION);
  expect([question.cues, question.stance, brain]).toEqual([[cue], NO_STANCE, null]);
});
