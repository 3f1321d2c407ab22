// What is stored of a packet's text for the index: its terms, each once, and how often each field holds it.
import type { PacketTerms } from "../domain/ports/lexical-index.ts";
import type { AnalyzedText } from "./analyze-text.ts";

/** Beyond it a word is no more often there. */
const COUNT_MAX = 255;

const encoder = new TextEncoder();

/** `analyzed` has two fields: input and answer. */
export function countTerms({ language, fields }: AnalyzedText): PacketTerms {
  const [input = [], answer = []] = fields;
  const indexOf = new Map<string, number>();
  for (const term of input) if (!indexOf.has(term)) indexOf.set(term, indexOf.size);
  for (const term of answer) if (!indexOf.has(term)) indexOf.set(term, indexOf.size);
  const counts = new Uint8Array(2 * indexOf.size);
  const count = (at: number) => {
    if (counts[at]! < COUNT_MAX) counts[at]!++;
  };
  for (const term of input) count(2 * indexOf.get(term)!);
  for (const term of answer) count(2 * indexOf.get(term)! + 1);
  const terms = encoder.encode([...indexOf.keys()].join("\n"));
  return { language, inputLength: input.length, answerLength: answer.length, terms, counts };
}
