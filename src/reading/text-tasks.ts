// Every task over a text, each in slices: what the reading thread does, and what is done in place where there is none.
import type { Steps } from "../domain/steps.ts";
import type { TextTask, TextTasks } from "../domain/text-reading.ts";
import { createTextAnalyzer, type Language } from "../lexical/analyze-text.ts";
import { readStatement, readTerms } from "../lexical/read-terms.ts";
import { redact } from "../redaction/redact.ts";
import { AnswerComparer } from "../text/compare-answer.ts";
import { distilCluster } from "../text/distil-cluster.ts";
import { PatternReader } from "../text/patterns.ts";
import { createRuleWriter } from "../text/rule-writer.ts";
import { createSentenceReader } from "../text/sentence-reader.ts";
import { createTimeCueReader } from "../text/time-cues.ts";
import { createTurnReader } from "../text/turn-reader.ts";

export type TextSteps = {
  readonly [Task in TextTask]: (input: Parameters<TextTasks[Task]>[0]) => Steps<ReturnType<TextTasks[Task]>>;
};

export function createTextSteps(): TextSteps {
  const turns = createTurnReader();
  const times = createTimeCueReader();
  const sentences = createSentenceReader();
  const comparer = new AnswerComparer(sentences, turns);
  const patterns = new PatternReader();
  const rules = createRuleWriter();
  const analyzer = createTextAnalyzer();
  return {
    readInput: (text) => turns.readInputInSteps(text),
    readTimes: ({ question, at }) => atOnce(() => times.read(question, at)),
    redact: ({ text, kinds }) => redact(text, kinds),
    findPattern: ({ patterns: asked, text }) => patterns.find(asked, text),
    checkPatterns: ({ patterns: asked }) => patterns.check(asked),
    compareAnswer: (texts) => comparer.compare(texts),
    readTerms: ({ input, answer }) => readTerms(analyzer, input, answer),
    readQuestion: ({ question, languages }) => analyzer.analyzeQuestion(question, languages as readonly Language[]),
    readStatement: (text) => readStatement(analyzer, text),
    distil: (cluster) => distilCluster(rules, sentences, cluster),
    forgetWords: () =>
      atOnce(() => {
        analyzer.forget();
        comparer.forget();
        return null;
      }),
  };
}

/** What is bounded by itself: one slice. */
function* atOnce<T>(work: () => T): Steps<T> {
  yield;
  return work();
}
