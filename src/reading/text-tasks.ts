// Every task over the texts of one account, each in slices.
import { KeptReadings } from "../base/kept-readings.ts";
import type { Steps } from "../base/steps.ts";
import { NEED_MARK, type QuestionWord } from "../domain/ports/lexical-index.ts";
import type { TextTask, TextTasks } from "../domain/ports/text-reading.ts";
import type { WishSentence } from "../domain/wish.ts";
import { createTextAnalyzer, type Language } from "../lexical/analyze-text.ts";
import { readStatementWords, readTerms } from "../lexical/read-terms.ts";
import { redact } from "../redaction/redact.ts";
import { findReplaced } from "../statements/find-replaced.ts";
import { createSentenceReader } from "../statements/sentence-reader.ts";
import { AnswerComparer } from "../understanding/compare-answer.ts";
import { distilCluster } from "../understanding/distil-cluster.ts";
import { needsMatter, tellsNeed } from "../understanding/lasting-needs.ts";
import { PatternReader } from "../understanding/patterns.ts";
import { asksOfOwn, readStance } from "../understanding/question-stance.ts";
import { quotePassages } from "../understanding/quote-passages.ts";
import { readTies } from "../understanding/relation-ties.ts";
import { createRuleWriter } from "../understanding/rule-writer.ts";
import { tellsChange } from "../understanding/tells-change.ts";
import { createTimeCueReader } from "../understanding/time-cues.ts";
import { createTurnReader } from "../understanding/turn-reader.ts";
import { readWishes } from "../understanding/wish-reader.ts";

export type TextSteps = {
  readonly [Task in TextTask]: (input: Parameters<TextTasks[Task]>[0]) => Steps<ReturnType<TextTasks[Task]>>;
};

/** Asked for beside the words of a question whose answer depends on what the user needs. */
const NEEDED: QuestionWord = {
  terms: [NEED_MARK],
  synonyms: [],
  rivals: [],
  unsaidIn: [],
  distinctive: false,
  isOwn: false,
  isImplied: true,
};

/** These readers keep nothing of a text, so all accounts share them. */
const turns = createTurnReader();
const times = createTimeCueReader();
const rules = createRuleWriter();

/** The tasks of one account. What they keep (words, rules, compiled patterns, what was read from the last texts) is forgotten with them. */
export interface AccountTasks extends Omit<TextSteps, "forgetWords"> {
  readonly wordsKept: number;
}

export function createAccountTasks(): AccountTasks {
  const sentences = createSentenceReader();
  const wishes = new KeptReadings<readonly WishSentence[]>();
  const comparer = new AnswerComparer(sentences, turns);
  const patterns = new PatternReader();
  const analyzer = createTextAnalyzer();
  return {
    readInput: (text) => turns.readInputInSteps(text),
    readTimes: ({ question, at }) => atOnce(() => times.read(question, at)),
    readStance: (question) => atOnce(() => readStance(question, analyzer.stopWordsOf(question))),
    tellsChange: (input) => atOnce(() => tellsChange(input)),
    redact: ({ text, kinds }) => redact(text, kinds),
    findPattern: ({ patterns: asked, text }) => patterns.find(asked, text),
    findEachPattern: ({ patterns: asked, text }) => patterns.findEach(asked, text),
    checkPatterns: ({ patterns: asked }) => patterns.check(asked),
    findReplaced: ({ turns: told, question }) => findReplaced(sentences, told, question),
    compareAnswer: (texts) => comparer.compare(texts),
    readTerms: ({ input, answer }) =>
      readTerms(analyzer, input, answer, { tellsNeed: tellsNeed(input), ties: readTies(input) }),
    *readQuestion({ question, languages, isSearch }) {
      const words = yield* analyzer.analyzeQuestion(question, languages as readonly Language[], isSearch);
      if (isSearch) return words;
      const isOwn = asksOfOwn(question);
      const asked = isOwn ? words.map((word) => ({ ...word, isOwn })) : words;
      return needsMatter(question) ? [...asked, NEEDED] : asked;
    },
    readStatementWords: (text) => readStatementWords(analyzer, text),
    quotePassages: (asked) => quotePassages(analyzer, asked),
    readWishes: (input) => wishes.of(input, () => readWishes(rules, input)),
    distil: (cluster) => distilCluster(rules, sentences, cluster),
    get wordsKept() {
      return analyzer.wordsKept;
    },
  };
}

/** Runs work that is bounded by itself in one slice. */
function* atOnce<T>(work: () => T): Steps<T> {
  yield;
  return work();
}
