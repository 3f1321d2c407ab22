// Ties the parts of a service to its telemetry: what they take is timed, what they hold is shown.
import type { Certificate } from "../domain/certificate.ts";
import type { DiskUse } from "../domain/ports/data-files.ts";
import type { DatabaseState } from "../domain/ports/database-care.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { Stage } from "../domain/ports/request-watch.ts";
import type { PrometheusMeter } from "./prometheus-meter.ts";
import type { CheckedReadiness, Outcome } from "./readiness.ts";
import type { CommandState, LastBackup, Progress } from "./service-checks.ts";
import type { Telemetry } from "./telemetry.ts";

type AsyncMethod<A extends unknown[]> = (...args: A) => Promise<unknown>;
type AsyncMethods<T> = { [K in keyof T]: T[K] extends AsyncMethod<never> ? K : never }[keyof T];

/** The same part; the time that these methods of it take is the stage's, in the request that asks. */
export function measureStage<T extends object>(
  telemetry: Telemetry,
  stage: Stage,
  part: T,
  names: readonly AsyncMethods<T>[],
): T {
  const methods = new Map<PropertyKey, unknown>(
    names.map((name) => {
      const method = part[name] as AsyncMethod<unknown[]>;
      const timed: AsyncMethod<unknown[]> = (...args) =>
        telemetry.requests.stage(stage, () => method.apply(part, args));
      return [name, timed];
    }),
  );
  return new Proxy(part, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const bound: unknown = value.bind(target);
      methods.set(name, bound);
      return bound;
    },
  });
}

/** The same embedder, whose work is measured. */
export function measureEmbedder(telemetry: Telemetry, embedder: Embedder): Embedder {
  return {
    model: embedder.model,
    async embed(request) {
      const startedAt = performance.now();
      const embedding = await embedder.embed(request);
      telemetry.onEmbedding(request.lane, (performance.now() - startedAt) / 1_000);
      return embedding;
    },
  };
}

interface Held {
  readonly bytes: number;
  readonly brains: number;
  readonly loads: number;
  readonly evictions: number;
}

export interface MemoryParts {
  readonly vectors: () => Held;
  readonly words: () => Held;
  readonly budgetBytes: number;
  readonly pendingEmbeddings: () => Promise<number>;
  readonly cache: () => {
    readonly entries: number;
    readonly hits: number;
    readonly joined: number;
    readonly misses: number;
  };
}

export function showMemory(meter: PrometheusMeter, parts: MemoryParts): void {
  const { vectors, words, cache } = parts;
  const pending = "Turns on disk whose embedding is still to be made.";
  meter.observe("embeddings_pending", pending, parts.pendingEmbeddings);
  meter.observe("vectors_bytes", "Memory held by the vectors of brains in use.", () => vectors().bytes);
  meter.observe("words_bytes", "Memory held by the words of brains in use.", () => words().bytes);
  meter.observe("memory_budget_bytes", "Bound on vectors and words together.", () => parts.budgetBytes);
  meter.observe("brains_in_memory", "Brains whose vectors are in memory.", () => vectors().brains);
  meter.observeTotal("brain_loads", "Brains whose vectors were read into memory.", () => vectors().loads);
  meter.observeTotal("brain_evictions", "Brains whose vectors left memory for others.", () => vectors().evictions);
  meter.observe(
    "embeddings_remembered",
    "Embeddings of texts seen lately that are kept, of all accounts.",
    () => cache().entries,
  );
  const asked = "Embeddings asked for, by how they were had: remembered, joined to one under way, or made.";
  meter.observeTotals("embedding_requests", asked, ["outcome"], () => {
    const { hits, joined, misses } = cache();
    return Object.entries({ remembered: hits, joined, made: misses }).map(([outcome, value]) => ({
      labels: { outcome },
      value,
    }));
  });
}

export interface ProcessParts {
  readonly version: string;
  readonly model: string;
  readonly stats: () => Promise<{ readonly writesWaiting: number }>;
  /** Where the data lies in files; absent: it does not. */
  readonly disk?: () => Promise<DiskUse>;
  /** Of a database server; null: it says nothing just now. Absent: the data lies in files. */
  readonly database?: () => Promise<DatabaseState | null>;
  readonly pool: () => {
    readonly workersOpen: number;
    readonly interactive: number;
    readonly background: number;
    readonly texts: number;
    readonly windows: number;
    readonly refused: number;
    readonly deaths: number;
  };
  /** null: nothing waits to be embedded again. Absent: not known. */
  readonly reembedding?: () => Progress | null | Promise<Progress | null>;
  /** null: there is neither a schedule nor a backup. Absent: the data lies in no files. */
  readonly lastBackup?: () => Promise<LastBackup | null>;
  /** null, or absent: the service speaks plain HTTP. */
  readonly certificate?: () => Pick<Certificate, "validTo"> | null;
  /** null: no command is set. Absent: not known. */
  readonly backupCommand?: () => CommandState | null;
  /** Absent: no traces are sent. */
  readonly spans?: () => { readonly sent: number; readonly dropped: number };
}

const CERTIFICATE = "When the TLS certificate in use expires, in seconds since 1970; absent without TLS.";

