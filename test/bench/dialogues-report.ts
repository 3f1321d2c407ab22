// The figures of bench:dialogues, and the lines that it prints of them.
import type { AskedQuestion, ChangedFact, DialogueFigures } from "./measure-dialogues.ts";

export const RECALL_AT = [1, 3, 5] as const;

export interface DialogueRecall {
  readonly questions: number;
  /** Mean share of a question's evidence among the first 1, 3 and 5. */
  readonly recallAt: readonly number[];
  /** Mean of 1 / place of the best evidence, 0 where none was shown. */
  readonly meanReciprocalRank: number;
}

export function recallOf(questions: readonly AskedQuestion[]): DialogueRecall {
  const mean = (of: (question: AskedQuestion) => number) =>
    questions.reduce((sum, question) => sum + of(question), 0) / questions.length;
  return {
    questions: questions.length,
    recallAt: RECALL_AT.map((most) =>
      mean(({ evidence }) => evidence.filter((place) => place <= most).length / evidence.length),
    ),
    meanReciprocalRank: mean(({ evidence }) => 1 / Math.min(...evidence)),
  };
}

export interface ChangeFigures {
  readonly questions: number;
  readonly newerBeforeOlder: number;
  readonly newerFirst: number;
}

export function changesOf(changes: readonly ChangedFact[]): ChangeFigures {
  return {
    questions: changes.length,
    newerBeforeOlder: changes.filter(({ newer, older }) => newer < older).length,
    newerFirst: changes.filter(({ newer }) => newer === 1).length,
  };
}

export function dialogueLines(machine: string, sets: readonly DialogueFigures[]): string[] {
  return [
    `Machine     ${machine}`,
    "",
    "Dialogues                       questions            mode        @1      @3      @5     MRR",
    ...sets.flatMap(recallLines),
    ...changeLines(sets),
  ];
}

function recallLines({ set, language, turns, modes }: DialogueFigures): string[] {
  const questions = modes[0]!.questions;
  const parts = [
    { name: `in ${language}`, isOf: (question: AskedQuestion) => !question.acrossLanguages },
    { name: "in English", isOf: (question: AskedQuestion) => question.acrossLanguages },
  ].filter(({ isOf }) => questions.some(isOf));
  return parts.flatMap(({ name, isOf }, part) =>
    modes.map(({ mode, questions }, at) => {
      const recall = recallOf(questions.filter(isOf));
      const figures = [...recall.recallAt, recall.meanReciprocalRank].map((value) => value.toFixed(3).padStart(8));
      const title = part === 0 && at === 0 ? `${set}, ${turns} turns` : "";
      const count = at === 0 ? `${recall.questions} ${name}` : "";
      return `${title.padEnd(32)}${count.padEnd(20)} ${mode.padEnd(7)}${figures.join("")}`;
    }),
  );
}

function changeLines(sets: readonly DialogueFigures[]): string[] {
  const changed = sets.filter(({ modes }) => modes[0]!.questions.some(({ change }) => change !== null));
  if (changed.length === 0) return [];
  const kinds = [
    { name: "nearly identical", isOf: (change: ChangedFact) => change.nearlyIdentical },
    { name: "paraphrased", isOf: (change: ChangedFact) => !change.nearlyIdentical },
    { name: "all", isOf: () => true },
  ];
  return [
    "",
    "Changed facts         pairs            questions   mode    newer before older   newer first",
    ...changed.flatMap(({ set, modes }) =>
      kinds.flatMap(({ name, isOf }) =>
        modes.map(({ mode, questions }) => {
          const changes = questions.flatMap(({ change }) => (change !== null && isOf(change) ? [change] : []));
          const { newerBeforeOlder, newerFirst } = changesOf(changes);
          const counts = `${String(newerBeforeOlder).padStart(18)}${String(newerFirst).padStart(14)}`;
          return `${set.padEnd(22)}${name.padEnd(17)}${String(changes.length).padStart(9)}   ${mode.padEnd(8)}${counts}`;
        }),
      ),
    ),
  ];
}
