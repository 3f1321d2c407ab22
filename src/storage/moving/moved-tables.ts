// What is moved between the engines: each table as PostgreSQL has it, and where its values stand in SQLite.
import type { ColumnKind } from "../postgres/engine/copy-rows.ts";

export interface MovedTable {
  /** As in PostgreSQL. */
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** In its order both engines read the table, texts by their bytes. */
  readonly key: readonly string[];
  readonly sqlite: SqliteTable;
  /** Its rows in PostgreSQL, where they are more than those of the table. */
  readonly postgresFrom?: string;
  /** A table whose rows must be in SQLite before. */
  readonly follows?: string;
}

export interface SqliteTable {
  readonly from: string;
  /** As `key`, for an index of SQLite. */
  readonly order: string;
  /** Columns that stand there as something else. */
  readonly read: Readonly<Record<string, string>>;
  /** By SQLite's columns, `:name` being a column of PostgreSQL's; null: it follows from other tables. */
  readonly write: { readonly table: string; readonly values: Readonly<Record<string, string>> } | null;
}

/** The greatest number that a brain may have in SQLite: see its row numbers. */
export const SQLITE_BRAINS_MAX = 2 ** 25 - 1;

const PLACE = { brain: "int8", seq: "int4" } as const;

function ownValues(columns: object): Record<string, string> {
  return Object.fromEntries(Object.keys(columns).map((column) => [column, `:${column}`]));
}

/** The same in both, but for what `sqlite` says. */
function same(
  name: string,
  columns: MovedTable["columns"],
  key: readonly string[],
  sqlite: Partial<SqliteTable> = {},
): MovedTable {
  const write = { table: name, values: ownValues(columns) };
  return { name, columns, key, sqlite: { from: name, order: key.join(", "), read: {}, write, ...sqlite } };
}

const ROW_OF_PLACE = ":brain << 28 | :seq";

/** In SQLite its rows are numbered by brain and seq; `row`: the column of that number, `key`: what orders the rows of one. */
function placed(
  name: string,
  columns: MovedTable["columns"],
  {
    row = "row",
    key = [],
    written = {},
  }: { row?: string; key?: readonly string[]; written?: Record<string, string> } = {},
): MovedTable {
  return same(name, { ...PLACE, ...columns }, [...Object.keys(PLACE), ...key], {
    order: [row, ...key].join(", "),
    read: { brain: `${row} >> 28`, seq: `${row} & 268435455` },
    write: { table: name, values: { [row]: ROW_OF_PLACE, ...ownValues(columns), ...written } },
  });
}

const ofModel = { vector: "bytea", model: "int4" } as const;
const ofAttribute = { attribute: "text", value: "text" } as const;

const packetTerms = placed(
  "packet_terms",
  {
    ...{ version: "int4", language: "text", input_length: "int4", answer_length: "int4" },
    ...{ terms: "bytea", counts: "bytea" },
  },
  { written: { terms: "cast(:terms AS TEXT)" } },
);

