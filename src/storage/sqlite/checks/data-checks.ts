// All that is looked for in the rows of the data: `memoryd verify` counts the errors, `memoryd doctor` tells them all.
import type { Database } from "bun:sqlite";
import { DATABASE_FILE } from "../../../domain/data-file-names.ts";
import { counted } from "../../../domain/finding.ts";
import { DIMENSION } from "../../../domain/model-spec.ts";
import { SEQ_SPAN } from "../rows.ts";
import { followChain } from "./audit-chain.ts";
import { counting, type DataCheck, type Found } from "./data-check.ts";

const VECTOR_BYTES = DIMENSION * 4;
/** Where one fault breaks every row, its first lines say enough. */
export const FAULTS_SHOWN = 20;

/** What the data has lost no command brings back. */
export const RESTORE = "restore the newest good backup with `memoryd restore FILE`";

/** Only something that wrote to the file past memoryd, or a disk that fails, brings such a fault about. */
const FAULT = { level: "error", since: 1, fix: RESTORE } as const;

const PAST_MEMORYD = "something wrote to the file past memoryd";

/** What a brain gives next must lie behind all that it holds. */
function positionCheck(table: "packets" | "lessons", what: string): DataCheck {
  const sql = `SELECT count(*) AS n FROM brains b WHERE next_seq <= (SELECT coalesce(max(row) % ${SEQ_SPAN}, 0) FROM ${table}
    WHERE row >= b.id * ${SEQ_SPAN} AND row < (b.id + 1) * ${SEQ_SPAN})`;
  const told = (count: number) =>
    `${counted(count, "brain")} would give the next ${what} a position that another one has.`;
  return { ...FAULT, id: "counters_wrong", look: counting("brains", sql, told) };
}

function ownerCheck(table: string, since = 1): DataCheck {
  const sql = `SELECT count(*) AS n FROM ${table} WHERE row / ${SEQ_SPAN} NOT IN (SELECT id FROM brains)`;
  const told = (count: number) =>
    `${counted(count, "row", "belongs", "belong")} to brains that are not there: ${PAST_MEMORYD}.`;
  return { ...FAULT, id: "orphaned_rows", since, look: counting(table, sql, told) };
}

function vectorCheck(table: string, since = 1): DataCheck {
  const sql = `SELECT count(*) AS n FROM ${table} WHERE length(vector) <> ${VECTOR_BYTES}`;
  const told = (count: number) => `${counted(count, "vector", "is", "are")} not ${VECTOR_BYTES} bytes long.`;
  return { ...FAULT, id: "vector_size", since, isDeep: true, look: counting(table, sql, told) };
}

function jsonCheck(table: string, column: string, since = 1): DataCheck {
  const sql = `SELECT count(*) AS n FROM ${table} WHERE NOT json_valid(${column})`;
  const told = (count: number) => `${counted(count, "row", "has", "have")} ${column} that are not JSON.`;
  return { ...FAULT, id: "json", since, isDeep: true, look: counting(table, sql, told) };
}

