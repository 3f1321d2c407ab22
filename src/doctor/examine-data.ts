// Looks at what the data holds: rows that belong to nothing, turns that nothing finds, counters that are off.
import type { Database } from "bun:sqlite";
import type { DoctorFacts } from "./facts.ts";
import { counted, type Finding } from "./finding.ts";

/** Clocks of two machines differ by less. */
const SKEW_MS = 60_000;
/** A packet's row number is brain * 2^28 + seq. */
const SEQS = 2 ** 28;
const FAULTS_SHOWN = 5;

/** Where one is told "restore", the data lost something that no command can bring back. */
const RESTORE = "restore the newest good backup with `memoryd restore FILE`; `memoryd verify` says more";

const CHILDREN = [
  { table: "packet_embeddings", column: "row", parent: "packets" },
  { table: "input_embeddings", column: "row", parent: "packets" },
  { table: "pending_embeddings", column: "row", parent: "packets" },
  { table: "packet_terms", column: "row", parent: "packets" },
  { table: "lesson_embeddings", column: "row", parent: "lessons" },
  { table: "lesson_sources", column: "lesson_row", parent: "lessons" },
] as const;

export function* examineData(db: Database, facts: DoctorFacts, hasService: boolean): Iterable<Finding> {
  yield* examineClock(db, facts);
  yield* examineOrphans(db);
  yield* examineEmbeddings(db, hasService);
  yield* examineReembedding(db, hasService);
  yield* examineCounters(db);
  yield* examinePasses(db);
  yield* examineAudit(db, facts);
  if (facts.isDeep) yield* examinePages(db);
}

function* examineAudit(db: Database, { program }: DoctorFacts): Iterable<Finding> {
  // Data of an older schema has none.
  if (!hasColumn(db, "audit", "hash")) return;
  const [first, ...others] = program.auditFaults(db);
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more fault")})`;
  yield {
    code: "audit_broken",
    level: "error",
    where: "table audit",
    what: `The chain of the audit is broken: ${first}${more}. Something wrote to the file past memoryd.`,
    fix: "run `memoryd audit verify` here and on the backups: the newest sound one tells until when the entries can be believed",
  };
}

function* examineClock(db: Database, { now }: DoctorFacts): Iterable<Finding> {
  const last = number(
    db,
    `SELECT max(at) AS n FROM (
       SELECT max(created_at, coalesce(consumed_at, 0)) AS at FROM (SELECT * FROM turns ORDER BY id DESC LIMIT 1000)
       UNION ALL SELECT finished_at FROM (SELECT * FROM learning_passes ORDER BY id DESC LIMIT 1)
       UNION ALL SELECT max(applied_at) FROM migrations)`,
  );
  if (last <= now + SKEW_MS) return;
  yield {
    code: "clock_behind",
    level: "error",
    where: "clock of this machine",
    what: `The data holds a record of ${new Date(last).toISOString()}, and the clock says ${new Date(now).toISOString()}: the clock runs behind, or ran ahead then.`,
    fix: "set the clock (timedatectl set-ntp true): keys, tokens and lessons expire by it",
  };
}

function* examineOrphans(db: Database): Iterable<Finding> {
  for (const { table, column, parent } of CHILDREN) {
    const orphans = number(db, `SELECT count(*) AS n FROM ${table} WHERE ${column} NOT IN (SELECT row FROM ${parent})`);
    if (orphans === 0) continue;
    yield {
      code: "orphaned_rows",
      level: "error",
      where: `table ${table}`,
      what: `${counted(orphans, "row", "belongs", "belong")} to ${parent} that are not there: something wrote to the file past memoryd.`,
      fix: RESTORE,
    };
  }
  const lost = number(
    db,
    "SELECT count(*) AS n FROM brains WHERE core <> 'default' AND NOT EXISTS (SELECT 1 FROM cores WHERE cores.account = brains.account AND cores.slug = brains.core)",
  );
  if (lost === 0) return;
  yield {
    code: "brain_without_core",
    level: "warning",
    where: "table brains",
    what: `${counted(lost, "brain", "belongs", "belong")} to cores that are not there: nobody can reach that memory.`,
    fix: "make the core again with `memoryd cores create`, or erase it by deleting that core afterwards",
  };
}

