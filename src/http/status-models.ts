// What an operator is told of a running service at one look.
import { type TSchema, Type } from "@sinclair/typebox";
import { Count, Instant, Nullable, OneOf } from "./fields.ts";
import { Checks, Details } from "./health-routes.ts";
import { PassStatus } from "./learning-models.ts";

const Ms = (description: string) => Type.Number({ minimum: 0, description });

const Endpoint = Type.Object(
  {
    endpoint: Type.String({ description: "Method and path, such as `POST /prepare`; `other` for what is none." }),
    count: Count("Requests answered."),
    p50_ms: Ms("Half of them took no longer, in ms, to some 10 %."),
    p95_ms: Ms("19 of 20 took no longer, in ms, to some 10 %."),
    refused: Count("Answered with 4xx."),
    failed: Count("Answered with 5xx."),
  },
  { title: "EndpointRequests", description: "The requests of one endpoint." },
);

const Requests = Type.Object(
  {
    seconds: Count("How far back the counts go: five minutes, less after a start."),
    endpoints: Type.Array(Endpoint, {
      description: "Those asked for most come first; health checks are not among them.",
    }),
  },
  { title: "RecentRequests", description: "Requests of the last minutes." },
);

const Backlog = Type.Object(
  {
    embeddings: Count("Turns on disk whose embedding is still to be made."),
    reembedding: Nullable(
      Type.Object(
        { done: Count("Texts embedded anew."), total: Count("Texts that another model had embedded.") },
        { title: "Reembedding", description: "How far it is." },
      ),
      "What is embedded anew after a change of the model; null: nothing.",
    ),
    brains_to_learn: Count("Brains with turns that no learning pass has read."),
  },
  { title: "Backlog", description: "Work that waits." },
);

const LastPass = Type.Object(
  {
    at: Instant("When it ended."),
    status: PassStatus,
    lessons: Count("Lessons that it made."),
  },
  { title: "LastPass", description: "The learning pass that ended last, of any brain." },
);

export const LastBackup = Type.Object(
  {
    at: Nullable(
      Type.String({ format: "date-time" }),
      "When the last good one was made, by the schedule or by hand; null: there is none.",
    ),
    ok: Nullable(
      Type.Boolean(),
      "Whether the schedule's last attempt succeeded; null: there was none since the start.",
    ),
  },
  { title: "LastBackup", description: "Backups." },
);

const Disk = Type.Object(
  {
    free_bytes: Count("Room left where the data is."),
    database_bytes: Count("Size of the database."),
    wal_bytes: Count("Size of its write-ahead log."),
  },
  { title: "Disk", description: "The disk of the data." },
);

const Seconds = (description: string) => Type.Number({ minimum: 0, description });

const Unseen = <T extends TSchema>(schema: T) =>
  Nullable(schema, `${schema.description} null: the database's role may not look (it needs pg_read_all_stats).`);

const DatabaseRole = OneOf(
  "DatabaseRole",
  ["primary", "standby"],
  "A standby follows another one and takes no writes.",
);

const DatabaseServer = Type.Object(
  {
    version: Type.String({ description: "Of the server, such as `15.14`." }),
    role: DatabaseRole,
    durable: Type.Boolean({
      description: "Whether what was acknowledged outlives a crash of its machine: fsync and full_page_writes are on.",
    }),
    bytes: Count("Size of the database, with indexes and dead rows."),
    connections: Count("Connections to the whole server, of all programs."),
    connections_max: Count("Connections that the server takes."),
    standbys: Count("Standbys that follow it."),
    synchronous_standbys: Unseen(Count("Those of them that a commit waits for.")),
    lag_bytes: Unseen(Count("Log that the standby furthest behind has not replayed; 0 without one.")),
    lag_seconds: Unseen(Seconds("For how long it has not, in seconds; 0 without one.")),
    dead_rows: Count("Rows that were deleted or replaced and wait for vacuum."),
    live_rows: Count("Rows that stand, as the server estimates them."),
    vacuumed_at: Nullable(
      Type.String({ format: "date-time" }),
      "When a table was vacuumed last, by hand or by itself; null: none ever was.",
    ),
    oldest_transaction_seconds: Unseen(
      Seconds("How long the oldest open transaction has been: what was deleted since is not freed."),
    ),
    transaction_age: Count("Transactions since rows were frozen: at two thousand million the server takes no writes."),
    partitions: Count("Partitions that are there."),
    partitions_due: Count("Partitions that must be there."),
  },
  { title: "DatabaseServer", description: "The PostgreSQL server that has the data." },
);

export const Status = Type.Object(
  {
    ready: Type.Boolean({ description: "Whether the service can take traffic: what `/readyz` says." }),
    checks: Checks,
    details: Details,
    version: Type.String({ description: "Of memoryd." }),
    started_at: Instant("When the service started."),
    model: Type.String({ description: "The model that embeds." }),
    accounts: Count("Accounts."),
    users: Count("Users that have a brain, each counted once in an account."),
    turns: Count("Turns recorded ever."),
    memories: Count("Turns remembered now."),
    lessons: Count("Live lessons."),
    requests: Requests,
    backlog: Backlog,
    last_pass: Nullable(LastPass, "null: there was none yet."),
    last_backup: Nullable(LastBackup, "null: none was made, and none is scheduled."),
    disk: Nullable(Disk, "null: the data lies in no files of this machine."),
    database: Nullable(
      DatabaseServer,
      "null: the data lies in files of this machine, or the server says nothing just now.",
    ),
    certificate_ends_at: Nullable(Type.String({ format: "date-time" }), "When the TLS certificate ends; null: no TLS."),
  },
  { title: "Status", description: "The service at one look: numbers alone, over all accounts." },
);

const Milliseconds = Type.Number({ minimum: 0 });
const Whole = Type.Integer({ minimum: 0 });

const Point = Type.Object(
  {
    at: Instant("When the minute began."),
    prepares: Count("Turns prepared: `POST /prepare` answered with 2xx."),
    records: Count("Turns recorded."),
    verifies: Count("Answers verified."),
    errors: Count("Requests of any kind answered with 5xx."),
    prepare_ms_p50: Nullable(
      Milliseconds,
      "Half of the prepares took no longer, in ms, to some 10 %; null: there was none.",
    ),
    prepare_ms_p95: Nullable(Milliseconds, "19 of 20 prepares took no longer; null: there was none."),
    memory_bytes: Nullable(Whole, "Memory of the process; null: nobody looked in that minute."),
    waiting: Nullable(Whole, "Turns on disk whose embedding is still to be made; null: nobody looked in that minute."),
  },
  { title: "StatusPoint", description: "One minute." },
);

export const StatusHistory = Type.Object(
  { points: Type.Array(Point, { description: "The minutes, the oldest first; the last one is under way." }) },
  { title: "StatusHistory", description: "The service over time." },
);