export const DATA_CHECKS: readonly DataCheck[] = [
  { ...FAULT, id: "data_damaged", isDeep: true, look: damagedPages },
  { ...FAULT, id: "orphaned_rows", look: brokenReferences },
  ...[ownerCheck("packets"), ownerCheck("lessons"), ownerCheck("forgotten_rules", 2)],
  {
    ...FAULT,
    id: "counters_wrong",
    look: counting(
      "brains",
      // Grouped, the packets are counted in their index alone: their texts are not read.
      `SELECT count(*) AS n FROM brains LEFT JOIN (
         SELECT row / ${SEQ_SPAN} AS brain, count(*) AS packets FROM packets GROUP BY row / ${SEQ_SPAN}
       ) AS held ON held.brain = brains.id WHERE memory_size <> coalesce(packets, 0)`,
      (count) => `${counted(count, "brain", "counts", "count")} another number of packets than are held.`,
    ),
  },
  ...[positionCheck("packets", "packet"), positionCheck("lessons", "lesson")],
  {
    ...FAULT,
    id: "not_embedded",
    look: counting(
      "packets",
      // A list of row numbers is made once; a look at each row's page, in no order, would read the disk a million times.
      `SELECT count(*) AS n FROM packets WHERE row NOT IN (SELECT row FROM packet_embeddings)
         AND row NOT IN (SELECT row FROM pending_embeddings)`,
      (count) =>
        `${counted(count, "packet", "has", "have")} no embedding, and none is to be made: no question finds that by meaning.`,
    ),
    fix: `${RESTORE}; or \`memoryd export\` and import into a new directory, which embeds them`,
  },
  {
    ...FAULT,
    id: "not_embedded",
    look: counting(
      "lessons",
      "SELECT count(*) AS n FROM lessons WHERE row NOT IN (SELECT row FROM lesson_embeddings)",
      (count) => `${counted(count, "lesson", "has", "have")} no embedding: no question finds that by meaning.`,
    ),
  },
  {
    ...FAULT,
    id: "embedded_and_waiting",
    look: counting(
      "pending_embeddings",
      "SELECT count(*) AS n FROM pending_embeddings WHERE row IN (SELECT row FROM packet_embeddings)",
      (count) =>
        `${counted(count, "packet", "has an embedding, and waits", "have an embedding, and wait")} for it all the same.`,
    ),
  },
  {
    ...FAULT,
    id: "confidence",
    isDeep: true,
    look: counting(
      "packet_embeddings",
      "SELECT count(*) AS n FROM packets p JOIN packet_embeddings e USING (row) WHERE e.confidence <> p.confidence",
      (count) => `${counted(count, "embedding", "has", "have")} another confidence than the packet.`,
    ),
  },
  ...["packet_embeddings", "input_embeddings", "lesson_embeddings"].map((table) => vectorCheck(table)),
  vectorCheck("forgotten_rules", 2),
  ...[jsonCheck("accounts", "settings"), jsonCheck("packets", "cues", 2), jsonCheck("packets", "metadata", 14)],
  {
    ...FAULT,
    id: "metadata",
    since: 14,
    isDeep: true,
    look: counting(
      "packet_metadata",
      `WITH held AS (SELECT p.row, f.key AS name FROM packets p,
         json_each(CASE WHEN json_valid(p.metadata) THEN p.metadata ELSE '{}' END) f),
       found AS (SELECT row, name FROM packet_metadata)
       SELECT (SELECT count(*) FROM (SELECT * FROM held EXCEPT SELECT * FROM found))
         + (SELECT count(*) FROM (SELECT * FROM found EXCEPT SELECT * FROM held)) AS n`,
      (count) =>
        `${counted(count, "field", "is", "are")} in a packet's metadata or in what filters look at, and not in both.`,
    ),
    fix: `${RESTORE}; or \`memoryd export\` and import into a new directory, which makes what filters look at anew`,
  },
  ...[jsonCheck("constitutions", "gates"), jsonCheck("constitutions", "prohibitions")],
  {
    ...FAULT,
    id: "audit_broken",
    since: 6,
    look: brokenChain,
    fix: "run `memoryd audit verify` here and on the backups: the newest sound one tells until when the entries can be believed",
  },
  {
    id: "brain_without_core",
    level: "warning",
    since: 1,
    look: counting(
      "brains",
      `SELECT count(*) AS n FROM brains WHERE core <> 'default'
         AND NOT EXISTS (SELECT 1 FROM cores WHERE cores.account = brains.account AND cores.slug = brains.core)`,
      (count) =>
        `${counted(count, "brain", "belongs", "belong")} to cores that are not there: nobody can reach that memory.`,
    ),
    fix: "make the core again with `memoryd cores create`, or erase it by deleting that core afterwards",
  },
  {
    id: "reembedding_unfinished",
    level: "warning",
    since: 5,
    look: counting(
      "packet_embeddings",
      `SELECT sum(n) AS n FROM (
         SELECT count(*) AS n FROM packet_embeddings WHERE model <> (SELECT generation FROM model)
         UNION ALL SELECT count(*) FROM lesson_embeddings WHERE model <> (SELECT generation FROM model))`,
      (count) =>
        `${counted(count, "text", "waits", "wait")} for an embedding by the model in use, as after another model or an import without embeddings: until then found by words alone.`,
    ),
    fix: "let the service run, or start it: it goes on where it was, and /readyz shows its progress to an admin key",
  },
  {
    id: "passes_failed",
    level: "warning",
    since: 2,
    look: counting(
      "learning_passes",
      `SELECT count(*) AS n FROM learning_passes AS pass WHERE status = 'failed'
         AND id = (SELECT max(id) FROM learning_passes WHERE brain = pass.brain)`,
      (count) => `The last learning pass of ${counted(count, "brain")} failed: their turns have taught nothing yet.`,
    ),
    fix: "look for the passes' errors in the log, see that distiller_url answers, then POST /sync or wait for the night",
  },
  {
    id: "embeddings_pending",
    level: "note",
    since: 1,
    isServiceWork: true,
    look: counting(
      "pending_embeddings",
      "SELECT count(*) AS n FROM pending_embeddings",
      (count) => `${counted(count, "packet", "waits", "wait")} on disk for an embedding.`,
    ),
    fix: "start the service: it makes them first of all",
  },
];

function damagedPages(db: Database): Found[] {
  const lines = db.query(`PRAGMA integrity_check(${FAULTS_SHOWN})`).values().flat().map(String);
  return lines
    .filter((line) => line !== "ok")
    .map((line) => ({ where: DATABASE_FILE, what: `The data is damaged: ${line.replaceAll("\n", "; ")}.` }));
}

interface BrokenReference {
  readonly table: string;
  readonly parent: string;
  readonly count: number;
}

function brokenReferences(db: Database): Found[] {
  const sql = 'SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent';
  return db
    .query<BrokenReference, []>(sql)
    .all()
    .map(({ table, parent, count }) => ({
      where: `table ${table}`,
      what: `${counted(count, "row", "belongs", "belong")} to ${parent} that are not there: ${PAST_MEMORYD}.`,
    }));
}

function brokenChain(db: Database): Found[] {
  return followChain(db).faults.map((fault) => ({
    where: "table audit",
    what: `The chain of the audit is broken: ${fault}. Something wrote to the file past memoryd.`,
  }));
}
