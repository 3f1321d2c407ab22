// For each alert, series on which it fires and series on which it does not, in the notation of promtool's tests.

interface Series {
  /** Name and labels -> values, such as `0+2x20`: twenty steps up by 2. */
  readonly [series: string]: string;
}

export interface AlertCase {
  readonly fires: readonly Series[];
  readonly rests: readonly Series[];
  /** Between two values. */
  readonly interval: string;
  /** When it is looked at. */
  readonly at: string;
}

const MINUTES = { interval: "1m", at: "20m" };
/** Long enough for what counts in days; promtool judges in the same steps, which keeps it cheap. */
const DAYS = { interval: "30m", at: "60h" };
const HERE = 'job="memoryd",instance="a"';
const requests = (status: string) => `memoryd_http_requests_total{${HERE},operation="prepareTurn",status="${status}"}`;
const bucket = (le: string) =>
  `memoryd_http_request_duration_seconds_bucket{${HERE},operation="prepareTurn",status="2xx",le="${le}"}`;
const checked = (check: string) => `memoryd_check_outcome{${HERE},check="${check}"}`;
const of = (name: string) => `${name}{${HERE}}`;

export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  MemorydDown: {
    ...MINUTES,
    fires: [{ [of("up")]: "1x5 0x20" }],
    rests: [{ [of("up")]: "1x25", 'up{job="other",instance="a"}': "0x25" }, { [of("up")]: "1x18 0 1x10" }],
  },
  MemorydNotReady: { ...MINUTES, fires: [{ [checked("disk")]: "2x25" }], rests: [{ [checked("disk")]: "1x25" }] },
  MemorydRestarts: {
    ...MINUTES,
    fires: [{ [of("process_start_time_seconds")]: "1 2 3 4x20" }],
    rests: [{ [of("process_start_time_seconds")]: "1x5 2x20" }],
  },
  MemorydStorageFault: {
    ...MINUTES,
    fires: [{ [checked("storage")]: "0x14 1 0x20" }, { [of("memoryd_commit_failures_total")]: "0x14 1x20" }],
    rests: [{ [checked("storage")]: "0x25", [checked("disk")]: "1x25", [of("memoryd_commit_failures_total")]: "7x25" }],
  },
  MemorydErrors: {
    ...MINUTES,
    fires: [{ [requests("2xx")]: "0+98x25", [requests("5xx")]: "0+2x25" }],
    rests: [
      { [requests("2xx")]: "0+998x25", [requests("5xx")]: "0+2x25" },
      { [requests("2xx")]: "0+1x25", [requests("4xx")]: "0+9x25", [requests("not_ready")]: "0+9x25" },
    ],
  },
  MemorydOverloaded: {
    ...MINUTES,
    fires: [{ [`memoryd_http_errors_total{${HERE},code="overloaded"}`]: "0+1x25" }],
    rests: [{ [`memoryd_http_errors_total{${HERE},code="rate_limited"}`]: "0+9x25" }],
  },
  MemorydSlow: {
    ...MINUTES,
    fires: [{ [bucket("1")]: "0+90x25", [bucket("2.5")]: "0+100x25", [bucket("+Inf")]: "0+100x25" }],
    rests: [{ [bucket("1")]: "0+100x25", [bucket("2.5")]: "0+100x25", [bucket("+Inf")]: "0+100x25" }],
  },
  MemorydDiskLow: {
    ...MINUTES,
    fires: [{ [of("memoryd_disk_free_bytes")]: "2000000000x25" }],
    rests: [{ [of("memoryd_disk_free_bytes")]: "3000000000x25" }],
  },
  MemorydDiskFillsUp: {
    ...{ interval: "30m", at: "8h" },
    fires: [{ [of("memoryd_disk_free_bytes")]: "10000000000-500000000x20" }],
    rests: [
      { [of("memoryd_disk_free_bytes")]: "10000000000x20" },
      { [of("memoryd_disk_free_bytes")]: "100000000000-4000000000x20" },
    ],
  },
  MemorydDatabaseUnsafe: {
    ...MINUTES,
    fires: [{ [of("memoryd_database_durable")]: "0x25" }],
    rests: [{ [of("memoryd_database_durable")]: "1x25" }],
  },
  MemorydPartitionsMissing: {
    ...MINUTES,
    fires: [{ [of("memoryd_database_partitions_missing")]: "1x25" }],
    rests: [{ [of("memoryd_database_partitions_missing")]: "0x25" }],
  },
  MemorydStandbyLags: {
    ...MINUTES,
    fires: [{ [of("memoryd_database_lag_seconds")]: "61x25" }],
    rests: [{ [of("memoryd_database_lag_seconds")]: "5x25" }],
  },
  MemorydDatabaseConnections: {
    ...MINUTES,
    fires: [{ [of("memoryd_database_connections")]: "90x25", [of("memoryd_database_connections_max")]: "100x25" }],
    rests: [{ [of("memoryd_database_connections")]: "80x25", [of("memoryd_database_connections_max")]: "100x25" }],
  },
  MemorydTransactionOpen: {
    ...MINUTES,
    fires: [{ [of("memoryd_database_oldest_transaction_seconds")]: "4000x25" }],
    rests: [{ [of("memoryd_database_oldest_transaction_seconds")]: "30x25" }],
  },
  MemorydLogGrows: {
    ...MINUTES,
    fires: [{ [of("memoryd_wal_bytes")]: "300000000x25" }],
    rests: [{ [of("memoryd_wal_bytes")]: "100000000x10 300000000 100000000x20" }],
  },
  MemorydBackupFailed: {
    ...MINUTES,
    fires: [{ [of("memoryd_last_backup_success")]: "1 0x25" }],
    rests: [{ [of("memoryd_last_backup_success")]: "1x25" }],
  },
  MemorydBackupNotTakenElsewhere: {
    ...MINUTES,
    fires: [{ [of("memoryd_backup_command_success")]: "1 0x25" }],
    rests: [{ [of("memoryd_backup_command_success")]: "1x25" }],
  },
  // promtool's clock begins in 1970.
  MemorydBackupOld: {
    ...DAYS,
    fires: [{ [of("memoryd_last_backup_timestamp_seconds")]: "3600x130" }],
    rests: [
      { [of("memoryd_last_backup_timestamp_seconds")]: "3600x80 144000x80" },
      { [of("memoryd_last_backup_timestamp_seconds")]: "0x130" },
    ],
  },
  MemorydBackupMissing: {
    ...DAYS,
    fires: [{ [of("memoryd_last_backup_timestamp_seconds")]: "0x130" }],
    rests: [{ [of("memoryd_last_backup_timestamp_seconds")]: "3600x130" }],
  },
  MemorydBacklog: {
    ...MINUTES,
    fires: [{ [of("memoryd_embeddings_pending")]: "1001x25" }],
    rests: [{ [of("memoryd_embeddings_pending")]: "1000x25" }],
  },
  MemorydEmbeddingThreadsDie: {
    ...MINUTES,
    fires: [{ [of("memoryd_embedding_worker_deaths_total")]: "0x5 1x20" }],
    rests: [{ [of("memoryd_embedding_worker_deaths_total")]: "1x25" }],
  },
  MemorydLearningFails: {
    ...MINUTES,
    fires: [{ [`memoryd_learning_passes_total{${HERE},status="failed"}`]: "0x5 1x20" }],
    rests: [{ [`memoryd_learning_passes_total{${HERE},status="ok"}`]: "0+1x25" }],
  },
  MemorydCertificateExpires: {
    ...DAYS,
    fires: [{ [of("memoryd_certificate_expires_timestamp_seconds")]: `${15 * 86_400}x130` }],
    rests: [{ [of("memoryd_certificate_expires_timestamp_seconds")]: `${17 * 86_400}x130` }],
  },
  MemorydCertificateExpired: {
    ...DAYS,
    fires: [{ [of("memoryd_certificate_expires_timestamp_seconds")]: `${3 * 86_400}x130` }],
    rests: [{ [of("memoryd_certificate_expires_timestamp_seconds")]: `${4 * 86_400}x130` }],
  },
};

export type AlertCases = Readonly<Record<string, AlertCase>>;

/** The cases of each interval, which are judged at one. */
export function casesByInterval(cases: AlertCases): AlertCases[] {
  const entries = Object.entries(cases);
  const intervals = [...new Set(entries.map(([, { interval }]) => interval))];
  return intervals.map((wanted) => Object.fromEntries(entries.filter(([, { interval }]) => interval === wanted)));
}

/** A file for `promtool test rules`; JSON is YAML. */
export function promtoolTests(rulesFile: string, cases: AlertCases): string {
  const tests = Object.entries(cases).flatMap(([alert, { fires, rests, interval, at }]) =>
    [...fires, ...rests].map((series, nth) => ({
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count by (alertname) (ALERTS{alertname="${alert}",alertstate="firing"})`,
          eval_time: at,
          exp_samples: nth < fires.length ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
        },
      ],
    })),
  );
  return JSON.stringify({ rule_files: [rulesFile], evaluation_interval: tests[0]?.interval, tests });
}
