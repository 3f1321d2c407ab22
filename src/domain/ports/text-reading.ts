// The port to what reads texts: away from the thread that answers requests, or in short slices.
import type { ContradictionKind } from "../contradiction.ts";
import type { SentenceVerdict } from "../judged-sentence.ts";
import type { ClusterPacket, StatedAttribute, TurnSignals } from "../learning.ts";
import type { QuestionStance } from "../question-stance.ts";
import type { RedactKind } from "../redaction.ts";
import type { TimeCue } from "../time-cue.ts";
import type { WishSentence } from "../wish.ts";
import type { PacketTerms, QuestionWord } from "./lexical-index.ts";

/** A sentence of an answer that says otherwise than a memory does. */
export interface FoundContradiction {
  readonly sentence: string;
  /** Which of the memories. */
  readonly memory: number;
  /** The sentence of the memory. */
  readonly remembered: string;
  readonly kind: ContradictionKind;
}

/** A part of what the user told. */
export interface ToldPassage {
  /** Which of the memories. */
  readonly memory: number;
  readonly text: string;
  /** Its sentence that is most about the claim, and the sentence of the claim that is most about it. */
  readonly remembered: string;
  readonly sentence: string;
  /** How the claim differs where it differs from this. */
  readonly kind: ContradictionKind;
}

/** What an answer claims, beside what the user told that may be about it. */
export interface FoundDoubt {
  readonly claim: string;
  /** In the order of time; at least one. */
  readonly told: readonly ToldPassage[];
  /** Which of the passages is most about the claim. */
  readonly nearest: number;
}

/** A sentence of an answer that claims something. */
export interface ComparedSentence {
  readonly sentence: string;
  readonly verdict: SentenceVerdict;
  /** Which of the memories says it, or says otherwise; null: none is known to. */
  readonly memory: number | null;
}

/** A turn that an answer is held against. */
export interface ComparedMemory {
  readonly input: string;
  readonly answer: string;
  /** Of the answer to it, by their embeddings. Absent: unknown. */
  readonly similarity?: number | undefined;
}

export interface ComparedTexts {
  /** What the answer answers; null: unknown. */
  readonly question: string | null;
  readonly answer: string;
  readonly rules: readonly string[];
  /** In the order of time. */
  readonly memories: readonly ComparedMemory[];
  /** Whether each sentence is judged, and not only those that contradict. Absent: it is not. */
  readonly explain?: boolean | undefined;
}

export interface ComparedAnswer {
  /** The first of the rules that the answer breaks; -1: none. */
  readonly brokenRule: number;
  /** In the order of the answer's sentences, at most 5. */
  readonly contradictions: readonly FoundContradiction[];
  /** Sentences that deny what a memory says, or the other way round, by their words: to be compared by meaning. At most 4. */
  readonly suspects: readonly FoundContradiction[];
  /** What a model that reads more than words may settle; null: words are all there is to go by. */
  readonly doubt: FoundDoubt | null;
  /** Those that claim something, in the order of the answer; none where nobody asked. */
  readonly sentences: readonly ComparedSentence[];
  /** What the answer tells the user about the user. */
  readonly told: readonly StatedAttribute[];
}

/** A turn of which a later one replaced what the user stated. */
export interface ReplacedTurn {
  /** Which of the turns did. */
  readonly by: number;
  /** What the question is about, or at least half of what was stated; else the rest of it stands. */
  readonly isWhole: boolean;
}

/** A turn that is too long to be quoted whole. */
export interface LongTurn {
  readonly input: TextHead;
  readonly answer: TextHead;
  readonly tokensMax: number;
}

export interface TextHead {
  readonly text: string;
  /** Whether there is no more of it. */
  readonly isWhole: boolean;
}

