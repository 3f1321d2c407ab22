import { afterAll, describe, expect, test } from "bun:test";
import { INTENT_HEAD, INTENTS, type Intent } from "../../src/domain/intent.ts";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import {
  createLabelReader,
  gramsOf,
  HIDDEN,
  packHead,
  parseHead,
  type SentenceHead,
} from "../../src/embedding/sentence-head.ts";
import { seededNumbers } from "../support/chance.ts";
import { realModel } from "../support/test-service.ts";

const embedder = realModel();
afterAll(() => embedder.close());

function headOf(seed: number): SentenceHead {
  const next = seededNumbers(seed);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => next() * 2 - 1);
  const grams = gramsOf("please no more emojis").sort();
  return {
    thresholds: { plain: 0.9, lasting: 0.5, worded: 0.3 },
    grams,
    gramWeights: numbers(grams.length * HIDDEN),
    vectorWeights: numbers(DIMENSION * HIDDEN),
    hiddenBias: numbers(HIDDEN),
    outWeights: numbers(INTENTS.length * HIDDEN),
    outBias: numbers(INTENTS.length),
  };
}

const asRead = (head: unknown) => parseHead(INTENT_HEAD, JSON.parse(JSON.stringify(head)));

test("a head that was written is read again, each weight within a 250th of the largest", () => {
  const head = headOf(1);
  const read = asRead(packHead(INTENT_HEAD, head));
  expect(read?.thresholds).toEqual(head.thresholds);
  expect(read?.grams).toEqual(head.grams);
  for (const part of ["hiddenBias", "outWeights", "outBias"] as const) expect(read?.[part]).toEqual(head[part]);
  for (const part of ["gramWeights", "vectorWeights"] as const) {
    expect(read?.[part].length).toBe(head[part].length);
    for (const [at, value] of head[part].entries()) {
      expect(Math.abs(value - (read?.[part][at] ?? 9))).toBeLessThan(0.004);
    }
  }
});

test.each([
  ["nothing", null],
  ["a text", "head"],
  ["other intents", { ...packHead(INTENT_HEAD, headOf(1)), intents: ["order"] }],
  ["too few weights", { ...packHead(INTENT_HEAD, headOf(1)), vector_weights: { scale: 1, numbers: "AAAA" } }],
  ["more words than weights", { ...packHead(INTENT_HEAD, headOf(1)), grams: "AAAAAAAAAAA=" }],
  ["no scale", { ...packHead(INTENT_HEAD, headOf(1)), gram_weights: { numbers: "AAAA" } }],
  ["no bias", { ...packHead(INTENT_HEAD, headOf(1)), out_bias: [] }],
])("%s is no head", (_, json) => {
  expect(asRead(json)).toBeNull();
});

test("shares are between 0 and 1, add up to 1, and are the same each time", () => {
  const reader = createLabelReader(INTENT_HEAD, () => headOf(3));
  const vector = new Float32Array(DIMENSION).fill(1 / Math.sqrt(DIMENSION));
  const shares = reader.read("Please no more emojis, ok?", vector);
  expect(Object.keys(shares).sort()).toEqual([...INTENTS].sort());
  const values = Object.values(shares);
  expect(values.every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(values.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  expect(reader.read("Please no more emojis, ok?", vector)).toEqual(shares);
});

test("numbers, letter case and kinds of apostrophes change no word", () => {
  expect(gramsOf("Don’t use 12 emojis")).toEqual(gramsOf("don't use 7 emojis"));
  expect(gramsOf("use emojis")).not.toEqual(gramsOf("emojis use"));
});

test("words that the head does not know change nothing", () => {
  const reader = createLabelReader(INTENT_HEAD, () => headOf(3));
  const vector = new Float32Array(DIMENSION).fill(0.01);
  expect(reader.read("zebra", vector)).toEqual(reader.read("quagga", vector));
  expect(reader.read("emojis", vector)).not.toEqual(reader.read("zebra", vector));
});

describe("the head of the model inside", () => {
  const SENTENCES: readonly (readonly [string, Intent])[] = [
    ["from here on please answer me in plain text, no markdown", "order"],
    ["could you leave the disclaimers out for good, they drive me mad", "order"],
    ["I'm allergic to shellfish so I can't eat any of it", "preference"],
    ["just for this letter, make it a bit more formal", "once"],
    ["no, the meeting is on the 14th, not the 15th", "correction"],
    ["what is the capital of Mongolia?", "question"],
    ["thanks, have a lovely evening!", "talk"],
    ["never use bullet points", "order"],
    ["always keep your answers short", "order"],
    ["make the second paragraph shorter", "once"],
  ];

  test.each(SENTENCES)("tells %j for what it is: %s", async (sentence, intent) => {
    const { vector } = await embedder.embed({ text: sentence, role: "query", lane: "interactive" });
    const shares = embedder.intents?.read(sentence, vector);
    const [first] = Object.entries(shares ?? {}).sort((a, b) => b[1] - a[1])[0] ?? [];
    expect(first).toBe(intent);
  });
});
