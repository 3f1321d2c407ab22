// Words kept at hand are an account's own, and those that were erased are not kept: neither beside the brains, nor where
// texts are read.
import { heapStats } from "bun:jsc";
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
  ["a packet that is removed", (words: ReturnType<typeof index>["words"]) => words.remove(MINE, 1)],
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

/** Digits would cut a word in two. */
function inLetters(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

function stringsHeld(): number {
  Bun.gc(true);
  return heapStats().objectTypeCounts.string ?? 0;
}

const MANY = Array.from({ length: 3_000 }, (_, at) => `harbour${inLetters(at)}`).join(" ");

test("whoever reads texts lets go of an account's words when it is told, and of no other's", async () => {
  const reading = readInPlace();
  for (const account of ["acme", "other"]) await reading.readTerms({ input: MANY, answer: "" }, account);
  const both = stringsHeld();
  await reading.forgetWords(null, "acme");
  const one = stringsHeld();
  expect(both - one).toBeGreaterThan(1_000);
  await reading.forgetWords(null, "acme");
  expect(Math.abs(one - stringsHeld())).toBeLessThan(1_000);
  await reading.forgetWords(null, "other");
  expect(one - stringsHeld()).toBeGreaterThan(1_000);
});

test("words are kept of the accounts that were at work last, at most eight", async () => {
  const reading = readInPlace();
  const before = stringsHeld();
  await reading.readTerms({ input: MANY, answer: "" }, "first");
  const one = stringsHeld() - before;
  for (let at = 0; at < 20; at++) await reading.readTerms({ input: MANY, answer: "" }, `account ${at}`);
  expect(stringsHeld() - before).toBeLessThan(10 * one);
});
