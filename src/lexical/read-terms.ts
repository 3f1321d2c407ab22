// What is read of a packet's text for the index, and of a statement that may have changed.
import type { Steps } from "../base/steps.ts";
import { NEED_MARK, type PacketTerms } from "../domain/ports/lexical-index.ts";
import type { AnalyzedText, TextAnalyzer } from "./analyze-text.ts";
import { foldWord } from "./fold-word.ts";
import { tieMark } from "./name-ties.ts";

/** UTF-16 units of a field that count, 20 pages. */
const FIELD_UNITS_MAX = 32_768;
/** Occurrences of a word in a field; more are not counted. */
const COUNT_MAX = 255;

const encoder = new TextEncoder();

function readable(field: string): string {
  return field.slice(0, FIELD_UNITS_MAX);
}

/** What an input tells beside its words: it is stored as terms that no text has, and that do not count to its length. */
export interface InputTells {
  readonly tellsNeed: boolean;
  readonly ties: readonly { readonly relation: string; readonly name: string }[];
}

const TELLS_NOTHING: InputTells = { tellsNeed: false, ties: [] };

export function* readTerms(
  analyzer: TextAnalyzer,
  input: string,
  answer: string,
  tells: InputTells = TELLS_NOTHING,
): Steps<PacketTerms> {
  const analyzed = yield* analyzer.analyzeStored([input, answer].map(readable));
  const ties = tells.ties.flatMap(({ relation, name }) =>
    analyzer.termsOfWord(name, analyzed.language).map((term) => tieMark(foldWord(relation), term)),
  );
  return countTerms(analyzed, [...(tells.tellsNeed ? [NEED_MARK] : []), ...new Set(ties)]);
}

/** A statement's words without stop words, and without numbers, because numbers are what changes. */
export function* readStatementWords(analyzer: TextAnalyzer, text: string): Steps<string[]> {
  const { fields } = yield* analyzer.analyzeStored([readable(text)]);
  return [...new Set((fields[0] ?? []).filter((term) => !/\p{N}/u.test(term)))];
}

/** What is stored of a packet: its terms, each once, and how often each field holds it. `analyzed` has two fields: input and answer. */
export function countTerms({ language, fields }: AnalyzedText, marks: readonly string[] = []): PacketTerms {
  const [input = [], answer = []] = fields;
  const indexOf = new Map<string, number>();
  for (const term of input) if (!indexOf.has(term)) indexOf.set(term, indexOf.size);
  for (const term of answer) if (!indexOf.has(term)) indexOf.set(term, indexOf.size);
  for (const mark of marks) indexOf.set(mark, indexOf.size);
  const counts = new Uint8Array(2 * indexOf.size);
  const count = (at: number) => {
    if (counts[at]! < COUNT_MAX) counts[at]!++;
  };
  for (const term of input) count(2 * indexOf.get(term)!);
  for (const term of answer) count(2 * indexOf.get(term)! + 1);
  for (const mark of marks) count(2 * indexOf.get(mark)!);
  const terms = encoder.encode([...indexOf.keys()].join("\n"));
  return { language, inputLength: input.length, answerLength: answer.length, terms, counts };
}