function* examineEmbeddings(db: Database, hasService: boolean): Iterable<Finding> {
  const lost = number(
    db,
    // A list of row numbers is made once; a look at each row's page, in no order, would read the disk a million times.
    `SELECT count(*) AS n FROM packets WHERE row NOT IN (SELECT row FROM packet_embeddings)
       AND row NOT IN (SELECT row FROM pending_embeddings)`,
  );
  if (lost > 0) {
    yield {
      code: "not_embedded",
      level: "error",
      where: "table packets",
      what: `${counted(lost, "turn", "has", "have")} no embedding, and none is to be made: no question finds that by meaning.`,
      fix: `${RESTORE}; or \`memoryd export\` and import into a new directory, which embeds them`,
    };
  }
  const pending = number(db, "SELECT count(*) AS n FROM pending_embeddings");
  if (pending === 0 || hasService) return;
  yield {
    code: "embeddings_pending",
    level: "note",
    where: "table pending_embeddings",
    what: `${counted(pending, "turn", "waits", "wait")} on disk for an embedding.`,
    fix: "start the service: it makes them first of all",
  };
}

function* examineReembedding(db: Database, hasService: boolean): Iterable<Finding> {
  // Data of an older schema knows one model alone.
  if (!hasColumn(db, "model", "generation")) return;
  const left = ["packet_embeddings", "lesson_embeddings"].map((table) =>
    number(db, `SELECT count(*) AS n FROM ${table} WHERE model <> (SELECT generation FROM model)`),
  );
  const total = left.reduce((sum, each) => sum + each, 0);
  if (total === 0) return;
  yield {
    code: "reembedding_unfinished",
    level: "warning",
    where: "table packet_embeddings",
    what: `${counted(total, "embedding", "is", "are")} still of another model: until it is made anew, such a memory is found by its words alone.`,
    fix: hasService
      ? "let the service run: /readyz shows its progress to an admin key"
      : "start the service: it goes on where it was",
  };
}

function* examineCounters(db: Database): Iterable<Finding> {
  const wrong = number(
    db,
    `SELECT count(*) AS n FROM brains LEFT JOIN (
       SELECT row / ${SEQS} AS brain, count(*) AS packets, max(row) % ${SEQS} AS last FROM packets GROUP BY row / ${SEQS}
     ) AS held ON held.brain = brains.id
     WHERE memory_size <> coalesce(packets, 0) OR next_seq <= coalesce(last, 0) OR turns < 0`,
  );
  if (wrong === 0) return;
  yield {
    code: "counters_wrong",
    level: "error",
    where: "table brains",
    what: `${counted(wrong, "brain", "counts", "count")} another number of turns than are held.`,
    fix: RESTORE,
  };
}

function* examinePasses(db: Database): Iterable<Finding> {
  const failed = number(
    db,
    "SELECT count(*) AS n FROM learning_passes AS pass WHERE status = 'failed' AND id = (SELECT max(id) FROM learning_passes WHERE brain = pass.brain)",
  );
  if (failed === 0) return;
  yield {
    code: "passes_failed",
    level: "warning",
    where: "table learning_passes",
    what: `The last learning pass of ${counted(failed, "brain")} failed: their turns have taught nothing yet.`,
    fix: "look for the passes' errors in the log, see that distiller_url answers, then POST /sync or wait for the night",
  };
}

function* examinePages(db: Database): Iterable<Finding> {
  const faults = db.query(`PRAGMA integrity_check(${FAULTS_SHOWN})`).values().flat().map(String);
  const broken = db.query<{ table: string }, []>("PRAGMA foreign_key_check").all();
  const told = [
    ...faults.filter((fault) => fault !== "ok").map((fault) => fault.replaceAll("\n", "; ")),
    ...new Set(broken.map(({ table }) => `rows of ${table} refer to rows that are not there`)),
  ];
  for (const what of told) {
    yield {
      code: "data_damaged",
      level: "error",
      where: "memoryd.db",
      what: `The data is damaged: ${what}.`,
      fix: RESTORE,
    };
  }
}

export function number(db: Database, sql: string, ...values: (string | number)[]): number {
  return db.query<{ n: number | null }, (string | number)[]>(sql).get(...values)?.n ?? 0;
}

function hasColumn(db: Database, table: string, column: string): boolean {
  return number(db, "SELECT count(*) AS n FROM pragma_table_info(?) WHERE name = ?", table, column) > 0;
}
