// Two sentences about the same thing contradict each other where one denies, or where their numbers differ.
import type { Sentence } from "../domain/sentence.ts";

/** Two sentences with at least this many words in common are about the same thing. */
const SHARED_STEMS_LEAST = 2;

export type Difference = "negation" | "number";

function contains(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...b].every((each) => a.has(each));
}

/** Numbers contradict where each side has one that the other lacks, not where one side only adds some. */
function differenceOf(said: Sentence, remembered: Sentence): Difference | null {
  if (said.negated !== remembered.negated) return "negation";
  const bothCount = said.numbers.size > 0 && remembered.numbers.size > 0;
  if (bothCount && !contains(said.numbers, remembered.numbers) && !contains(remembered.numbers, said.numbers)) {
    return "number";
  }
  return null;
}

/** A memory's sentences, found by the words in them. */
export interface MemoryWords {
  readonly sentences: readonly Sentence[];
  readonly byStem: ReadonlyMap<string, readonly number[]>;
}

/** A word in more sentences than this is not looked up: that keeps the work in proportion to the text. */
const SENTENCES_PER_STEM_MAX = 64;

export function wordsOfMemory(sentences: readonly Sentence[]): MemoryWords {
  const byStem = new Map<string, number[]>();
  for (const [at, sentence] of sentences.entries()) {
    for (const stem of sentence.stems) {
      const found = byStem.get(stem);
      if (found === undefined) byStem.set(stem, [at]);
      else if (found.length < SENTENCES_PER_STEM_MAX) found.push(at);
    }
  }
  return { sentences, byStem };
}

/** How `said` differs from the sentence of the memory that shares most words with it; null: not at all, or unrelated. */
export function contradicts(said: Sentence, memory: MemoryWords): Difference | null {
  const shared = new Map<number, number>();
  for (const stem of said.stems) {
    for (const at of memory.byStem.get(stem) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  }
  let nearest: Sentence | undefined;
  // One less than needed: a sentence is near once it shares more.
  let most = Math.min(SHARED_STEMS_LEAST, said.stems.size) - 1;
  for (const [at, count] of shared) {
    if (count > most) {
      nearest = memory.sentences[at];
      most = count;
    }
  }
  return nearest === undefined ? null : differenceOf(said, nearest);
}
