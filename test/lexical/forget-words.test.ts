// Words that were erased are not kept at hand beside the brains either.
import { expect, test } from "bun:test";
import { createLexicalIndex } from "../../src/lexical/lexical-index.ts";

const index = () => createLexicalIndex({ source: { scan: async () => [] }, budgetBytes: 1_000_000 });

test.each([
  ["a brain that is forgotten", (words: ReturnType<typeof index>) => words.forget(1)],
  ["a packet that is removed", (words: ReturnType<typeof index>) => words.remove(1, 1)],
])("%s takes the words lately seen with it", (_, erase) => {
  const words = index();
  const before = words.termsOf("The harbour of Tallinn", "It is cold in winter.");
  expect(words.stats().wordsKept).toBeGreaterThan(5);
  erase(words);
  expect(words.stats().wordsKept).toBe(0);
  expect(words.termsOf("The harbour of Tallinn", "It is cold in winter.")).toEqual(before);
});
