// The tables as Drizzle sees them. The SQL of migrations/ makes them; a test holds the two together.
// What grows with use is keyed by its brain, and hash-partitioned by it: every statement names the brain, but for sweeps.
import { sql } from "drizzle-orm";
import { boolean, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { TurnSignals } from "../../domain/learning.ts";
import { type Metadata, NO_METADATA } from "../../domain/metadata.ts";
import { DEFAULT_PLAN, PLAN_NAMES } from "../../domain/plan.ts";
import { bytes, json, whole } from "./columns.ts";

export const model = pgTable("model", {
  one: integer().primaryKey(),
  id: text().notNull(),
  sha256: text().notNull(),
  generation: integer().notNull().default(1),
});

export const models = pgTable("models", {
  generation: integer().primaryKey().generatedByDefaultAsIdentity(),
  id: text().notNull(),
  sha256: text().notNull().unique(),
});

export const accounts = pgTable("accounts", {
  name: text().primaryKey(),
  settings: json<Record<string, unknown>>().notNull().default({}),
  createdAt: whole().notNull(),
  plan: text({ enum: PLAN_NAMES }).notNull().default(DEFAULT_PLAN),
  pastDue: boolean().notNull().default(false),
});

export const accountTurns = pgTable(
  "account_turns",
  { account: text().notNull(), month: text().notNull(), turns: whole().notNull() },
  (table) => [primaryKey({ columns: [table.account, table.month] })],
);

/** Turns that no plan limits. */
export const accountTurnShares = pgTable(
  "account_turn_shares",
  { account: text().notNull(), month: text().notNull(), share: whole().notNull(), turns: whole().notNull() },
  (table) => [primaryKey({ columns: [table.account, table.month, table.share] })],
);

export const keys = pgTable("keys", {
  id: text().primaryKey(),
  account: text().notNull(),
  hash: bytes().notNull(),
  name: text().notNull(),
  scope: text({ enum: ["admin", "agent"] }).notNull(),
  core: text(),
  user: text(),
  createdAt: whole().notNull(),
  lastUsedAt: whole(),
  expiresAt: whole(),
  revokedAt: whole(),
  coreId: whole(),
  replacedBy: text(),
});

export const cores = pgTable("cores", {
  id: whole().primaryKey().generatedAlwaysAsIdentity(),
  account: text().notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  context: text().notNull(),
  createdAt: whole().notNull(),
});

type StoredPatterns = { pattern: string; reason: string }[];

export const constitutions = pgTable(
  "constitutions",
  {
    account: text().notNull(),
    name: text().notNull(),
    text: text().notNull(),
    gates: json<StoredPatterns>().notNull(),
    prohibitions: json<StoredPatterns>().notNull(),
    updatedAt: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.name] })],
);

/** Which number a brain has: partitioned by the whole key, which is all that is known of it before. */
export const brainKeys = pgTable(
  "brain_keys",
  { account: text().notNull(), core: text().notNull(), user: text().notNull(), brain: whole().notNull() },
  (table) => [primaryKey({ columns: [table.account, table.core, table.user] })],
);

export const brains = pgTable("brains", {
  id: whole().primaryKey(),
  account: text().notNull(),
  core: text().notNull(),
  user: text().notNull(),
  nextSeq: integer().notNull().default(1),
  turns: whole().notNull().default(0),
  memorySize: integer().notNull().default(0),
  coherenceSum: doublePrecision().notNull().default(0),
  coherenceCount: whole().notNull().default(0),
  createdAt: whole().notNull(),
  learnedThrough: integer().notNull().default(0),
  attributesVersion: integer().notNull().default(0),
  taughtThrough: integer().notNull().default(0),
  /** Raised by every write that changes what nodes keep in memory of the brain. */
  version: whole().notNull().default(0),
});

/** What a raised version changed, for nodes that have the brain in memory; older ones are swept. */
export const brainChanges = pgTable(
  "brain_changes",
  {
    brain: whole().notNull(),
    version: whole().notNull(),
    at: whole().notNull(),
    changes: json<unknown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.brain, table.version] })],
);

/** A place within a brain: its number, and the seq. */
const place = () => ({ brain: whole().notNull(), seq: integer().notNull() });

