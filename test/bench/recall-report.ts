// The figures of bench:recall, and the lines that it prints of them.

import type { RecallSummary } from "./evidence-recall.ts";
import { CATEGORIES } from "./locomo.ts";
import type { Latencies } from "./percentiles.ts";

const MIB = 1024 ** 2;

/** What `--json` writes. */
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
  /** Sources of a question on average. */
  readonly sourcesMean: number;
  readonly recall: RecallSummary;
  readonly recallByCategory: readonly { readonly category: number; readonly summary: RecallSummary }[];
  readonly latencies: {
    readonly prepare: Latencies;
    readonly record: Latencies;
    readonly ingest: Latencies;
    readonly question: Latencies;
  };
  /** null where the system does not tell. */
  readonly peakRssBytes: number | null;
  readonly dataDirectoryBytes: number;
}

export function reportLines(report: RecallReport): string[] {
  const { latencies, peakRssBytes } = report;
  return [
    `Machine     ${report.machine}`,
    `Played      ${report.conversations} conversations, ${report.turns} turns in ${report.packets} packets, ${
      report.prefix ? "date and speaker before each text" : "text alone"
    }`,
    `Questions   ${report.recall.questions} (${report.questionsDropped} left out: no evidence that names a turn)`,
    `Sources     ${report.sourcesMean.toFixed(2)} a question, at most ${report.sourcesMax} packets of two turns`,
    "",
    "Evidence recall     questions   recall   95 % by conversation",
    ...report.recallByCategory.map(({ category, summary }) => recallLine(categoryName(category), summary)),
    recallLine("all", report.recall),
    "",
    "Latency in ms           count      p50      p95      p99",
    latencyLine("prepare of a turn", latencies.prepare),
    latencyLine("record of a turn", latencies.record),
    latencyLine("both", latencies.ingest),
    latencyLine("question", latencies.question),
    "",
    `Peak memory ${peakRssBytes === null ? "not told by this system" : `${mebibytes(peakRssBytes)} resident`}`,
    `Data        ${mebibytes(report.dataDirectoryBytes)} after stopping, the questions' turn tokens included`,
  ];
}

function categoryName(category: number): string {
  return `${category} ${CATEGORIES[category] ?? ""}`.trim();
}

function recallLine(name: string, { questions, recall, interval }: RecallSummary): string {
  const range = interval === null ? "-" : `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`;
  return `${name.padEnd(20)}${String(questions).padStart(9)}${recall.toFixed(3).padStart(9)}   ${range}`;
}

function latencyLine(name: string, { count, p50Ms, p95Ms, p99Ms }: Latencies): string {
  const figures = [p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(1).padStart(9));
  return `${name.padEnd(20)}${String(count).padStart(9)}${figures.join("")}`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
