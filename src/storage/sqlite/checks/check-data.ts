// Looks through the data of a directory for what cannot be, and changes nothing.
import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { DIMENSION } from "../../../domain/model-spec.ts";
import { DataDirectoryError, databasePath } from "../../files/data-directory.ts";
import { DataRefusedError } from "../../files/data-refused.ts";
import { type BackupProgress, NO_PROGRESS } from "../backup/progress.ts";
import { checkMigrations, ForeignSchemaError } from "../engine/migrate.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { openUnknown } from "../engine/open-database.ts";
import { followChain } from "./audit-chain.ts";

export interface Finding {
  /** A word for programs, stable. */
  readonly check: string;
  /** A sentence for people, without anything that users said. */
  readonly message: string;
}

export interface DataReport {
  readonly schemaVersion: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

interface ContentCheck {
  readonly check: string;
  /** All must be there: older data has fewer. */
  readonly tables: readonly string[];
  /** One row with one number, `n`: how many break it. */
  readonly sql: string;
  /** What they are; their number is put behind it. */
  readonly what: string;
}

const SPAN = 2 ** 28;
const VECTOR_BYTES = DIMENSION * 4;
/** Where one fault breaks every row, its first lines say enough. */
const FAULTS_SHOWN = 20;

function vectorCheck(table: string): ContentCheck {
  return {
    check: "vector_size",
    tables: [table],
    sql: `SELECT count(*) AS n FROM ${table} WHERE length(vector) <> ${VECTOR_BYTES}`,
    what: `rows of ${table} with a vector that is not ${VECTOR_BYTES} bytes long`,
  };
}

function ownerCheck(table: string): ContentCheck {
  return {
    check: "orphan",
    tables: [table, "brains"],
    sql: `SELECT count(*) AS n FROM ${table} WHERE row / ${SPAN} NOT IN (SELECT id FROM brains)`,
    what: `rows of ${table} that belong to a brain that is not there`,
  };
}

function positionCheck(table: string): ContentCheck {
  return {
    check: "next_position",
    tables: [table, "brains"],
    sql: `SELECT count(*) AS n FROM brains b WHERE next_seq <= (SELECT coalesce(max(row) % ${SPAN}, 0) FROM ${table}
      WHERE row >= b.id * ${SPAN} AND row < (b.id + 1) * ${SPAN})`,
    what: `brains that would give a position again that ${table} holds already`,
  };
}

function jsonCheck(table: string, column: string): ContentCheck {
  return {
    check: "json",
    tables: [table],
    sql: `SELECT count(*) AS n FROM ${table} WHERE NOT json_valid(${column})`,
    what: `rows of ${table} whose ${column} are not JSON`,
  };
}

const CONTENT_CHECKS: readonly ContentCheck[] = [
  {
    check: "memory_size",
    tables: ["brains", "packets"],
    sql: `SELECT count(*) AS n FROM brains b WHERE memory_size <> (SELECT count(*) FROM packets
      WHERE row >= b.id * ${SPAN} AND row < (b.id + 1) * ${SPAN})`,
    what: "brains that count another number of packets than they have",
  },
  {
    check: "turns_counted",
    tables: ["brains"],
    sql: "SELECT count(*) AS n FROM brains WHERE turns < memory_size",
    what: "brains with more packets than they ever recorded turns",
  },
  {
    check: "not_embedded",
    tables: ["packets", "packet_embeddings", "pending_embeddings"],
    sql: `SELECT count(*) AS n FROM packets WHERE row NOT IN (SELECT row FROM packet_embeddings)
      AND row NOT IN (SELECT row FROM pending_embeddings)`,
    what: "packets that have no embedding and do not wait for one either",
  },
  {
    check: "not_embedded",
    tables: ["lessons", "lesson_embeddings"],
    sql: "SELECT count(*) AS n FROM lessons WHERE row NOT IN (SELECT row FROM lesson_embeddings)",
    what: "lessons that have no embedding",
  },
  {
    check: "embedded_and_waiting",
    tables: ["packet_embeddings", "pending_embeddings"],
    sql: "SELECT count(*) AS n FROM pending_embeddings WHERE row IN (SELECT row FROM packet_embeddings)",
    what: "packets that have an embedding and wait for it all the same",
  },
  {
    check: "confidence",
    tables: ["packets", "packet_embeddings"],
    sql: "SELECT count(*) AS n FROM packets p JOIN packet_embeddings e USING (row) WHERE e.confidence <> p.confidence",
    what: "embeddings with another confidence than their packet has",
  },
  ...["packet_embeddings", "input_embeddings", "lesson_embeddings", "forgotten_rules"].map(vectorCheck),
  ...["packets", "lessons", "forgotten_rules"].map(ownerCheck),
  ...["packets", "lessons"].map(positionCheck),
  jsonCheck("accounts", "settings"),
  jsonCheck("packets", "cues"),
  jsonCheck("constitutions", "gates"),
  jsonCheck("constitutions", "prohibitions"),
];

/**
 * Of a running or a stopped server, at one moment. Throws DataRefusedError where the data is newer than this program or
 * none of its own, and DataDirectoryError where there is none.
 */
export function checkData(dataDir: string, progress: BackupProgress = NO_PROGRESS): DataReport {
  const path = databasePath(dataDir);
  if (!existsSync(path)) throw new DataDirectoryError(`there is no memoryd data in ${dataDir}`);
  let db: Database;
  try {
    db = openUnknown(path, "beside-writer");
  } catch (error) {
    if (error instanceof ForeignSchemaError) return foreign(error);
    throw new DataDirectoryError(`the data file ${path} cannot be opened: ${messageOf(error)}`);
  }
  try {
    db.run("PRAGMA query_only = ON");
    return db.transaction(() => checkAll(db, progress)).deferred();
  } catch (error) {
    if (error instanceof ForeignSchemaError && error.differences.length > 0) return foreign(error);
    if (error instanceof DataRefusedError) throw error;
    // Damage may show anywhere, also before the checks that look for it.
    return { schemaVersion: 0, rows: {}, findings: [{ check: "readable", message: messageOf(error) }] };
  } finally {
    db.close();
  }
}

/** What else is wrong with such data is not looked for: a view in the place of a table would be run. */
function foreign({ differences }: ForeignSchemaError): DataReport {
  const findings = differences.slice(0, FAULTS_SHOWN).map((message) => ({ check: "schema", message }));
  return { schemaVersion: 0, rows: {}, findings };
}

function checkAll(db: Database, progress: BackupProgress): DataReport {
  checkMigrations(db, MIGRATIONS);
  const findings: Finding[] = [];
  progress.begin("checking", CONTENT_CHECKS.length + 2);
  for (const fault of linesOf(db, `PRAGMA integrity_check(${FAULTS_SHOWN})`).filter((line) => line !== "ok")) {
    findings.push({ check: "integrity", message: fault.replaceAll("\n", "; ") });
  }
  progress.advance(1);
  for (const [table, count] of brokenReferences(db)) {
    findings.push({ check: "references", message: `rows of ${table} that refer to rows that are not there: ${count}` });
  }
  progress.advance(1);
  const tables = new Set(
    linesOf(db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"),
  );
  for (const { check, tables: needed, sql, what } of CONTENT_CHECKS) {
    if (needed.every((table) => tables.has(table)) && hasColumns(db, sql)) {
      const count = db.query<{ n: number }, []>(sql).get()?.n ?? 0;
      if (count > 0) findings.push({ check, message: `${what}: ${count}` });
    }
    progress.advance(1);
  }
  if (tables.has("audit")) {
    for (const message of followChain(db).faults) findings.push({ check: "audit", message });
  }
  return { schemaVersion: schemaVersionOf(db), rows: countRows(db, tables), findings };
}

/** Older data has fewer columns, and what is not there cannot be wrong. */
function hasColumns(db: Database, sql: string): boolean {
  try {
    db.query(sql);
    return true;
  } catch (error) {
    if (messageOf(error).includes("no such column")) return false;
    throw error;
  }
}

function brokenReferences(db: Database): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { table } of db.query<{ table: string }, []>("PRAGMA foreign_key_check").iterate()) {
    counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
}

function countRows(db: Database, tables: Iterable<string>): Record<string, number> {
  return Object.fromEntries(
    [...tables].map((table) => [
      table,
      db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()?.n ?? 0,
    ]),
  );
}

function schemaVersionOf(db: Database): number {
  return db.query<{ n: number }, []>("SELECT coalesce(max(version), 0) AS n FROM migrations").get()?.n ?? 0;
}

function linesOf(db: Database, sql: string): string[] {
  return db.query(sql).values().flat().map(String);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