/** A task of each name: what it takes, and what it answers. Equal inputs give equal answers. */
export interface TextTasks {
  /** What a turn says about itself. */
  readInput(text: string): TurnSignals;
  /** The times that a question names, as of `at` in ms since the epoch: see TimeCue. At most 4 of the first 1,000 characters. */
  readTimes(input: { readonly question: string; readonly at: number }): readonly TimeCue[];
  /** Whether what a user said may end what was said before about the same. */
  tellsChange(input: string): boolean;
  /** How a question stands to what was said before. */
  readStance(question: string): QuestionStance;
  /** The text with a mark such as `[redacted: card number]` for each find. */
  redact(input: { readonly text: string; readonly kinds: readonly RedactKind[] }): string;
  /**
   * Which of the patterns finds something, the first of them; -1: none. Throws `constitution_too_slow` where the patterns
   * together take too many steps for this text.
   */
  findPattern(input: { readonly patterns: readonly string[]; readonly text: string }): number;
  /** Of each of the patterns, whether it finds something. Throws `constitution_too_slow` as `findPattern` does. */
  findEachPattern(input: { readonly patterns: readonly string[]; readonly text: string }): readonly boolean[];
  /** What is wrong with each of the patterns, as the end of a sentence; null: nothing. */
  checkPatterns(input: { readonly patterns: readonly string[] }): PatternFaults;
  compareAnswer(texts: ComparedTexts): ComparedAnswer;
  /**
   * Of each turn, in the order of time, what replaced it; null: it stands, as far as is known. `question`: what the turns
   * are shown for.
   */
  findReplaced(texts: {
    readonly turns: readonly { readonly input: string; readonly answer: string }[];
    readonly question: string;
  }): readonly (ReplacedTurn | null)[];
  /** What is stored beside a packet. */
  readTerms(input: { readonly input: string; readonly answer: string }): PacketTerms;
  /** `isSearch`: words that are looked for, with nothing read between them. */
  readQuestion(input: {
    readonly question: string;
    readonly languages: readonly string[];
    readonly isSearch: boolean;
  }): readonly QuestionWord[];
  /** The words that make a statement what it is: no stop words, no numbers, which are what changes. */
  readStatementWords(text: string): readonly string[];
  /**
   * What a brief quotes of each turn, best first: what the user said, then what of the answer has to do with the
   * question. All of them together take at most the tokens of all.
   */
  quotePassages(input: { readonly question: string; readonly turns: readonly LongTurn[] }): readonly string[];
  /** A rule by the words of a cluster's packets; null where there is nothing durable in them. */
  distil(cluster: { readonly packets: readonly ClusterPacket[]; readonly centralSeq: number }): string | null;
  /** What the user says in an input, sentence by sentence: no code, nothing pasted or hostile. At most 24 of them. */
  readWishes(input: string): readonly WishSentence[];
  /** Forgets what is kept of the account's texts, because some were erased. Answers how many words that were. */
  forgetWords(input: null): number;
}

export interface PatternFaults {
  readonly faults: readonly (string | null)[];
  /** Steps that all of them together may take for each character. */
  readonly steps: number;
}

export type TextTask = keyof TextTasks;

/** Every task there is, which the compiler sees to. */
export const TEXT_TASKS = Object.keys({
  readInput: 0,
  readTimes: 0,
  readStance: 0,
  tellsChange: 0,
  redact: 0,
  findPattern: 0,
  findEachPattern: 0,
  checkPatterns: 0,
  compareAnswer: 0,
  findReplaced: 0,
  readTerms: 0,
  readQuestion: 0,
  readStatementWords: 0,
  quotePassages: 0,
  distil: 0,
  readWishes: 0,
  forgetWords: 0,
} satisfies Record<TextTask, 0>) as TextTask[];

/**
 * Work is done for each account in turn, in slices, so that no text holds up other accounts for long. What is kept for
 * later is kept for each account apart, so that how long a task takes tells nothing of what others write. `account`: the
 * owner of the text; null is the service's own work. Rejects with `not_ready` where the reader died over it.
 */
export type TextReading = {
  readonly [Task in TextTask]: (
    input: Parameters<TextTasks[Task]>[0],
    account: string | null,
  ) => Promise<ReturnType<TextTasks[Task]>>;
};

/** Every task handed to one function, which answers what TextReading says of that task. */
export function textReadingBy(
  run: (task: TextTask, input: unknown, account: string | null) => Promise<unknown>,
): TextReading {
  const tasks = TEXT_TASKS.map((task) => [task, (input: unknown, account: string | null) => run(task, input, account)]);
  return Object.fromEntries(tasks) as TextReading;
}
