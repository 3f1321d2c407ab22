// Prints what briefs of the default budget show of what answers a question.
import type { BriefFigures, BriefQuestion } from "./measure-briefs.ts";
import type { RetrievalMode } from "./rest-client.ts";

export interface BriefMeans {
  readonly questions: number;
  readonly found: number;
  readonly sources: number;
  readonly shown: number;
  readonly whole: number;
}

export function briefMeansOf(questions: readonly BriefQuestion[]): BriefMeans {
  const mean = (of: (question: BriefQuestion) => number) =>
    questions.reduce((sum, question) => sum + of(question), 0) / questions.length;
  return {
    questions: questions.length,
    found: mean(({ found }) => found),
    sources: mean(({ sources }) => sources),
    shown: mean(({ shown }) => shown),
    whole: mean(({ whole }) => whole),
  };
}

/** Empty where no set tells the words of its answers. */
export function briefLines(figures: readonly BriefFigures[]): string[] {
  if (figures.length === 0) return [];
  const modes = figures[0]!.modes.map(({ mode }) => mode);
  const kinds = [...new Set(figures.flatMap(({ modes: [first] }) => first!.questions.map(({ kind }) => kind)))].sort();
  const all = (mode: RetrievalMode) =>
    figures.flatMap(({ modes }) => modes.find((each) => each.mode === mode)!.questions);
  const rows = [
    ...figures.map(({ set, modes }) => ({
      title: set,
      of: (mode: RetrievalMode) => modes.find((each) => each.mode === mode)!.questions,
    })),
    ...kinds.map((kind) => ({
      title: `all: ${kind}`,
      of: (mode: RetrievalMode) => all(mode).filter((each) => each.kind === kind),
    })),
    { title: "all", of: all },
  ];
  return [
    "",
    "Briefs as by default            questions  mode      found  in the brief   answers in it   as many whole   of these",
    ...rows.flatMap(({ title, of }) =>
      modes.map((mode, at) => lineOf(at === 0 ? title : "", mode, briefMeansOf(of(mode)))),
    ),
  ];
}

function lineOf(title: string, mode: RetrievalMode, { questions, found, sources, shown, whole }: BriefMeans): string {
  const count = title === "" ? "" : String(questions);
  const cells = [found.toFixed(2).padStart(7), sources.toFixed(2).padStart(14), shown.toFixed(3).padStart(16)];
  const share = whole === 0 ? "-" : (shown / whole).toFixed(3);
  return `${title.padEnd(32)}${count.padStart(9)}  ${mode.padEnd(8)}${cells.join("")}${whole.toFixed(3).padStart(16)}${share.padStart(11)}`;
}
