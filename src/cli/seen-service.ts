// A service as the command status has seen it.

/** As `GET /admin/status` answers; null is what is not known where no service was asked. */
export interface StatusBody {
  readonly checks: Readonly<Record<string, string>> | null;
  readonly details: Readonly<Record<string, Readonly<Record<string, string | number | null>>>> | null;
  readonly version: string | null;
  readonly started_at: string | null;
  readonly model: string | null;
  readonly accounts: number | null;
  readonly users: number | null;
  readonly turns: number | null;
  readonly memories: number | null;
  readonly lessons: number | null;
  readonly requests: {
    readonly seconds: number;
    readonly endpoints: readonly {
      readonly endpoint: string;
      readonly count: number;
      readonly p50_ms: number;
      readonly p95_ms: number;
      readonly refused: number;
      readonly failed: number;
    }[];
  } | null;
  readonly backlog: {
    readonly embeddings: number;
    readonly reembedding: { readonly done: number; readonly total: number } | null;
    readonly brains_to_learn: number;
  } | null;
  readonly last_pass: { readonly at: string; readonly status: string; readonly lessons: number } | null;
  readonly last_backup: { readonly at: string | null; readonly ok: boolean | null } | null;
  readonly disk: {
    readonly free_bytes: number;
    readonly database_bytes: number;
    readonly wal_bytes: number;
  } | null;
  readonly database: {
    readonly version: string;
    readonly role: string;
    readonly durable: boolean;
    readonly bytes: number;
    readonly connections: number;
    readonly connections_max: number;
    readonly standbys: number;
    /** null: the role may not look. */
    readonly synchronous_standbys: number | null;
    readonly lag_bytes: number | null;
    readonly lag_seconds: number | null;
  } | null;
  readonly certificate_ends_at: string | null;
}

/** The names of the checks that fail. */
export function failingOf(checks: Readonly<Record<string, string>>): string[] {
  return Object.keys(checks).filter((name) => checks[name] === "failing");
}

export interface SeenService {
  readonly isRunning: boolean;
  readonly isReady: boolean;
  /** Why it is not running, not ready, or says nothing, in a few words; null where all is well. */
  readonly reason: string | null;
  /** null: a service elsewhere. */
  readonly dataDir: string | null;
  /** Where it was asked; null where nobody was. */
  readonly url: string | null;
  readonly body: StatusBody;
}
