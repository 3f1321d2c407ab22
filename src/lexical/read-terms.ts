// What is read of a packet's text for the index, and of a statement that may have changed.
import type { Steps } from "../base/steps.ts";
import type { PacketTerms } from "../domain/ports/lexical-index.ts";
import type { TextAnalyzer } from "./analyze-text.ts";
import { countTerms } from "./count-terms.ts";

/** UTF-16 units of a field that count, 20 pages. */
const FIELD_UNITS_MAX = 32_768;

function readable(field: string): string {
  return field.slice(0, FIELD_UNITS_MAX);
}

export function* readTerms(analyzer: TextAnalyzer, input: string, answer: string): Steps<PacketTerms> {
  return countTerms(yield* analyzer.analyzeStored([input, answer].map(readable)));
}

/** No stop words, and no numbers, which are what changes. */
export function* readStatement(analyzer: TextAnalyzer, text: string): Steps<string[]> {
  const { fields } = yield* analyzer.analyzeStored([readable(text)]);
  return [...new Set((fields[0] ?? []).filter((term) => !/\p{N}/u.test(term)))];
}