export function showProcess(meter: PrometheusMeter, parts: ProcessParts): void {
  const { stats, disk, pool } = parts;
  meter.info("build_info", "The version that runs, and the model that embeds.", {
    version: parts.version,
    model: parts.model,
  });
  showDatabase(meter, parts);
  if (disk !== undefined) {
    meter.observe("wal_bytes", "Size of the write-ahead log.", async () => (await disk()).walBytes);
    meter.observe("disk_free_bytes", "Room left where the data is.", async () => (await disk()).freeBytes);
  }
  meter.observe("writes_waiting", "Writes that wait for the writer.", async () => (await stats()).writesWaiting);
  meter.observe("embedding_workers", "Workers that embed, with an open session.", () => pool().workersOpen);
  meter.observeBy("embedding_queue_texts", "Texts accepted and not embedded yet, by lane.", "lane", () => {
    const { interactive, background } = pool();
    return { interactive, background };
  });
  meter.observeTotal("embedding_texts", "Texts embedded.", () => pool().texts);
  meter.observeTotal("embedding_windows", "Windows embedded; a long text has several.", () => pool().windows);
  meter.observeTotal("embedding_refused", "Texts refused because the queue was full.", () => pool().refused);
  meter.observeTotal("embedding_worker_deaths", "Workers that died and were replaced.", () => pool().deaths);
  showReembedding(meter, parts);
  showBackup(meter, parts);
  meter.observe("certificate_expires_timestamp_seconds", CERTIFICATE, () => {
    const used = parts.certificate?.() ?? null;
    return used === null ? null : used.validTo / 1_000;
  });
  showBackupCommand(meter, parts);
  const { spans } = parts;
  if (spans === undefined) return;
  meter.observeTotal("trace_spans_sent", "Spans that the collector took.", () => spans().sent);
  meter.observeTotal("trace_spans_dropped", "Spans that could not be sent.", () => spans().dropped);
}

/** Of a database server; none is shown while it says nothing, nor where the data lies in files. */
const DATABASE_GAUGES: readonly (readonly [
  name: string,
  help: string,
  read: (state: DatabaseState) => number | null,
])[] = [
  ["standby", "Whether the server follows another one and takes no writes.", ({ isStandby }) => Number(isStandby)],
  ["durable", "Whether fsync and full_page_writes are on.", ({ isDurable }) => Number(isDurable)],
  ["connections", "Connections to the server, of all programs.", ({ connections }) => connections],
  ["connections_max", "Connections that the server takes.", ({ connectionsMax }) => connectionsMax],
  ["standbys", "Standbys that follow the server.", ({ standbys }) => standbys],
  ["synchronous_standbys", "Standbys that a commit waits for.", (state) => state.synchronousStandbys],
  ["lag_bytes", "Log that the standby furthest behind has not replayed.", ({ lagBytes }) => lagBytes],
  ["lag_seconds", "For how long it has not.", ({ lagSeconds }) => lagSeconds],
  ["dead_rows", "Rows that wait for vacuum.", ({ deadRows }) => deadRows],
  ["live_rows", "Rows that stand, as the server estimates them.", ({ liveRows }) => liveRows],
  ["oldest_transaction_seconds", "How long the oldest open transaction has been.", (it) => it.oldestTransactionSeconds],
  ["transaction_age", "Transactions since rows were frozen.", ({ transactionAge }) => transactionAge],
  ["partitions_missing", "Partitions that must be there and are not.", (it) => it.partitionsDue - it.partitions],
];

function showDatabase(meter: PrometheusMeter, { disk, database = async () => null }: ProcessParts): void {
  meter.observe("database_bytes", "Size of the database, its write-ahead log left out.", async () => {
    return disk === undefined ? ((await database())?.bytes ?? null) : (await disk()).databaseBytes;
  });
  for (const [name, help, read] of DATABASE_GAUGES) {
    meter.observe(`database_${name}`, help, async () => {
      const state = await database();
      return state === null ? null : read(state);
    });
  }
}

const OUTCOME_NUMBERS: Readonly<Record<Outcome, number>> = { ok: 0, warning: 1, failing: 2 };

/** Read when somebody looks: who scrapes needs no probe besides. */
export function showReadiness(meter: PrometheusMeter, read: () => Promise<Pick<CheckedReadiness, "checks">>): void {
  const what = "What each check of /readyz says: 0 ok, 1 warning, 2 failing, and then the service is not ready.";
  meter.observeBy("check_outcome", what, "check", async () => {
    const { checks } = await read();
    return Object.fromEntries(Object.entries(checks).map(([check, outcome]) => [check, OUTCOME_NUMBERS[outcome]]));
  });
}

function showReembedding(meter: PrometheusMeter, { reembedding }: ProcessParts): void {
  if (reembedding === undefined) return;
  const left = "Texts still to be embedded by the model in use: another model's, or imported without embeddings.";
  meter.observe("reembedding_left", left, async () => {
    const progress = await reembedding();
    return progress === null ? 0 : progress.total - progress.done;
  });
}

function showBackupCommand(meter: PrometheusMeter, { backupCommand }: ProcessParts): void {
  if (backupCommand === undefined) return;
  const failed = "Runs of backup_command that failed since the start.";
  meter.observeTotal("backup_command_failures", failed, () => backupCommand()?.failures ?? 0);
  const success = "Whether the last run of backup_command succeeded: 1 or 0; absent without one.";
  meter.observe("backup_command_success", success, () => {
    const isWell = backupCommand()?.ok ?? null;
    return isWell === null ? null : Number(isWell);
  });
}

function showBackup(meter: PrometheusMeter, { lastBackup }: ProcessParts): void {
  if (lastBackup === undefined) return;
  const at = "When the last good backup was taken, scheduled or by hand, in seconds since 1970; 0: none is known.";
  meter.observe("last_backup_timestamp_seconds", at, async () => {
    return ((await lastBackup())?.at ?? 0) / 1_000;
  });
  const success = "Whether the last scheduled attempt succeeded: 1 or 0; absent without a schedule.";
  meter.observe("last_backup_success", success, async () => {
    const last = await lastBackup();
    return last?.isScheduled === true ? Number(last.ok === true) : null;
  });
}