/** The largest first, so that they do not come alone at the end. */
export const MOVED_TABLES: readonly MovedTable[] = [
  placed("packets", {
    ...{ id: "text", kind: "text", input: "text", answer: "text", confidence: "float8", unconfirmed_overwrite: "bool" },
    ...{
      session: "text",
      occurred_at: "int8",
      created_at: "int8",
      input_tokens: "int4",
      cues: "text",
      metadata: "text",
    },
  }),
  placed("packet_embeddings", { confidence: "float8", ...ofModel }),
  placed("input_embeddings", ofModel),
  {
    ...packetTerms,
    sqlite: { ...packetTerms.sqlite, read: { ...packetTerms.sqlite.read, terms: "cast(terms AS BLOB)" } },
  },
  same(
    "turns",
    {
      ...{ brain: "int8", token_hash: "bytea", input: "text", input_vector: "bytea", input_tokens: "int4" },
      ...{ session: "text", occurred_at: "int8", constitution: "text", source_seqs: "text", created_at: "int8" },
      ...{ expires_at: "int8", consumed_at: "int8", answer_hash: "bytea", packet_seq: "int4", signals: "text" },
      ...{ input_model: "int4", metadata: "text" },
    },
    ["token_hash"],
  ),
  same("tokens", { token_hash: "bytea", brain: "int8" }, ["token_hash"], {
    from: "(SELECT token_hash, brain FROM turns UNION ALL SELECT token_hash, brain FROM synthesis_plans)",
    write: null,
  }),
  placed("packet_metadata", { name: "text", value: "text" }, { key: ["name", "value"] }),
  placed("pending_embeddings", {}),
  placed("lessons", {
    ...{ id: "text", text: "text", use_count: "int4", created_at: "int8", expires_at: "int8", llm_cost: "float8" },
    ...{ superseded_by: "text", general: "bool" },
  }),
  placed("lesson_embeddings", ofModel),
  placed("lesson_sources", { packet_id: "text" }, { row: "lesson_row", key: ["packet_id"] }),
  placed("forgotten_rules", { ...ofModel, created_at: "int8", wording: "bytea" }),
  same("self_attributes", { ...PLACE, ...ofAttribute }, ["brain", "attribute"], {
    read: { seq: "packet_row & 268435455" },
    write: {
      table: "self_attributes",
      values: { brain: ":brain", packet_row: ROW_OF_PLACE, ...ownValues(ofAttribute) },
    },
  }),
  placed("attribute_claims", ofAttribute, { row: "packet_row", key: ["attribute"], written: { brain: ":brain" } }),
  same(
    "brains",
    {
      ...{ id: "int8", account: "text", core: "text", user: "text", next_seq: "int4", turns: "int8" },
      ...{ memory_size: "int4", coherence_sum: "float8", coherence_count: "int8", created_at: "int8" },
      ...{ learned_through: "int4", attributes_version: "int4", taught_through: "int4" },
    },
    ["id"],
  ),
  same("brain_keys", { account: "text", core: "text", user: "text", brain: "int8" }, ["account", "core", "user"], {
    from: "brains",
    read: { brain: "id" },
    write: null,
  }),
  same(
    "learning_passes",
    {
      ...{ brain: "int8", id: "int8", distiller: "text", status: "text", packets_scanned: "int4", clusters: "int4" },
      ...{ lessons_created: "int4", skipped: "int4", write_failed: "int4", llm_cost: "float8", error: "text" },
      ...{ finished_at: "int8" },
    },
    ["id"],
  ),
  same(
    "synthesis_plans",
    {
      ...{ brain: "int8", token_hash: "bytea", after: "int4", through: "int4", packets_scanned: "int4" },
      ...{ created_at: "int8", expires_at: "int8", consumed_at: "int8" },
    },
    ["token_hash"],
  ),
  {
    ...same("synthesis_clusters", { brain: "int8", plan: "bytea", id: "text", seqs: "text" }, ["plan", "id"], {
      from: "synthesis_clusters JOIN synthesis_plans ON synthesis_plans.id = synthesis_clusters.plan",
      order: "synthesis_plans.token_hash, synthesis_clusters.id",
      read: { plan: "synthesis_plans.token_hash", id: "synthesis_clusters.id" },
      write: {
        table: "synthesis_clusters",
        values: {
          ...{ plan: "(SELECT id FROM synthesis_plans WHERE token_hash = :plan)", id: ":id", seqs: ":seqs" },
          // Nobody reads it any more.
          prompt: "''",
        },
      },
    }),
    follows: "synthesis_plans",
  },
  same("model", { one: "int4", id: "text", sha256: "text", generation: "int4" }, ["one"]),
  same("models", { generation: "int4", id: "text", sha256: "text" }, ["generation"]),
  same("accounts", { name: "text", settings: "text", created_at: "int8", plan: "text", past_due: "bool" }, ["name"]),
  {
    ...same("account_turns", { account: "text", month: "text", turns: "int8" }, ["account", "month"]),
    postgresFrom: `(SELECT account, month, sum(turns)::bigint AS turns FROM (
      SELECT account, month, turns FROM account_turns UNION ALL SELECT account, month, turns FROM account_turn_shares
    ) AS lots GROUP BY account, month)`,
  },
  same(
    "keys",
    {
      ...{ id: "text", account: "text", hash: "bytea", name: "text", scope: "text", core: "text", user: "text" },
      ...{ created_at: "int8", last_used_at: "int8", expires_at: "int8", revoked_at: "int8", core_id: "int8" },
      ...{ replaced_by: "text" },
    },
    ["id"],
  ),
  same("cores", { id: "int8", account: "text", slug: "text", name: "text", context: "text", created_at: "int8" }, [
    "id",
  ]),
  same(
    "constitutions",
    { account: "text", name: "text", text: "text", gates: "text", prohibitions: "text", updated_at: "int8" },
    ["account", "name"],
  ),
  same(
    "audit",
    {
      ...{ seq: "int8", at: "int8", account: "text", actor: "text", action: "text", target: "text", details: "text" },
      ...{ previous: "text", hash: "text" },
    },
    ["seq"],
  ),
];