export const packets = pgTable(
  "packets",
  {
    ...place(),
    id: text().notNull(),
    kind: text({ enum: ["raw", "correction"] }).notNull(),
    input: text().notNull(),
    answer: text().notNull(),
    confidence: doublePrecision().notNull(),
    unconfirmedOverwrite: boolean().notNull().default(false),
    session: text(),
    occurredAt: whole(),
    createdAt: whole().notNull(),
    inputTokens: integer().notNull(),
    cues: json<string[]>().notNull().default([]),
    metadata: json<Metadata>().notNull().default(NO_METADATA),
  },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

export const packetMetadata = pgTable(
  "packet_metadata",
  { ...place(), name: text().notNull(), value: text().notNull() },
  (table) => [primaryKey({ columns: [table.brain, table.name, table.value, table.seq] })],
);

export const packetEmbeddings = pgTable(
  "packet_embeddings",
  {
    ...place(),
    confidence: doublePrecision().notNull(),
    vector: bytes().notNull(),
    model: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

export const packetTerms = pgTable(
  "packet_terms",
  {
    ...place(),
    version: integer().notNull(),
    language: text().notNull(),
    inputLength: integer().notNull(),
    answerLength: integer().notNull(),
    terms: bytes().notNull(),
    counts: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

export const inputEmbeddings = pgTable(
  "input_embeddings",
  { ...place(), vector: bytes().notNull(), model: integer().notNull().default(1) },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

export const pendingEmbeddings = pgTable("pending_embeddings", place(), (table) => [
  primaryKey({ columns: [table.brain, table.seq] }),
]);

export const lessons = pgTable(
  "lessons",
  {
    ...place(),
    id: text().notNull(),
    text: text().notNull(),
    useCount: integer().notNull().default(0),
    createdAt: whole().notNull(),
    expiresAt: whole().notNull(),
    llmCost: doublePrecision(),
    supersededBy: text(),
    isGeneral: boolean("general").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

export const lessonEmbeddings = pgTable(
  "lesson_embeddings",
  { ...place(), vector: bytes().notNull(), model: integer().notNull().default(1) },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

/** `seq`: of the lesson. */
export const lessonSources = pgTable("lesson_sources", { ...place(), packetId: text().notNull() }, (table) => [
  primaryKey({ columns: [table.brain, table.seq, table.packetId] }),
]);

/** Whose turn or plan a token stands for: partitioned by the token, which is all that its bearer shows. */
export const tokens = pgTable("tokens", { tokenHash: bytes().primaryKey(), brain: whole().notNull() });

export const turns = pgTable(
  "turns",
  {
    brain: whole().notNull(),
    tokenHash: bytes().notNull(),
    input: text(),
    inputVector: bytes(),
    inputTokens: integer().notNull(),
    session: text(),
    occurredAt: whole(),
    constitution: text().notNull(),
    sourceSeqs: json<number[]>().notNull(),
    createdAt: whole().notNull(),
    expiresAt: whole().notNull(),
    consumedAt: whole(),
    answerHash: bytes(),
    packetSeq: integer(),
    signals: json<TurnSignals>(),
    inputModel: integer().notNull().default(1),
    metadata: json<Metadata>(),
  },
  (table) => [primaryKey({ columns: [table.brain, table.tokenHash] })],
);

const attribute = () => text({ enum: ["name", "occupation"] }).notNull();

/** `seq`: of the packet that states it. */
export const selfAttributes = pgTable(
  "self_attributes",
  { ...place(), attribute: attribute(), value: text().notNull() },
  (table) => [primaryKey({ columns: [table.brain, table.attribute] })],
);

export const attributeClaims = pgTable(
  "attribute_claims",
  { ...place(), attribute: attribute(), value: text().notNull() },
  (table) => [primaryKey({ columns: [table.brain, table.seq, table.attribute] })],
);

export const forgottenRules = pgTable(
  "forgotten_rules",
  {
    ...place(),
    vector: bytes().notNull(),
    createdAt: whole().notNull(),
    model: integer().notNull().default(1),
    wording: bytes(),
  },
  (table) => [primaryKey({ columns: [table.brain, table.seq] })],
);

export const learningPasses = pgTable(
  "learning_passes",
  {
    brain: whole().notNull(),
    id: whole().notNull().default(sql`nextval('learning_pass_numbers')`),
    distiller: text().notNull(),
    status: text({ enum: ["ok", "partial", "failed"] }).notNull(),
    packetsScanned: integer().notNull(),
    clusters: integer().notNull(),
    lessonsCreated: integer().notNull(),
    skipped: integer().notNull(),
    writeFailed: integer().notNull(),
    llmCost: doublePrecision().notNull(),
    error: text(),
    finishedAt: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.brain, table.id] })],
);

export const synthesisPlans = pgTable(
  "synthesis_plans",
  {
    brain: whole().notNull(),
    tokenHash: bytes().notNull(),
    after: integer().notNull(),
    through: integer().notNull(),
    packetsScanned: integer().notNull(),
    createdAt: whole().notNull(),
    expiresAt: whole().notNull(),
    consumedAt: whole(),
  },
  (table) => [primaryKey({ columns: [table.brain, table.tokenHash] })],
);

/** `plan`: the hash of its token. */
export const synthesisClusters = pgTable(
  "synthesis_clusters",
  { brain: whole().notNull(), plan: bytes().notNull(), id: text().notNull(), seqs: json<number[]>().notNull() },
  (table) => [primaryKey({ columns: [table.brain, table.plan, table.id] })],
);

export const audit = pgTable("audit", {
  seq: whole().primaryKey(),
  at: whole().notNull(),
  account: text().notNull(),
  actor: text().notNull(),
  action: text().notNull(),
  target: text().notNull(),
  details: text().notNull(),
  previous: text().notNull(),
  hash: text().notNull(),
});

/** One row: the data's id, and the end of the audit's chain, which is locked while an entry follows it. */
export const auditHead = pgTable("audit_head", {
  one: integer().primaryKey(),
  dataId: text().notNull(),
  seq: whole().notNull(),
  hash: text().notNull(),
});

/** Brains that were erased, for nodes that have them in memory; swept once every node has had the time to look. */
export const erasedBrains = pgTable("erased_brains", {
  id: whole().primaryKey().generatedAlwaysAsIdentity(),
  brain: whole().notNull(),
  account: text().notNull(),
  at: whole().notNull(),
});
