// The tables of bench:peers, and where our row does not win.
import { LIMIT } from "./clustered-vectors.ts";
import type { MemoryFigures, MemoryReport } from "./measure-memory.ts";
import type { SearchFigures, SearchReport, SearchRow } from "./measure-search.ts";

const MEBIBYTE = 1024 * 1024;
const LABEL_WIDTH = 26;
const WIDTH = 10;

export function searchLines(report: SearchReport): string[] {
  const { rows, queries, cosines } = report;
  const ours = oursOf(report);
  const head = [
    "build s",
    "add ms",
    "p50 ms",
    "p95 ms",
    "ours/peer",
    `recall@${LIMIT}`,
    "RSS MiB",
    "disk MiB",
    "searches",
  ];
  return [
    `${rows.toLocaleString("en")} vectors, ${queries} queries; median cosine of the nearest ${cosines.first.toFixed(2)}, of number ${LIMIT} ${cosines.last.toFixed(2)}`,
    line("", head),
    ...report.peers.map((row) => searchLine(row, ours)),
    ...lossLines("Ours does not win", searchLosses(report)),
  ];
}

function searchLine({ label, outcome, isOurs, isExhaustive }: SearchRow, ours: SearchFigures | null): string {
  if (typeof outcome === "string") return `${label.padEnd(LABEL_WIDTH)}  ${outcome}`;
  const ratio = ours === null || outcome === ours ? "" : (ours.p50Ms / outcome.p50Ms).toFixed(2);
  return line(isOurs || isExhaustive ? label : `${label} *`, [
    outcome.buildSeconds.toFixed(2),
    outcome.addMs.toFixed(3),
    outcome.p50Ms.toFixed(3),
    outcome.p95Ms.toFixed(3),
    ratio,
    outcome.recall.toFixed(4),
    mebibytes(outcome.rssBytes),
    outcome.diskBytes === 0 ? "none" : mebibytes(outcome.diskBytes),
    String(outcome.searches),
  ]);
}

export function memoryLines(report: MemoryReport): string[] {
  const head = ["adds/s", "add p50 ms", "search p50", "p95 ms", "found", "RSS MiB", "embedder", "disk MiB", "kill -9"];
  return [
    `${report.texts.toLocaleString("en")} sentences added one at a time, ${report.questions} questions, the best ${LIMIT} of each`,
    line("", head),
    ...report.peers.map(({ label, outcome }) => {
      if (typeof outcome === "string") return `${label.padEnd(LABEL_WIDTH)}  ${outcome}`;
      return line(`${label} ${outcome.version}`, [
        outcome.addsPerSecond.toFixed(1),
        outcome.addP50Ms.toFixed(2),
        outcome.p50Ms.toFixed(2),
        outcome.p95Ms.toFixed(2),
        outcome.found.toFixed(3),
        mebibytes(outcome.rssBytes),
        outcome.embedderRssBytes === null ? "inside" : mebibytes(outcome.embedderRssBytes),
        mebibytes(outcome.diskBytes),
        outcome.afterKill,
      ]);
    }),
    ...lossLines("Ours does not win", memoryLosses(report)),
  ];
}

/** What the peers were, each with its version. */
export function versionLines(reports: readonly SearchReport[]): string[] {
  const versions = reports.flatMap(({ peers }) =>
    peers.flatMap(({ id, outcome }) => (typeof outcome === "string" ? [] : [`${id} ${outcome.version}`])),
  );
  return versions.length === 0 ? [] : [`Versions    ${[...new Set(versions)].join(", ")}`];
}

/** Each is less of something better: of a peer and a column, how many times ours is more. */
export interface Loss {
  readonly label: string;
  readonly column: string;
  readonly times: number;
}

const SEARCH_COLUMNS: readonly [string, (figures: SearchFigures) => number | null][] = [
  ["build", ({ buildSeconds }) => buildSeconds],
  ["add", ({ addMs }) => addMs],
  ["search p50", ({ p50Ms }) => p50Ms],
  ["search p95", ({ p95Ms }) => p95Ms],
  ["missed", ({ recall }) => 1 - recall],
  ["RSS", ({ rssBytes }) => rssBytes],
  // A peer that stores nothing has lost all by the next start; that is no less of the same.
  ["disk", ({ diskBytes }) => (diskBytes === 0 ? null : diskBytes)],
];

export function searchLosses(report: SearchReport): Loss[] {
  const ours = oursOf(report);
  if (ours === null) return [];
  return report.peers.flatMap(({ label, isOurs, outcome }) =>
    isOurs || typeof outcome === "string" ? [] : lossesTo(label, ours, outcome, SEARCH_COLUMNS),
  );
}

const MEMORY_COLUMNS: readonly [string, (figures: MemoryFigures) => number | null][] = [
  ["add", ({ addsPerSecond }) => 1 / addsPerSecond],
  ["search p50", ({ p50Ms }) => p50Ms],
  ["search p95", ({ p95Ms }) => p95Ms],
  ["not found", ({ found }) => 1 - found],
  ["RSS with the embedder", ({ rssBytes, embedderRssBytes }) => rssBytes && rssBytes + (embedderRssBytes ?? 0)],
  ["disk", ({ diskBytes }) => diskBytes],
];

/** The first row is ours. */
export function memoryLosses({ peers }: MemoryReport): Loss[] {
  const [ours, ...others] = peers;
  if (ours === undefined || typeof ours.outcome === "string") return [];
  const { outcome } = ours;
  return others.flatMap((other) =>
    typeof other.outcome === "string" ? [] : lossesTo(other.label, outcome, other.outcome, MEMORY_COLUMNS),
  );
}

function lossesTo<T>(
  label: string,
  ours: T,
  peer: T,
  columns: readonly [string, (figures: T) => number | null][],
): Loss[] {
  return columns.flatMap(([column, of]) => {
    const [mine, other] = [of(ours), of(peer)];
    return mine !== null && other !== null && mine > other ? [{ label, column, times: mine / other }] : [];
  });
}

function lossLines(title: string, losses: readonly Loss[]): string[] {
  const labels = [...new Set(losses.map(({ label }) => label))];
  if (labels.length === 0) return [`${title}: nowhere`];
  return labels.map((label) => {
    const columns = losses.filter((loss) => loss.label === label);
    const shown = columns.map(({ column, times }) => `${column} x${times.toFixed(2)}`);
    return `${title} against ${label}: ${shown.join(", ")}`;
  });
}

/** The first of our rows. */
function oursOf({ peers }: SearchReport): SearchFigures | null {
  const outcome = peers.find(({ isOurs }) => isOurs)?.outcome;
  return outcome === undefined || typeof outcome === "string" ? null : outcome;
}

function line(label: string, cells: readonly string[]): string {
  return (label.padEnd(LABEL_WIDTH) + cells.map((cell) => ` ${cell.padStart(WIDTH)}`).join("")).trimEnd();
}

function mebibytes(bytes: number | null): string {
  return bytes === null ? "?" : (bytes / MEBIBYTE).toFixed(1);
}
