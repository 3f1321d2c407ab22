// Words kept at hand are an account's own, and those that were erased are not kept: neither beside the brains, nor where
// texts are read.
import { expect, test } from "bun:test";
import { createLexicalIndex } from "../../src/lexical/lexical-index.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { WordSource } from "./lexical-fixture.ts";

const MINE = 1;
const STATEMENT = "The harbour of Tallinn lies frozen, grey and quiet";

function index() {
  const reading = readInPlace();
  const told: (string | null)[] = [];
  const forgetWords: typeof reading.forgetWords = (input, account) => {
    told.push(account);
    return reading.forgetWords(input, account);
  };
  const counted = { ...reading, forgetWords };
  const words = createLexicalIndex({ source: new WordSource(), reading: counted, budgetBytes: 1_000_000 });
  return { words, told };
}

test.each([
  ["texts that are forgotten", (words: ReturnType<typeof index>["words"]) => words.forgetTexts("acme")],
  ["a packet that is removed", (words: ReturnType<typeof index>["words"]) => words.remove(MINE, 1, "acme")],
])("%s take the words lately seen with them, and none of another account", async (_, erase) => {
  const { words, told } = index();
  const mine = await words.statementWords(STATEMENT, "acme");
  const kept = words.stats().wordsKept;
  expect(kept).toBeGreaterThan(3);
  await words.statementWords(STATEMENT, "other");
  // Nothing of the first was of use to the second.
  expect(words.stats().wordsKept).toBe(2 * kept);
  expect(told).toEqual([]);
  erase(words);
  expect(words.stats().wordsKept).toBe(kept);
  expect(told).toEqual(["acme"]);
  expect(await words.statementWords(STATEMENT, "acme")).toEqual(mine);
});

const TURN = { input: "The harbour of Tallinn", answer: "It is cold in winter." };

test("whoever reads texts lets go of an account's words when it is told, and of no other's", async () => {
  const reading = readInPlace();
  const first = await reading.readTerms(TURN, "acme");
  await reading.readTerms(TURN, "other");
  expect(await reading.forgetWords(null, "acme")).toBeGreaterThan(3);
  expect(await reading.forgetWords(null, "acme")).toBe(0);
  expect(await reading.readTerms(TURN, "acme")).toEqual(first);
  expect(await reading.forgetWords(null, "other")).toBeGreaterThan(3);
});

test("words are kept of the accounts that were at work last, at most eight", async () => {
  const reading = readInPlace();
  for (let at = 0; at < 20; at++) await reading.readTerms(TURN, `account ${at}`);
  const kept: number[] = [];
  for (let at = 0; at < 20; at++) if ((await reading.forgetWords(null, `account ${at}`)) > 0) kept.push(at);
  expect(kept).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
});
