// How the work of /verify grows with the texts: one long answer must not hold up everybody else.
import { expect, test } from "bun:test";
import type { Sentence, SentenceReader } from "../../src/domain/text-tools.ts";
import { createSentenceReader } from "../../src/text/sentence-reader.ts";
import { startTestService } from "../support/test-service.ts";

class CountingStems extends Set<string> {
  static looks = 0;

  override has(stem: string): boolean {
    CountingStems.looks += 1;
    return super.has(stem);
  }
}

function countingReader(): SentenceReader {
  const reader = createSentenceReader();
  const counted = (sentence: Sentence): Sentence => ({ ...sentence, stems: new CountingStems(sentence.stems) });
  return { sentences: (text) => reader.sentences(text).map(counted) };
}

/** Sentences that are nearly alike, so that each might contradict each. */
function sentences(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `The ${word} meets part${at}.`).join("\n");
}

test("verify compares words about in proportion to the length of answer and memory, not to its square", async () => {
  const t = await startTestService({ reader: countingReader() });
  try {
    const looksFor = async (count: number): Promise<number> => {
      const { agent } = await t.account();
      for (let at = 0; at < 4; at += 1) await agent.turn("alpha meets", sentences(count, "alpha"));
      CountingStems.looks = 0;
      expect((await agent.post("/verify", { answer: sentences(count, "beta") })).status).toBe(200);
      return CountingStems.looks;
    };
    expect(await looksFor(2_000)).toBeLessThanOrEqual(3 * (await looksFor(1_000)));
  } finally {
    await t.close();
  }
});
