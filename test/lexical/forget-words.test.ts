// Words that were erased are not kept at hand either: neither beside the brains, nor where texts are read.
import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { finish } from "../../src/domain/steps.ts";
import { createTextAnalyzer } from "../../src/lexical/analyze-text.ts";
import { createLexicalIndex } from "../../src/lexical/lexical-index.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { ACCOUNT } from "./lexical-fixture.ts";

function index() {
  const reading = readInPlace();
  let told = 0;
  const forgetWords: typeof reading.forgetWords = (input, account) => {
    told += 1;
    return reading.forgetWords(input, account);
  };
  const counted = { ...reading, forgetWords };
  const words = createLexicalIndex({ source: { scan: async () => [] }, reading: counted, budgetBytes: 1_000_000 });
  return { words, told: () => told };
}

test.each([
  ["a brain that is forgotten", (words: ReturnType<typeof index>["words"]) => words.forget(1)],
  ["a packet that is removed", (words: ReturnType<typeof index>["words"]) => words.remove(1, 1)],
])("%s takes the words lately seen with it", async (_, erase) => {
  const { words, told } = index();
  const read = () => words.statementWords("The harbour of Tallinn lies frozen, grey and quiet", ACCOUNT);
  const [terms, statement] = [await words.termsOf("The harbour of Tallinn", "It is cold in winter."), await read()];
  expect(words.stats().wordsKept).toBeGreaterThan(5);
  expect(told()).toBe(0);
  erase(words);
  expect(words.stats().wordsKept).toBe(0);
  expect(told()).toBe(1);
  expect(await words.termsOf("The harbour of Tallinn", "It is cold in winter.")).toEqual(terms);
  expect(await read()).toEqual(statement);
});

test("an analyzer that forgets keeps no word, and gives the same terms again", () => {
  const analyzer = createTextAnalyzer();
  const read = () => finish(analyzer.analyzeStored(["The harbour of Tallinn", "It is cold in winter."]));
  const before = read();
  expect(analyzer.wordsKept).toBeGreaterThan(5);
  analyzer.forget();
  expect(analyzer.wordsKept).toBe(0);
  expect(read()).toEqual(before);
});

/** Digits would cut a word in two. */
function inLetters(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

test("whoever reads texts lets go of their words when it is told", async () => {
  const reading = readInPlace();
  const input = Array.from({ length: 3_000 }, (_, at) => `harbour${inLetters(at)}`).join(" ");
  await reading.readTerms({ input, answer: "" }, null);
  const stringsHeld = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts.string ?? 0;
  };
  const before = stringsHeld();
  await reading.forgetWords(null, null);
  expect(before - stringsHeld()).toBeGreaterThan(1_000);
});
