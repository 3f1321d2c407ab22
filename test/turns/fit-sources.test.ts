import { expect, test } from "bun:test";
import type { Packet } from "../../src/domain/packet.ts";
import { coherenceOf } from "../../src/retrieval/retrieve-memory.ts";
import { countTokens, memoryTokensFor } from "../../src/turns/count-tokens.ts";
import { CUT_MARK, cutText, fitSources } from "../../src/turns/fit-sources.ts";
import { expectLinear } from "../support/growth.ts";

function packet(seq: number, input: string, confidence = 0.5): Packet {
  const rest = { unconfirmedOverwrite: false, cues: [], session: null, occurredAt: null, createdAt: 0 };
  return { id: `mem_${seq}`, brain: 1, seq, kind: "raw", input, answer: "", confidence, ...rest };
}

function retrieved(inputs: readonly string[]) {
  return inputs.map((input, at) => ({
    packet: packet(at + 1, input),
    similarity: 0.9,
    score: 0.45,
    explanation: null,
  }));
}

test("a token is four ASCII characters or one other", () => {
  expect([
    countTokens(""),
    countTokens("abcd"),
    countTokens("abcde"),
    countTokens("東京"),
    countTokens("🙂🙂"),
  ]).toEqual([0, 1, 2, 2, 2]);
});

test("the model's name sets the memory's share, within bounds", () => {
  expect(memoryTokensFor("")).toBe(2_000);
  expect(memoryTokensFor("some-model-of-tomorrow")).toBe(2_000);
  expect(memoryTokensFor("tinyllama")).toBe(256);
  expect(memoryTokensFor("Mistral-7B-Instruct")).toBe(2_048);
  expect(memoryTokensFor("meta-llama/Llama-3.1-8B-Instruct")).toBe(8_000);
  expect(memoryTokensFor("gpt-4")).toBeLessThan(memoryTokensFor("gpt-4o"));
});

test("sources leave from the least-ranked end until the rest fits", () => {
  const texts = ["a".repeat(39), "b".repeat(39), "c".repeat(39)];
  expect(fitSources(retrieved(texts), 30).map((each) => each.text)).toEqual(texts.map((text) => `${text}\n`));
  expect(fitSources(retrieved(texts), 29)).toHaveLength(2);
});

test("one source longer than half of the budget is cut, so that others have room", () => {
  const long = "This is a sentence. ".repeat(100);
  const fitted = fitSources(retrieved([long, "short"]), 100);
  expect(fitted).toHaveLength(2);
  expect(countTokens(fitted[0]?.text ?? "")).toBeLessThanOrEqual(50);
  expect(fitted[0]?.text.endsWith(`sentence. ${CUT_MARK}`)).toBe(true);
});

test("a text is cut at the last end of a sentence or line that fits, and marked", () => {
  expect(cutText("One two. Three four. Five six seven eight nine ten.", 9)).toBe(`One two. Three four. ${CUT_MARK}`);
  expect(cutText("first line\nsecond line is much longer than that", 7)).toBe(`first line ${CUT_MARK}`);
  expect(cutText("これは文です。これも文です。これは長い長い文です。", 18)).toBe(
    `これは文です。これも文です。 ${CUT_MARK}`,
  );
  expect(cutText("It costs 3.50 and more words follow here without an end", 8)).toBe(
    `It costs 3.50 and more ${CUT_MARK}`,
  );
  expect(cutText("fits", 1)).toBe("fits");
});

test("a text without any end is cut between words, or between characters where there are no words", () => {
  expect(cutText("alpha beta gamma delta epsilon", 6)).toBe(`alpha beta ${CUT_MARK}`);
  const cut = cutText("🙂".repeat(50), 10);
  expect(cut.isWellFormed()).toBe(true);
  expect(countTokens(cut)).toBeLessThanOrEqual(10);
});

test("no cut text takes more than its tokens, whatever it holds", () => {
  const texts = [
    "word ".repeat(500),
    "a".repeat(3_000),
    "漢字。".repeat(300),
    "x. ".repeat(900),
    "🙂 ok\n".repeat(400),
  ];
  for (const text of texts) {
    for (const most of [3, 10, 57, 200]) expect(countTokens(cutText(text, most))).toBeLessThanOrEqual(most);
  }
});

test("coherence is the mean similarity weighted by confidence, and null without sources", () => {
  expect(coherenceOf([])).toBeNull();
  const sources = [
    { packet: packet(1, "a", 0.5), similarity: 0.9, score: 0.45, explanation: null },
    { packet: packet(2, "b", 0.15), similarity: 0.3, score: 0.045, explanation: null },
  ];
  expect(coherenceOf(sources)).toBeCloseTo((0.9 * 0.5 + 0.3 * 0.15) / 0.65, 10);
});

test.each([
  ["marks that end sentences", "…"],
  ["marks that close quotations", ")"],
  ["white space", " "],
  ["letters", "a"],
])("a text is cut in time in proportion to its length: %s", (_, char) => {
  expectLinear(1_048_576, (length) => cutText(char.repeat(length), length / 8));
});
