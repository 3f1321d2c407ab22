// What bench:thresholds prints: a table for each threshold, the value in use and the suggested one marked.
import { type ClusterFindings, PURITY_LEAST } from "./threshold-clusters.ts";
import type { Interval } from "./threshold-grid.ts";
import type { PairFindings, PairPurpose } from "./threshold-pairs.ts";

/** Rows are printed as far from the two values as this. */
const WINDOW = 0.06;

export interface Named {
  /** In model.json. */
  readonly key: string;
  readonly shipped: number;
}

interface Choice extends Named {
  readonly suggested: number | null;
  readonly interval: Interval | null;
}

export function clusterLines(named: Named, findings: ClusterFindings): string[] {
  const choice = { ...named, suggested: findings.suggested, interval: findings.interval };
  return [
    heading(choice),
    `The best F1 of those with a purity of ${PURITY_LEAST} or more.`,
    "Threshold  Precision  Recall     F1  Purity  Items kept",
    ...shown(findings.rows, choice).map((row) =>
      [
        row.threshold.toFixed(2).padStart(9),
        row.precision.toFixed(3).padStart(9),
        row.recall.toFixed(3).padStart(6),
        row.f1.toFixed(3).padStart(5),
        row.purity.toFixed(3).padStart(6),
        row.items.toFixed(1).padStart(10) + marks(row.threshold, choice),
      ].join("  "),
    ),
  ];
}

/** `reference`: the model whose threshold is taken as right; null where the table is that model's own. */
export function pairLines(
  named: Named,
  purpose: PairPurpose,
  findings: PairFindings,
  reference: { readonly model: string; readonly shipped: number } | null,
): string[] {
  const choice = reference === null ? { ...named, suggested: null, interval: null } : { ...named, ...findings };
  const { rightFrom, soughtFrom, by } = purpose;
  const { value, pairs, interval } = findings.reference;
  const figure = `${by} ${value.toFixed(3)}${intervalText(interval, 3)}, ${pairs} pairs`;
  return [
    reference === null ? `${named.key}: shipped ${named.shipped.toFixed(2)}, what others are held to` : heading(choice),
    `${reference === null ? "Here" : `As ${reference.model}`} at ${(reference ?? named).shipped.toFixed(2)}: ${figure}.`,
    `Threshold  Pairs  Precision (>= ${rightFrom.toFixed(1)})  Share of >= ${soughtFrom.toFixed(1)}`,
    ...shown(findings.rows, choice).map((row) =>
      [
        row.threshold.toFixed(2).padStart(9),
        String(row.pairs).padStart(5),
        shareText(row.precision).padStart(18),
        shareText(row.share).padStart(15) + marks(row.threshold, choice),
      ].join("  "),
    ),
  ];
}

function heading({ key, shipped, suggested, interval }: Choice): string {
  const found = suggested === null ? "none suggested" : `suggested ${suggested.toFixed(2)}${intervalText(interval, 2)}`;
  return `${key}: shipped ${shipped.toFixed(2)}, ${found}`;
}

function intervalText(interval: Interval | null, digits: number): string {
  return interval === null ? "" : ` (${interval.low.toFixed(digits)}-${interval.high.toFixed(digits)})`;
}

function shareText(share: number): string {
  return Number.isNaN(share) ? "-" : share.toFixed(3);
}

function shown<Row extends { readonly threshold: number }>(rows: readonly Row[], choice: Choice): Row[] {
  const ends = [choice.shipped, choice.suggested ?? choice.shipped];
  const [low, high] = [Math.min(...ends) - WINDOW, Math.max(...ends) + WINDOW];
  // A hundredth is no binary fraction.
  return rows.filter(({ threshold }) => threshold > low - 1e-9 && threshold < high + 1e-9);
}

function marks(threshold: number, { shipped, suggested }: Choice): string {
  const names = [threshold === shipped ? "shipped" : "", threshold === suggested ? "suggested" : ""];
  const text = names.filter((name) => name !== "").join(", ");
  return text === "" ? "" : `  <- ${text}`;
}
