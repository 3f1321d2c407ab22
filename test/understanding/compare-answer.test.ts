// How the work of a comparison grows with the texts: one long answer must not hold up everybody else.
import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import type { Sentence } from "../../src/domain/sentence.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { createSentenceReader, type SentenceReader } from "../../src/statements/sentence-reader.ts";
import { AnswerComparer } from "../../src/understanding/compare-answer.ts";
import { createTurnReader } from "../../src/understanding/turn-reader.ts";
import { turnsDuring } from "../support/turns-of-others.ts";

class CountingStems extends Set<string> {
  static looks = 0;

  override has(stem: string): boolean {
    CountingStems.looks += 1;
    return super.has(stem);
  }

  override [Symbol.iterator](): SetIterator<string> {
    CountingStems.looks += this.size;
    return super[Symbol.iterator]();
  }
}

function countingReader(): SentenceReader {
  const reader = createSentenceReader();
  const counted = (sentence: Sentence): Sentence => ({ ...sentence, stems: new CountingStems(sentence.stems) });
  return {
    sentences: (text) => reader.sentences(text).map(counted),
    *read(text, most) {
      return (yield* reader.read(text, most)).map(counted);
    },
    split: reader.split,
  };
}

/** Sentences that are nearly alike, so that each might contradict each. */
function sentences(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `The ${word} meets part${at}.`).join("\n");
}

function textsOf(count: number) {
  const memories = Array.from({ length: 4 }, () => ({ input: "alpha meets", answer: sentences(count, "alpha") }));
  return { question: null, answer: sentences(count, "beta"), rules: ["Never mention alpha."], memories };
}

test("rules are held against an answer about in proportion to the length, not to its square", () => {
  const looksFor = (count: number): number => {
    CountingStems.looks = 0;
    finish(new AnswerComparer(countingReader(), createTurnReader()).compare(textsOf(count)));
    return CountingStems.looks;
  };
  const [short, long] = [looksFor(300), looksFor(600)];
  expect(short).toBeGreaterThan(300);
  expect(long).toBeLessThanOrEqual(3 * short);
});

test("others have their turn while long texts are compared", async () => {
  const reading = readInPlace();
  const { result, turns } = await turnsDuring(() => reading.compareAnswer(textsOf(2_000), "tester"));
  expect(result).toMatchObject({ brokenRule: -1, contradictions: [] });
  expect(turns).toBeGreaterThan(1);
});
