// Everything that watches one service: its meter, its requests, its writes.
import { createPrometheusMeter, type PrometheusMeter } from "./prometheus-meter.ts";
import { createRequestWatch, type LineLog, type ServiceWatch } from "./request-watch.ts";
import type { Tracer } from "./tracer.ts";

/** Seconds. A commit is one fsync: tenths of a millisecond on a good disk, a second on a bad one. */
const COMMIT_DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const EMBEDDING_DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

export interface Telemetry {
  readonly meter: PrometheusMeter;
  readonly requests: ServiceWatch;
  readonly writes: {
    onBatch(report: { readonly writes: number; readonly ms: number; readonly failed: boolean }): void;
    timeWrite<T>(work: () => Promise<T>): Promise<T>;
  };
  /** Seconds that a text took, from its asking to its embedding. */
  onEmbedding(lane: "interactive" | "background", seconds: number): void;
}

export interface TelemetryOptions {
  /** null: requests are not logged. */
  readonly log: LineLog | null;
  readonly slowMs: () => number;
  readonly tracer: Tracer | null;
  /** ms since the epoch; absent: as the machine says. */
  readonly now?: () => number;
}

export const SILENT: TelemetryOptions = { log: null, slowMs: () => 0, tracer: null };

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const meter = createPrometheusMeter();
  const requests = createRequestWatch({ ...options, meter });
  const commit = meter.histogram(
    "commit_duration_seconds",
    "Time of one commit, on the disk.",
    COMMIT_DURATIONS,
    [],
  )({});
  const batch = meter.histogram("commit_writes", "Writes that one commit held.", BATCH_SIZES, [])({});
  const embedding = meter.histogram(
    "embedding_duration_seconds",
    "Time from the asking for a text's embedding to having it, its wait included.",
    EMBEDDING_DURATIONS,
    ["lane"],
  );
  const lanes = { interactive: embedding({ lane: "interactive" }), background: embedding({ lane: "background" }) };
  let failures = 0;
  meter.observeTotal("commit_failures", "Commits that failed whole; nothing of them is stored.", () => failures);
  return {
    meter,
    requests,
    writes: {
      onBatch({ writes, ms, failed }) {
        commit.observe(ms / 1_000);
        batch.observe(writes);
        if (failed) failures += 1;
      },
      timeWrite: (work) => requests.stage("storage", work),
    },
    onEmbedding: (lane, seconds) => lanes[lane].observe(seconds),
  };
}
