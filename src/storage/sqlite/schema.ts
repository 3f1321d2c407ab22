// The tables as Drizzle sees them. The SQL of migrations/ makes them; a test holds the two together.
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { TurnSignals } from "../../domain/learning.ts";
import { type Metadata, NO_METADATA } from "../../domain/metadata.ts";
import { DEFAULT_PLAN, PLAN_NAMES } from "../../domain/plan.ts";

const bytes = (name: string) => blob(name, { mode: "buffer" }).$type<Uint8Array>();

export const model = sqliteTable("model", {
  one: integer().primaryKey(),
  id: text().notNull(),
  sha256: text().notNull(),
  generation: integer().notNull().default(1),
});

export const models = sqliteTable("models", {
  generation: integer().primaryKey(),
  id: text().notNull(),
  sha256: text().notNull().unique(),
});

export const accounts = sqliteTable("accounts", {
  name: text().primaryKey(),
  settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  createdAt: integer("created_at").notNull(),
  plan: text({ enum: PLAN_NAMES }).notNull().default(DEFAULT_PLAN),
  pastDue: integer("past_due", { mode: "boolean" }).notNull().default(false),
});

export const accountTurns = sqliteTable(
  "account_turns",
  {
    account: text()
      .notNull()
      .references(() => accounts.name),
    month: text().notNull(),
    turns: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.month] })],
);

export const keys = sqliteTable(
  "keys",
  {
    id: text().primaryKey(),
    account: text()
      .notNull()
      .references(() => accounts.name),
    hash: bytes("hash").notNull(),
    name: text().notNull(),
    scope: text({ enum: ["admin", "agent"] }).notNull(),
    core: text(),
    user: text(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    coreId: integer("core_id"),
    replacedBy: text("replaced_by"),
  },
  (table) => [index("keys_by_account").on(table.account, table.createdAt), index("keys_by_core").on(table.coreId)],
);

export const cores = sqliteTable(
  "cores",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    account: text()
      .notNull()
      .references(() => accounts.name),
    slug: text().notNull(),
    name: text().notNull(),
    context: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("cores_by_slug").on(table.account, table.slug)],
);

type StoredPatterns = { pattern: string; reason: string }[];

export const constitutions = sqliteTable(
  "constitutions",
  {
    account: text()
      .notNull()
      .references(() => accounts.name),
    name: text().notNull(),
    text: text().notNull(),
    gates: text({ mode: "json" }).$type<StoredPatterns>().notNull(),
    prohibitions: text({ mode: "json" }).$type<StoredPatterns>().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.name] })],
);

export const brains = sqliteTable(
  "brains",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    account: text()
      .notNull()
      .references(() => accounts.name),
    core: text().notNull(),
    user: text().notNull(),
    nextSeq: integer("next_seq").notNull().default(1),
    turns: integer().notNull().default(0),
    memorySize: integer("memory_size").notNull().default(0),
    coherenceSum: real("coherence_sum").notNull().default(0),
    coherenceCount: integer("coherence_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    learnedThrough: integer("learned_through").notNull().default(0),
    attributesVersion: integer("attributes_version").notNull().default(0),
    taughtThrough: integer("taught_through").notNull().default(0),
  },
  (table) => [
    uniqueIndex("brains_by_key").on(table.account, table.core, table.user),
    index("brains_by_user").on(table.account, table.user),
  ],
);

export const packets = sqliteTable(
  "packets",
  {
    row: integer().primaryKey(),
    id: text().notNull(),
    kind: text({ enum: ["raw", "correction"] }).notNull(),
    input: text().notNull(),
    answer: text().notNull(),
    confidence: real().notNull(),
    unconfirmedOverwrite: integer("unconfirmed_overwrite", { mode: "boolean" }).notNull().default(false),
    session: text(),
    occurredAt: integer("occurred_at"),
    createdAt: integer("created_at").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    cues: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    metadata: text({ mode: "json" }).$type<Metadata>().notNull().default(NO_METADATA),
  },
  // Unique in its brain: see 0007-ids.sql. By session: 0010-sessions.sql. Those with a preference: 0014-metadata.sql.
  (table) => [index("packets_by_id").on(table.id)],
);

export const packetMetadata = sqliteTable(
  "packet_metadata",
  {
    name: text().notNull(),
    value: text().notNull(),
    row: integer()
      .notNull()
      .references(() => packets.row, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.value, table.row] }),
    index("packet_metadata_by_row").on(table.row),
  ],
);

export const packetEmbeddings = sqliteTable(
  "packet_embeddings",
  {
    row: integer()
      .primaryKey()
      .references(() => packets.row, { onDelete: "cascade" }),
    confidence: real().notNull(),
    vector: bytes("vector").notNull(),
    model: integer().notNull().default(1),
  },
  (table) => [index("packet_embeddings_by_model").on(table.model)],
);

export const packetTerms = sqliteTable("packet_terms", {
  row: integer()
    .primaryKey()
    .references(() => packets.row, { onDelete: "cascade" }),
  version: integer().notNull(),
  language: text().notNull(),
  inputLength: integer("input_length").notNull(),
  answerLength: integer("answer_length").notNull(),
  terms: text().notNull(),
  counts: bytes("counts").notNull(),
});

