// Looks into the data beside the running service: pages, references, counters, and halves that only rows can show.
import { Database } from "bun:sqlite";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { checkData } from "../../../src/storage/sqlite/checks/check-data.ts";
import { until } from "../../e2e/until.ts";
import type { Oracle } from "./oracle.ts";

const SPAN = 2 ** 28;
const NORM_TOLERANCE = 1e-3;
const BUSY_TIMEOUT_MS = 10_000;

interface RowCheck {
  readonly what: string;
  /** One number, `n`: 0 where all is well. */
  readonly sql: string;
}

const inBrain = (row: string) => `${row} / ${SPAN}`;

/** What one transaction wrote together is there together. */
const ROW_CHECKS: readonly RowCheck[] = [
  {
    what: "lessons without an embedding",
    sql: "SELECT count(*) AS n FROM lessons WHERE row NOT IN (SELECT row FROM lesson_embeddings)",
  },
  {
    what: "embedded packets without their words",
    // Those that an older version recorded are read from their texts.
    sql: `SELECT count(*) AS n FROM packet_embeddings WHERE row NOT IN (SELECT row FROM packet_terms)
      AND row IN (SELECT row FROM packets WHERE created_at > $plantedThrough)`,
  },
  {
    what: "packets whose turn is not used up",
    sql: `SELECT count(*) AS n FROM packets WHERE NOT EXISTS (SELECT 1 FROM turns
      WHERE brain = ${inBrain("packets.row")} AND packet_seq = packets.row % ${SPAN} AND consumed_at IS NOT NULL)
      AND row NOT IN (SELECT row FROM packet_metadata WHERE name = 'direct')`,
  },
  {
    what: "turns that share a packet",
    sql: "SELECT count(*) AS n FROM (SELECT 1 FROM turns WHERE packet_seq IS NOT NULL GROUP BY brain, packet_seq HAVING count(*) > 1)",
  },
  {
    what: "turns that are half used up",
    sql: `SELECT count(*) AS n FROM turns WHERE (consumed_at IS NULL) <> (answer_hash IS NULL)
      OR (consumed_at IS NULL) <> (packet_seq IS NULL) OR (consumed_at IS NULL) <> (input IS NOT NULL)
      OR (consumed_at IS NULL) <> (input_vector IS NOT NULL)`,
  },
  {
    what: "packets that learning would miss",
    sql: `SELECT count(*) AS n FROM packets JOIN brains ON brains.id = ${inBrain("packets.row")}
      WHERE packets.row % ${SPAN} > learned_through AND packets.row NOT IN (SELECT row FROM input_embeddings)`,
  },
  {
    what: "lessons from packets beyond the watermark",
    sql: `SELECT count(*) AS n FROM lesson_sources JOIN packets ON packets.id = packet_id
      JOIN brains ON brains.id = ${inBrain("packets.row")} WHERE packets.row % ${SPAN} > learned_through`,
  },
  {
    what: "sources of lessons that are not there",
    sql: "SELECT count(*) AS n FROM lesson_sources WHERE packet_id NOT IN (SELECT id FROM packets)",
  },
  {
    what: "brains whose passes and learned lessons differ",
    sql: `SELECT count(*) AS n FROM (SELECT brain, sum(lessons_created) AS made, count(*) AS passes FROM learning_passes GROUP BY brain)
      WHERE passes < 100 AND made <> (SELECT count(*) FROM lessons WHERE ${inBrain("lessons.row")} = brain AND llm_cost IS NOT NULL)`,
  },
  {
    what: "brains of cores that are not there",
    sql: `SELECT count(*) AS n FROM brains WHERE core <> 'default'
      AND NOT EXISTS (SELECT 1 FROM cores WHERE cores.account = brains.account AND cores.slug = brains.core)`,
  },
  {
    what: "rows of brains that are not there",
    sql: `SELECT (SELECT count(*) FROM turns WHERE brain NOT IN (SELECT id FROM brains))
      + (SELECT count(*) FROM packet_embeddings WHERE ${inBrain("row")} NOT IN (SELECT id FROM brains))
      + (SELECT count(*) FROM lesson_embeddings WHERE ${inBrain("row")} NOT IN (SELECT id FROM brains)) AS n`,
  },
  {
    what: "keys of one name",
    sql: "SELECT count(*) AS n FROM (SELECT 1 FROM keys GROUP BY name HAVING count(*) > 1 AND name LIKE 'key %')",
  },
];

/** What is wrong, a sentence each; and settles what the account may have been charged for. */
export function checkRows(dataDir: string, oracle: Oracle): string[] {
  const found = checkData(dataDir).findings.map(({ what }) => what);
  return withData(dataDir, (db) => {
    found.push(...rowFaults(db, oracle.plantedThrough));
    const charged = numberOf(db, "SELECT coalesce(sum(turns), 0) AS n FROM account_turns");
    const most = oracle.prepared + oracle.maybePrepared;
    if (charged < oracle.prepared || charged > most) {
      found.push(`the account was charged ${charged} turns, and ${oracle.prepared} to ${most} were prepared`);
    }
    oracle.prepared = charged;
    oracle.maybePrepared = 0;
    return found;
  });
}

/** Halves of what is written in one transaction. `plantedThrough`: as in the oracle. */
export function rowFaults(db: Database, plantedThrough = 0): string[] {
  const broken = ROW_CHECKS.flatMap(({ what, sql }) => {
    const n = numberOf(db, sql.replaceAll("$plantedThrough", String(plantedThrough)));
    return n === 0 ? [] : [`${what}: ${n}`];
  });
  return [...broken, ...checkNorms(db)];
}

/** Waits until nothing is left to be embedded. */
export async function waitForEmbeddings(dataDir: string): Promise<void> {
  await until("the last embedding", () =>
    withData(dataDir, (db) => (numberOf(db, "SELECT count(*) AS n FROM pending_embeddings") === 0 ? true : undefined)),
  );
}

function checkNorms(db: Database): string[] {
  return ["packet_embeddings", "input_embeddings", "lesson_embeddings"].flatMap((table) => {
    const rows = db.query<{ vector: Uint8Array }, []>(`SELECT vector FROM ${table}`).all();
    const wrong = rows.filter(({ vector }) => !isUnit(vector)).length;
    return wrong === 0 ? [] : [`rows of ${table} that are no vector of length 1: ${wrong}`];
  });
}

function isUnit(bytes: Uint8Array): boolean {
  if (bytes.byteLength !== DIMENSION * 4) return false;
  const vector = new Float32Array(bytes.slice().buffer);
  return Math.abs(Math.hypot(...vector) - 1) < NORM_TOLERANCE;
}

function withData<T>(dataDir: string, look: (db: Database) => T): T {
  const db = new Database(databasePath(dataDir), { readwrite: true, create: false });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    db.run("PRAGMA query_only = ON");
    return look(db);
  } finally {
    db.close(true);
  }
}

function numberOf(db: Database, sql: string): number {
  return db.query<{ n: number }, []>(sql).get()?.n ?? 0;
}
