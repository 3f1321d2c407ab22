// How much each passage of some turns has to do with a question: by their words, and by the kind of value it asks for.
import type { Steps } from "../base/steps.ts";
import type { QuestionWord } from "../domain/ports/lexical-index.ts";
import { valueAskedBy } from "./asked-value.ts";
import type { Passage } from "./cut-passages.ts";

export interface ReadTurn {
  /** Input, newline, answer. */
  readonly text: string;
  /** Those of the input, then those of the answer. */
  readonly passages: readonly Passage[];
  /** How many are the input's. */
  readonly inputCount: number;
  /** What each passage says, in terms of the index. */
  readonly terms: readonly (readonly string[])[];
}

/**
 * A word counts for less where it stands beside the passage. These and LACKS were chosen on the long dialogues (`bun run
 * bench:dialogues`), where none is sharp: half or twice of one moves what a brief shows by .01 at most.
 */
const ABOVE = 0.5;
const BEFORE = 0.35;
const AFTER = 0.2;
/** What a passage keeps that lacks the kind of value asked for: it may still lead to it. */
const LACKS = 0.3;
/** Where nothing else tells passages apart the earlier goes first. */
const FIRST = 0.02;
/** Headings above headings that are looked at. */
const DEPTH_MAX = 3;

/** A score for each passage of each turn; 0 for a heading that says nothing by itself. */
export function* scorePassages(
  turns: readonly ReadTurn[],
  question: string,
  asked: readonly QuestionWord[],
): Steps<Float64Array[]> {
  const wordOf = new Map(asked.flatMap(({ terms }, at) => terms.map((term) => [term, at] as const)));
  const found: number[][][] = [];
  for (const { terms } of turns) {
    yield;
    found.push(terms.map((own) => wordsIn(own, wordOf)));
  }
  const weights = weightsOf(found.flat(), asked.length);
  const holds = valueAskedBy(question);
  const scores: Float64Array[] = [];
  for (const [at, turn] of turns.entries()) {
    yield;
    const byWords = scoreByWords(turn, found[at]!, weights);
    const lacks = ({ start, end }: Passage) => holds !== null && !holds(turn.text.slice(start, end));
    scores.push(byWords.map((score, passage) => (lacks(turn.passages[passage]!) ? score * LACKS : score)));
  }
  return scores;
}

/** Which of the question's words a passage has, each once. */
function wordsIn(terms: readonly string[], wordOf: ReadonlyMap<string, number>): number[] {
  const words = new Set<number>();
  for (const term of terms) {
    const word = wordOf.get(term);
    if (word !== undefined) words.add(word);
  }
  return [...words];
}

/** The rarer a word among all passages, the more it weighs. Square roots are the same on every processor, logarithms are not. */
function weightsOf(passages: readonly (readonly number[])[], words: number): Float64Array {
  const counts = new Float64Array(words);
  for (const own of passages) for (const word of own) counts[word]! += 1;
  return counts.map((count) => (count === 0 ? 0 : Math.sqrt(Math.sqrt(passages.length / count))));
}

function scoreByWords(
  { passages, inputCount }: ReadTurn,
  found: readonly number[][],
  weights: Float64Array,
): Float64Array {
  /** The passage for which each word was counted last: a word counts once, where it counts most. */
  const counted = new Int32Array(weights.length).fill(-1);
  return Float64Array.from(passages, ({ leansOn, heads }, at) => {
    if (heads && found[at]!.length === 0) return 0;
    let score = FIRST / (1 + at);
    const count = (from: number, share: number) => {
      for (const word of found[from]!) {
        if (counted[word] === at) continue;
        counted[word] = at;
        score += share * weights[word]!;
      }
    };
    count(at, 1);
    for (let above = leansOn, depth = 0; above >= 0 && depth < DEPTH_MAX; depth++) {
      count(above, ABOVE);
      above = passages[above]!.leansOn;
    }
    if (at > 0 && at !== inputCount) count(at - 1, BEFORE);
    if (at + 1 < passages.length && at + 1 !== inputCount) count(at + 1, AFTER);
    return score;
  });
}