export const inputEmbeddings = sqliteTable("input_embeddings", {
  row: integer()
    .primaryKey()
    .references(() => packets.row, { onDelete: "cascade" }),
  vector: bytes("vector").notNull(),
  model: integer().notNull().default(1),
});

export const pendingEmbeddings = sqliteTable("pending_embeddings", {
  row: integer()
    .primaryKey()
    .references(() => packets.row, { onDelete: "cascade" }),
});

export const lessons = sqliteTable(
  "lessons",
  {
    row: integer().primaryKey(),
    id: text().notNull(),
    text: text().notNull(),
    useCount: integer("use_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    llmCost: real("llm_cost"),
    supersededBy: text("superseded_by"),
    isGeneral: integer("general", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("lessons_by_id").on(table.id), index("lessons_by_expiry").on(table.expiresAt)],
);

export const lessonEmbeddings = sqliteTable(
  "lesson_embeddings",
  {
    row: integer()
      .primaryKey()
      .references(() => lessons.row, { onDelete: "cascade" }),
    vector: bytes("vector").notNull(),
    model: integer().notNull().default(1),
  },
  (table) => [index("lesson_embeddings_by_model").on(table.model)],
);

export const lessonSources = sqliteTable(
  "lesson_sources",
  {
    lessonRow: integer("lesson_row")
      .notNull()
      .references(() => lessons.row, { onDelete: "cascade" }),
    packetId: text("packet_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lessonRow, table.packetId] }),
    index("lesson_sources_by_packet").on(table.packetId),
  ],
);

export const turns = sqliteTable(
  "turns",
  {
    id: integer().primaryKey(),
    tokenHash: bytes("token_hash").notNull().unique(),
    brain: integer()
      .notNull()
      .references(() => brains.id),
    input: text(),
    inputVector: bytes("input_vector"),
    inputTokens: integer("input_tokens").notNull(),
    session: text(),
    occurredAt: integer("occurred_at"),
    constitution: text().notNull(),
    sourceSeqs: text("source_seqs", { mode: "json" }).$type<number[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    consumedAt: integer("consumed_at"),
    answerHash: bytes("answer_hash"),
    packetSeq: integer("packet_seq"),
    signals: text({ mode: "json" }).$type<TurnSignals>(),
    inputModel: integer("input_model").notNull().default(1),
    metadata: text({ mode: "json" }).$type<Metadata>(),
  },
  (table) => [index("turns_by_brain").on(table.brain)],
);

const attribute = () => text({ enum: ["name", "occupation"] }).notNull();

export const selfAttributes = sqliteTable(
  "self_attributes",
  {
    brain: integer()
      .notNull()
      .references(() => brains.id),
    attribute: attribute(),
    value: text().notNull(),
    packetRow: integer("packet_row")
      .notNull()
      .references(() => packets.row, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.brain, table.attribute] }),
    index("self_attributes_by_packet").on(table.packetRow),
  ],
);

export const attributeClaims = sqliteTable(
  "attribute_claims",
  {
    packetRow: integer("packet_row")
      .notNull()
      .references(() => packets.row, { onDelete: "cascade" }),
    brain: integer()
      .notNull()
      .references(() => brains.id),
    attribute: attribute(),
    value: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.packetRow, table.attribute] }),
    index("attribute_claims_by_brain").on(table.brain),
  ],
);

export const forgottenRules = sqliteTable("forgotten_rules", {
  row: integer().primaryKey(),
  vector: bytes("vector").notNull(),
  createdAt: integer("created_at").notNull(),
  model: integer().notNull().default(1),
  wording: bytes("wording"),
});

export const learningPasses = sqliteTable(
  "learning_passes",
  {
    id: integer().primaryKey(),
    brain: integer()
      .notNull()
      .references(() => brains.id),
    distiller: text().notNull(),
    status: text({ enum: ["ok", "partial", "failed"] }).notNull(),
    packetsScanned: integer("packets_scanned").notNull(),
    clusters: integer().notNull(),
    lessonsCreated: integer("lessons_created").notNull(),
    skipped: integer().notNull(),
    writeFailed: integer("write_failed").notNull(),
    llmCost: real("llm_cost").notNull(),
    error: text(),
    finishedAt: integer("finished_at").notNull(),
  },
  (table) => [index("learning_passes_by_brain").on(table.brain, table.id)],
);

export const synthesisPlans = sqliteTable(
  "synthesis_plans",
  {
    id: integer().primaryKey(),
    tokenHash: bytes("token_hash").notNull().unique(),
    brain: integer()
      .notNull()
      .references(() => brains.id),
    after: integer().notNull(),
    through: integer().notNull(),
    packetsScanned: integer("packets_scanned").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    consumedAt: integer("consumed_at"),
  },
  (table) => [index("synthesis_plans_by_brain").on(table.brain)],
);

export const synthesisClusters = sqliteTable(
  "synthesis_clusters",
  {
    plan: integer()
      .notNull()
      .references(() => synthesisPlans.id, { onDelete: "cascade" }),
    id: text().notNull(),
    seqs: text({ mode: "json" }).$type<number[]>().notNull(),
    prompt: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.plan, table.id] })],
);

export const audit = sqliteTable(
  "audit",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    account: text().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    details: text().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [index("audit_by_account").on(table.account, table.seq)],
);

export const auditOrigin = sqliteTable("audit_origin", {
  one: integer().primaryKey(),
  id: text().notNull(),
});
