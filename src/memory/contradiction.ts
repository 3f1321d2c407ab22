// Two sentences about the same thing contradict each other where one denies, or where their numbers differ.
import type { Sentence } from "../domain/text-tools.ts";

/** Words in common before two sentences are about one thing. */
const SHARED_STEMS_LEAST = 2;

export type Difference = "negation" | "number";

function contains(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...b].every((each) => a.has(each));
}

function sharedStems(a: Sentence, b: Sentence): number {
  let shared = 0;
  for (const stem of a.stems) if (b.stems.has(stem)) shared += 1;
  return shared;
}

/** Numbers that one side adds are no contradiction; numbers that neither side covers are. */
function differenceOf(said: Sentence, remembered: Sentence): Difference | null {
  if (said.negated !== remembered.negated) return "negation";
  const bothCount = said.numbers.size > 0 && remembered.numbers.size > 0;
  if (bothCount && !contains(said.numbers, remembered.numbers) && !contains(remembered.numbers, said.numbers)) {
    return "number";
  }
  return null;
}

/** How `said` differs from the sentence of the memory that shares most words with it; null: not at all, or unrelated. */
export function contradicts(said: Sentence, memory: readonly Sentence[]): Difference | null {
  const needed = Math.min(SHARED_STEMS_LEAST, said.stems.size);
  if (needed === 0) return null;
  let nearest: Sentence | null = null;
  let most = needed - 1;
  for (const sentence of memory) {
    const shared = sharedStems(said, sentence);
    if (shared > most) {
      nearest = sentence;
      most = shared;
    }
  }
  return nearest === null ? null : differenceOf(said, nearest);
}
