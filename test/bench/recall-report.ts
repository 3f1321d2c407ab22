// The figures of bench:recall, and the lines that it prints of them.
import { type Interval, pairedGain, type RecallSummary, type ScoredQuestion } from "./evidence-recall.ts";
import { CATEGORIES } from "./locomo.ts";
import type { Latencies } from "./percentiles.ts";
import type { RetrievalMode } from "./rest-client.ts";

const MIB = 1024 ** 2;

export interface ModeFigures {
  readonly mode: RetrievalMode;
  /** Sources of a question on average. */
  readonly sourcesMean: number;
  readonly recall: RecallSummary;
  readonly recallByCategory: readonly { readonly category: number; readonly summary: RecallSummary }[];
  /** `/prepare` of the questions. */
  readonly question: Latencies;
  /** Each question by itself, by conversation. */
  readonly scored: readonly (readonly ScoredQuestion[])[];
}

/** What `--json` writes, one of each way of writing the texts. */
export interface RecallReport {
  readonly machine: string;
  readonly conversations: number;
  /** Whether each text had its date and speaker before it. */
  readonly prefix: boolean;
  readonly sourcesMax: number;
  readonly packets: number;
  /** Turns of the conversations that the packets hold. */
  readonly turns: number;
  readonly questionsDropped: number;
  readonly modes: readonly ModeFigures[];
  /** Counts of 0 where the memory was kept from an earlier run. */
  readonly latencies: { readonly prepare: Latencies; readonly record: Latencies; readonly ingest: Latencies };
  /** null where the system does not tell. */
  readonly peakRssBytes: number | null;
  readonly dataDirectoryBytes: number;
}

export function reportLines(report: RecallReport): string[] {
  const { modes, latencies, peakRssBytes } = report;
  const { questions } = modes[0]!.recall;
  return [
    `Machine     ${report.machine}`,
    `Played      ${report.conversations} conversations, ${report.turns} turns in ${report.packets} packets, ${
      report.prefix ? "date and speaker before each text" : "text alone"
    }`,
    `Questions   ${questions} (${report.questionsDropped} left out: no evidence that names a turn)`,
    `Sources     ${modes.map(({ mode, sourcesMean }) => `${mode} ${sourcesMean.toFixed(2)}`).join(", ")} a question, at most ${
      report.sourcesMax
    } packets of two turns`,
    "",
    ...recallTable(modes),
    "",
    "Latency in ms           count      p50      p95      p99",
    latencyLine("prepare of a turn", latencies.prepare),
    latencyLine("record of a turn", latencies.record),
    latencyLine("both", latencies.ingest),
    ...modes.map(({ mode, question }) => latencyLine(`question, ${mode}`, question)),
    ...ratioLines(modes),
    "",
    `Peak memory ${peakRssBytes === null ? "not told by this system" : `${mebibytes(peakRssBytes)} resident`}`,
    `Data        ${mebibytes(report.dataDirectoryBytes)} after stopping, the questions' turn tokens included`,
  ];
}

/** A row a category and one for all, a column a mode, and what the second has more than the first. */
function recallTable(modes: readonly ModeFigures[]): string[] {
  const [first, second] = modes;
  const columns = modes.map(({ mode }) => mode.padEnd(25));
  const head = `Evidence recall     questions   ${columns.join("")}${second === undefined ? "" : "difference"}`;
  const rows = [
    ...first!.recallByCategory.map(({ category }, at) => ({
      name: categoryName(category),
      summaries: modes.map(({ recallByCategory }) => recallByCategory[at]!.summary),
      isOf: (question: ScoredQuestion) => question.category === category,
    })),
    { name: "all", summaries: modes.map(({ recall }) => recall), isOf: () => true },
  ];
  return [
    `${head.trimEnd()}`,
    ...rows.map(({ name, summaries, isOf }) => {
      const figures = summaries.map(({ recall, interval }) => withRange(recall.toFixed(3), interval).padEnd(25));
      const gain = second === undefined ? "" : gainText(first!.scored, second.scored, isOf);
      return `${name.padEnd(20)}${String(summaries[0]!.questions).padStart(9)}   ${figures.join("")}${gain}`.trimEnd();
    }),
  ];
}

/** Difference of two runs over the same questions, with its 95 % by conversation. */
export function gainText(
  from: readonly (readonly ScoredQuestion[])[],
  to: readonly (readonly ScoredQuestion[])[],
  isOf: (question: ScoredQuestion) => boolean = () => true,
): string {
  const { gain, interval } = pairedGain(from, to, isOf);
  return withRange(signed(gain), interval, signed);
}

function withRange(text: string, interval: Interval | null, write = (value: number) => value.toFixed(3)): string {
  return interval === null ? text : `${text} (${write(interval.low)} to ${write(interval.high)})`;
}

function signed(value: number): string {
  // What rounds to nothing has no sign.
  const text = value.toFixed(3);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text.replace("-0.000", "0.000");
}

function ratioLines([first, second]: readonly ModeFigures[]): string[] {
  if (first === undefined || second === undefined) return [];
  const ratios = (["p50Ms", "p95Ms", "p99Ms"] as const).map((key) =>
    (second.question[key] / first.question[key]).toFixed(2).padStart(9),
  );
  return [`${`${second.mode} / ${first.mode}`.padEnd(20)}${" ".repeat(9)}${ratios.join("")}`];
}

export function categoryName(category: number): string {
  return `${category} ${CATEGORIES[category] ?? ""}`.trim();
}

function latencyLine(name: string, { count, p50Ms, p95Ms, p99Ms }: Latencies): string {
  const figures = [p50Ms, p95Ms, p99Ms].map((value) => (count === 0 ? "-" : value.toFixed(1)).padStart(9));
  return `${name.padEnd(20)}${String(count).padStart(9)}${figures.join("")}`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
