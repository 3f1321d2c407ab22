// Compares an answer with rules and memories by its words: what it breaks, what it may contradict, what it tells the user.
import type { Steps } from "../domain/steps.ts";
import type { ComparedAnswer, Suspect } from "../domain/text-reading.ts";
import type { Sentence } from "../domain/text-tools.ts";
import { contradicts, type MemoryWords, wordsOfMemory } from "./contradiction.ts";
import { type AnswerWords, doesThing, forbiddenThings, wordsOfAnswer } from "./forbidden-by-lesson.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import type { TurnReader } from "./turn-reader.ts";

export interface ComparedTexts {
  readonly answer: string;
  readonly rules: readonly string[];
  readonly memories: readonly string[];
  readonly suspectsMax: number;
}

/** See TextTasks. */
export function* compareAnswer(
  reader: SentenceReader,
  turns: TurnReader,
  { answer, rules, memories, suspectsMax }: ComparedTexts,
): Steps<ComparedAnswer> {
  const sentences = yield* reader.read(answer);
  const brokenRule = yield* firstBroken(reader, rules, wordsOfAnswer(sentences));
  const remembered: MemoryWords[] = [];
  for (const memory of memories) remembered.push(wordsOfMemory(yield* reader.read(memory)));
  const suspects = yield* suspectsIn(sentences, remembered, suspectsMax);
  return { brokenRule, suspects, told: turns.readAnswer(answer) };
}

function* firstBroken(reader: SentenceReader, rules: readonly string[], answer: AnswerWords): Steps<number> {
  for (const [at, rule] of rules.entries()) {
    if (forbiddenThings(reader, rule).some((thing) => doesThing(answer, thing))) return at;
    yield;
  }
  return -1;
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
