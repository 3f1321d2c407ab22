import { expect, test } from "bun:test";
import { countTokens } from "../../src/base/count-tokens.ts";
import { CUT_MARK } from "../../src/base/cut-text.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { coherenceOf } from "../../src/retrieval/retrieve-packets.ts";
import { countFitting, fitSources, shareBudget, withinRoom } from "../../src/turns/fit-sources.ts";
import { memoryTokensOfModel } from "../../src/turns/memory-tokens.ts";

function packet(seq: number, input: string, answer = "", confidence = 0.5): Packet {
  const rest = { unconfirmedOverwrite: false, cues: [], session: null, occurredAt: null, metadata: {}, createdAt: 0 };
  return { id: `mem_${seq}`, brain: 1, seq, kind: "raw", input, answer, confidence, ...rest };
}

function retrieved(turns: readonly (readonly [input: string, answer: string])[]) {
  return turns.map(([input, answer], at) => ({
    packet: packet(at + 1, input, answer),
    similarity: 0.9,
    score: 0.45,
    explanation: null,
  }));
}

const NOBODY_READS: Pick<TextReading, "quotePassages"> = {
  quotePassages: () => Promise.reject(new Error("nothing is to be read")),
};

/** An answer of about so many tokens of which one sentence holds the word. */
function answerWith(word: string, tokens: number): string {
  const filler = "There is a good deal to be said about other things as well. ".repeat(tokens / 30);
  return `${filler}The ${word} stands in here. ${filler}`.trim();
}

const asked = (question: string, tokensMax: number) => ({ question, account: "a", tokensMax });
const tokensOf = (sources: readonly { text: string }[]) =>
  sources.reduce((sum, { text }) => sum + countTokens(text), 0);

test("the model's name sets the memory's share, within bounds", () => {
  expect(memoryTokensOfModel("")).toBe(2_000);
  expect(memoryTokensOfModel("some-model-of-tomorrow")).toBe(2_000);
  expect(memoryTokensOfModel("tinyllama")).toBe(256);
  expect(memoryTokensOfModel("Mistral-7B-Instruct")).toBe(2_048);
  expect(memoryTokensOfModel("meta-llama/Llama-3.1-8B-Instruct")).toBe(8_000);
  expect(memoryTokensOfModel("gpt-4")).toBeLessThan(memoryTokensOfModel("gpt-4o"));
});

test("where everything fits each source is whole, and nothing is read", async () => {
  const turns = retrieved([
    ["a".repeat(39), ""],
    ["b".repeat(39), "c"],
  ]);
  const fitted = await fitSources({ reading: NOBODY_READS }, turns, asked("a", 21));
  expect(fitted.map(({ text }) => text)).toEqual(["a".repeat(39), `${"b".repeat(39)}\nc`]);
});

test("eight sources with answers of 500 tokens fit into 2,000, each with what the question asks for", async () => {
  const turns = retrieved(Array.from({ length: 8 }, (_, at) => [`Tell me of part ${at}.`, answerWith("zebra", 500)]));
  const fitted = await fitSources({ reading: readInPlace() }, turns, asked("Where is the zebra?", 2_000));
  expect(fitted).toHaveLength(8);
  for (const [at, { text }] of fitted.entries()) {
    expect(text).toStartWith(`Tell me of part ${at}.\n`);
    expect(text).toContain("The zebra stands in here.");
    // The best one has room for all of its answer.
    expect(text.includes(CUT_MARK)).toBe(at > 0);
  }
  expect(tokensOf(fitted)).toBeLessThanOrEqual(2_000);
});

test("a source that fits its share is whole, and what it leaves goes to the long ones", async () => {
  const long = answerWith("zebra", 900);
  const turns = retrieved([
    ["first", long],
    ["second", "Short and whole."],
    ["third", long],
  ]);
  const fitted = await fitSources({ reading: readInPlace() }, turns, asked("the zebra", 1_000));
  expect(fitted[1]!.text).toBe("second\nShort and whole.");
  expect(tokensOf(fitted)).toBeGreaterThan(950);
  expect(tokensOf(fitted)).toBeLessThanOrEqual(1_000);
});

test("shares add up to the budget, the better source has the larger one, and none has more than it needs", () => {
  for (const tokens of [[900, 900, 900], [10, 900, 20, 900], [900, 10], [5_000], [1, 1, 1], []]) {
    const shares = shareBudget(tokens, 1_000);
    expect(shares).toHaveLength(tokens.length);
    const needed = tokens.reduce((sum, each) => sum + each, 0);
    const shared = shares.reduce((sum, each) => sum + each, 0);
    expect(shared).toBeLessThanOrEqual(1_000);
    expect(shared).toBeGreaterThanOrEqual(Math.min(needed, 1_000 - tokens.length));
    for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(tokens[at]!);
  }
  const [first = 0, second = 0, third = 0] = shareBudget([900, 900, 900], 1_000);
  expect(first).toBeGreaterThan(second);
  expect(second).toBeGreaterThan(third);
});

test("sources leave from the least-ranked end, until a long one has some 100 tokens", () => {
  const shares = shareBudget(new Array(50).fill(500), 2_000);
  expect(shares.length).toBeGreaterThanOrEqual(8);
  expect(shares.length).toBeLessThan(12);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(100);
  // Short ones need no more than they have.
  expect(shareBudget(new Array(50).fill(40), 2_000)).toHaveLength(50);
  expect(shareBudget(new Array(50).fill(50), 2_000)).toHaveLength(40);
  expect(shareBudget([5_000, 5_000], 60)).toEqual([60]);
});

test("as many sources are counted as find room", async () => {
  const turns = retrieved(Array.from({ length: 30 }, (_, at) => [`part ${at}`, answerWith("zebra", 500)]));
  const fitted = await fitSources({ reading: readInPlace() }, turns, asked("the zebra", 2_000));
  expect(countFitting(turns, 2_000)).toBe(fitted.length);
  expect(countFitting([], 2_000)).toBe(0);
});

test("of a very long answer the beginning is looked through, and what is not is marked as left out", async () => {
  const turns = retrieved([["a page", `The zebra is here. ${"Nothing to see. ".repeat(10_000)}The zebra is there.`]]);
  const [fitted] = await fitSources({ reading: readInPlace() }, turns, asked("the zebra", 40_000));
  expect(fitted!.text).toContain("The zebra is here.");
  expect(fitted!.text).not.toContain("The zebra is there.");
  expect(fitted!.text).toEndWith(CUT_MARK);
});

test("coherence is the mean similarity weighted by confidence, and null without sources", () => {
  expect(coherenceOf([])).toBeNull();
  const sources = [
    { packet: packet(1, "a", "", 0.5), similarity: 0.9, score: 0.45, explanation: null },
    { packet: packet(2, "b", "", 0.15), similarity: 0.3, score: 0.045, explanation: null },
  ];
  expect(coherenceOf(sources)).toBeCloseTo((0.9 * 0.5 + 0.3 * 0.15) / 0.65, 10);
});

test("where the account chose no number, more than eight sources come as long as all are whole in half of the budget", () => {
  const short = retrieved(Array.from({ length: 16 }, () => ["a".repeat(396), "b".repeat(3)]));
  const countOf = (sourcesMax: number | null, tokensMax: number) => withinRoom(short, { sourcesMax }, tokensMax).length;
  expect(countOf(null, 3_200)).toBe(16);
  expect(countOf(null, 2_400)).toBe(12);
  expect(countOf(null, 400)).toBe(8);
  expect(countOf(16, 400)).toBe(16);
  expect(withinRoom(short.slice(0, 8), { sourcesMax: null }, 100)).toHaveLength(8);
});
