// What watches a running service: logs, metrics and traces by the settings, and its health.
import type { Clock, RandomSource } from "../base/chance.ts";
import type { Certificate } from "../domain/certificate.ts";
import type { DiskUse } from "../domain/ports/data-files.ts";
import type { DatabaseState } from "../domain/ports/database-care.ts";
import type { Store } from "../domain/ports/store.ts";
import type { EmbeddingPool } from "../embedding/pool.ts";
import type { Readiness } from "../http/context.ts";
import { listenForPrometheus } from "../telemetry/metrics-listener.ts";
import { createOtlpExporter } from "../telemetry/otlp-exporter.ts";
import { readReadiness, remembered } from "../telemetry/readiness.ts";
import { type CommandState, checksOf, type LastBackup, type Progress } from "../telemetry/service-checks.ts";
import { createTelemetry, type Telemetry } from "../telemetry/telemetry.ts";
import { createTracer } from "../telemetry/tracer.ts";
import { showProcess, showReadiness } from "../telemetry/watch-parts.ts";
import type { CheckedSettings } from "./check-settings.ts";
import { PortError } from "./listen.ts";
import type { LiveSettings } from "./live-settings.ts";
import type { Logger } from "./log.ts";
import { createSparing } from "./log-sparingly.ts";

export interface WatchOptions {
  readonly live: LiveSettings;
  readonly checked: Pick<CheckedSettings, "prometheusAddress" | "tracesUrl">;
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Logger;
}

export interface WatchedParts {
  readonly store: Store;
  readonly embedder: EmbeddingPool;
  readonly now: () => number;
  /** null: nothing waits to be embedded again. Absent: not known. */
  readonly reembedding?: () => Progress | null | Promise<Progress | null>;
  /** Where the data lies in files; absent: it does not. */
  readonly disk?: () => Promise<DiskUse>;
  /** null: the server says nothing just now. Absent: the data lies in files. */
  readonly database?: () => Promise<DatabaseState | null>;
  /** null: there is neither a schedule nor a backup. Absent: the data lies in no files. */
  readonly lastBackup?: () => Promise<LastBackup | null>;
  /** null: the service speaks plain HTTP. */
  readonly certificate: () => Certificate | null;
  /** null: no command is set. */
  readonly backupCommand: () => CommandState | null;
}

export interface ServiceWatching {
  readonly telemetry: Telemetry;
  /** Shows the parts once they are there; returns how to read their health. Throws PortError. */
  show(parts: WatchedParts): () => Promise<Readiness>;
  close(): Promise<void>;
}

export function startWatching(options: WatchOptions): ServiceWatching {
  const { live, log, version, checked } = options;
  const exporter =
    checked.tracesUrl === null
      ? null
      : createOtlpExporter({
          url: checked.tracesUrl,
          version,
          onFailure: (reason) => log.warn({ event: "traces_not_sent", reason }),
        });
  const tracer =
    exporter === null
      ? null
      : createTracer({ random: options.random, samplePercent: live.current.otlp_sample_percent, export: exporter.add });
  const telemetry = createTelemetry({
    ...{ log, tracer, now: () => options.clock.now() },
    slowMs: () => live.current.log_slow_ms,
  });
  let stopListening = async () => {};
  return {
    telemetry,
    show(parts) {
      const { store, embedder } = parts;
      const pool = () => embedder.stats();
      showProcess(telemetry.meter, {
        ...parts,
        version,
        model: embedder.model.id,
        stats: () => store.health.stats(),
        pool,
        ...(exporter === null ? {} : { spans: () => exporter.stats() }),
      });
      stopListening = listenAt(checked, telemetry, log);
      const checks = checksOf({
        ...parts,
        storage: store.health,
        model: embedder.model,
        workers: () => ({ open: pool().workersOpen, wanted: pool().workers }),
        pendingEmbeddings: remembered(() => store.packets.countPending()),
      });
      const may = createSparing();
      const readiness = () =>
        readReadiness(checks, (check, error) => {
          // Some ask every second.
          if (may(check)) log.error({ event: "check_failed", check, err: error });
        });
      showReadiness(telemetry.meter, readiness);
      return readiness;
    },
    async close() {
      await stopListening();
      await exporter?.close();
    },
  };
}

function listenAt(
  { prometheusAddress: address }: WatchOptions["checked"],
  { meter }: Telemetry,
  log: Logger,
): () => Promise<void> {
  if (address === null) return async () => {};
  try {
    const listener = listenForPrometheus(address, meter);
    log.info({ event: "prometheus_listening", host: address.host, port: listener.port });
    return () => listener.stop();
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown error";
    throw new PortError(`prometheus_listen: cannot listen on ${address.host} port ${address.port}: ${why}`);
  }
}
