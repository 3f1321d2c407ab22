// Compares an answer with rules and memories by its words: what it breaks, what it may contradict, what it tells the user.
import { RecentMap } from "../base/recent-map.ts";
import type { Steps } from "../base/steps.ts";
import type { ComparedAnswer, ComparedTexts, Suspect } from "../domain/ports/text-reading.ts";
import type { Sentence } from "../domain/sentence.ts";
import { contradicts, type MemoryWords, wordsOfMemory } from "./contradiction.ts";
import { type AnswerWords, doesThing, forbiddenThings, wordsOfAnswer } from "./forbidden-by-lesson.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import type { TurnReader } from "./turn-reader.ts";

/** How many UTF-16 units are compared: of one memory, and of all memories together, in their order. */
const MEMORY_UNITS_MAX = 16_384;
const MEMORIES_UNITS_MAX = 131_072;
/** Sentences that are read of one text; a text with more is a list or a program. */
const SENTENCES_MAX = 8_192;
/** How many rules are kept in memory with what they forbid. */
const RULES_KEPT = 2_000;

export class AnswerComparer {
  /** What each rule forbids. */
  readonly #forbidden = new RecentMap<string, readonly ReadonlySet<string>[]>(RULES_KEPT);

  constructor(
    private readonly reader: SentenceReader,
    private readonly turns: TurnReader,
  ) {}

  /** See TextTasks. */
  *compare({ answer, rules, memories, suspectsMax }: ComparedTexts): Steps<ComparedAnswer> {
    const sentences = yield* this.reader.read(answer, SENTENCES_MAX);
    const brokenRule = yield* this.#firstBroken(rules, wordsOfAnswer(sentences));
    const remembered: MemoryWords[] = [];
    let left = MEMORIES_UNITS_MAX;
    for (const memory of memories) {
      const compared = memory.slice(0, Math.min(left, MEMORY_UNITS_MAX));
      left -= compared.length;
      remembered.push(wordsOfMemory(yield* this.reader.read(compared, SENTENCES_MAX)));
    }
    const suspects = yield* suspectsIn(sentences, remembered, suspectsMax);
    return { brokenRule, suspects, told: this.turns.readAnswer(answer) };
  }

  *#firstBroken(rules: readonly string[], answer: AnswerWords): Steps<number> {
    for (const [at, rule] of rules.entries()) {
      if (this.#thingsOf(rule).some((thing) => doesThing(answer, thing))) return at;
      yield;
    }
    return -1;
  }

  #thingsOf(rule: string): readonly ReadonlySet<string>[] {
    return this.#forbidden.getOrMake(rule, () => forbiddenThings(this.reader, rule));
  }
}

function* suspectsIn(
  sentences: readonly Sentence[],
  remembered: readonly MemoryWords[],
  suspectsMax: number,
): Steps<Suspect[]> {
  const suspects: Suspect[] = [];
  for (const sentence of sentences) {
    for (const [memory, words] of remembered.entries()) {
      const difference = contradicts(sentence, words);
      if (difference === null) continue;
      suspects.push({ sentence: sentence.text, memory, difference });
      if (suspects.length === suspectsMax) return suspects;
    }
    yield;
  }
  return suspects;
}
