import { finish } from "../../src/base/steps.ts";
import type { FoundContradiction } from "../../src/domain/ports/text-reading.ts";
import { judgeAnswer } from "../../src/statements/judge-answer.ts";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";

const reader = createSentenceReader();

/** The first contradiction of an answer beside what the user told, each told with the same few words back; undefined: it passes. */
export function judgeTold(
  told: readonly string[],
  question: string | null,
  answer: string,
): FoundContradiction | undefined {
  const memories = told.map((input) => ({ input, answer: "Noted." }));
  return finish(judgeAnswer(reader, { question, answer, memories })).contradictions[0];
}
