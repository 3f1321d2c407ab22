// The checks of readiness as a person reads them.
import type { Model } from "../../api.ts";
import { agoOf, bytesOf, durationOf, numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

type Outcome = Model["CheckOutcome"];
type Detail = Readonly<Record<string, string | number | null>>;

export interface CheckRow {
  readonly name: string;
  readonly label: string;
  readonly outcome: Outcome;
  /** Empty: nothing more is known. */
  readonly told: string;
  /** What to do; empty where nothing is to be done. */
  readonly help: string;
}

const URGENCY: readonly Outcome[] = ["failing", "warning", "ok"];
const told = words.overview.details;

/** What the numbers behind each check say. */
const TOLD: Readonly<Record<string, (detail: Detail) => string>> = {
  storage: (detail) => told.schema(detail.schema_version ?? "?"),
  model: (detail) => told.workers(detail.id ?? "?", detail.workers_open ?? "?", detail.workers ?? "?"),
  writer: (detail) => told.writes(Number(detail.waiting ?? 0), batchOf(Number(detail.batch_ms ?? 0))),
  disk: (detail) => told.free(bytesOf(Number(detail.free_bytes ?? 0))),
  backlog: (detail) => told.pending(Number(detail.embeddings_pending ?? 0)),
  reembedding: (detail) => told.reembedded(numberOf(Number(detail.done ?? 0)), numberOf(Number(detail.total ?? 0))),
  certificate: (detail) => told.ends(agoOf(String(detail.expires ?? ""))),
  backup: ({ last, age_seconds: age }) =>
    last === undefined ? "" : told.backedUp(last ?? "?", typeof age === "number" ? durationOf(age * 1_000) : null),
};

function batchOf(ms: number): string {
  return ms < 1 ? told.instant : durationOf(ms);
}

/** What fails stands first. */
export function checkRows(
  checks: Readonly<Record<string, Outcome>>,
  details: Readonly<Record<string, Detail>>,
): readonly CheckRow[] {
  const rows = Object.entries(checks).map(([name, outcome]): CheckRow => {
    const known = Object.entries(words.overview.checks).find(([each]) => each === name)?.[1];
    const help = outcome === "ok" ? "" : (known?.help ?? "");
    return { name, label: known?.name ?? name, outcome, told: toldOf(name, details[name]), help };
  });
  return rows.sort((a, b) => URGENCY.indexOf(a.outcome) - URGENCY.indexOf(b.outcome));
}

function toldOf(name: string, detail: Detail | undefined): string {
  if (detail === undefined) return "";
  // The service's own words come first.
  if (typeof detail.message === "string") return detail.message;
  const form = TOLD[name];
  if (form !== undefined) return form(detail);
  return Object.entries(detail)
    .map(([key, value]) => `${key}: ${value ?? words.common.none}`)
    .join(", ");
}
