// Brings the data to this version's schema, under a lock that one node holds at a time; the others wait for it.
import { sql } from "drizzle-orm";
import { sha256Hex } from "../../../base/sha256.ts";
import { originText } from "../../../domain/audit.ts";
import { DataRefusedError } from "../../files/data-directory.ts";
import { auditHead } from "../schema.ts";
import type { Connections, Drizzle } from "./connections.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Any number that nobody else is likely to lock in the same database. */
const LOCK = 7_241_836_501;

type Applied = {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly servesFrom: number;
};

export interface MigratedData {
  readonly dataId: string;
  /** Migrations applied just now. */
  readonly applied: readonly number[];
  /** As the data has it: newer than this program's where a newer node was here. */
  readonly schemaVersion: number;
}

export interface MigrateOptions {
  readonly now: number;
  /** Where the database holds no data yet: throws where none may be made. */
  readonly onEmpty: () => void;
  /** For data that is to be made. */
  readonly newId: string;
  /** False: data that needs a migration is refused. */
  readonly mayMigrate: boolean;
  readonly migrations?: readonly Migration[];
}

export function checksum(migration: Migration): string {
  return sha256Hex(migration.sql);
}

/**
 * In one transaction: killed at any moment, a node leaves the data as it was. Throws DataRefusedError where the data is
 * too new for this program, was made by another history, or may not be changed.
 */
export function migrate(connections: Connections, options: MigrateOptions): Promise<MigratedData> {
  const { migrations = MIGRATIONS } = options;
  return connections.transaction(async (db) => {
    await db.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    await requireUtf8(db);
    const applied = await readApplied(db);
    if (applied === null) options.onEmpty();
    const missing = migrations.slice(requireKnown(applied ?? [], migrations));
    if (missing.length > 0 && !options.mayMigrate) {
      throw new DataRefusedError("the data is of an older version: start `memoryd serve` of this version once first");
    }
    for (const migration of missing) await apply(db, migration, options);
    const [head] = await db.select({ dataId: auditHead.dataId }).from(auditHead);
    if (head === undefined) throw new DataRefusedError("the data has lost its id");
    const known = applied?.at(-1)?.version ?? 0;
    return {
      dataId: head.dataId,
      applied: missing.map(({ version }) => version),
      schemaVersion: Math.max(known, migrations.length),
    };
  });
}

async function requireUtf8(db: Drizzle): Promise<void> {
  const [row] = await db.execute<{ encoding: string }>(
    sql`SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
  );
  if (row?.encoding === "UTF8") return;
  throw new DataRefusedError(`the database's encoding is ${row?.encoding}: make it with ENCODING 'UTF8'`);
}

/** null where there is nothing. */
async function readApplied(db: Drizzle): Promise<Applied[] | null> {
  const [row] = await db.execute<{ is: boolean }>(sql`SELECT to_regclass('migrations') IS NOT NULL AS is`);
  if (row?.is !== true) return null;
  const found = await db.execute(
    sql`SELECT version, name, checksum, serves_from AS "servesFrom" FROM migrations ORDER BY version`,
  );
  return found as unknown as Applied[];
}

/** How many of this program's migrations the data has. */
function requireKnown(applied: readonly Applied[], migrations: readonly Migration[]): number {
  const newest = applied.at(-1);
  if (newest !== undefined && newest.servesFrom > migrations.length) {
    throw new DataRefusedError(
      `the data has schema version ${newest.version}, which needs a memoryd of schema version ${newest.servesFrom} or later, and this one knows up to ${migrations.length}: use the newer memoryd`,
    );
  }
  for (const [at, row] of applied.entries()) {
    const known = migrations[at];
    if (known === undefined) continue;
    if (known.version !== row.version || checksum(known) !== row.checksum) {
      throw new DataRefusedError(
        `migration ${row.version} (${row.name}) of the data is not the one of this memoryd: it was changed by something else`,
      );
    }
  }
  return Math.min(applied.length, migrations.length);
}

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  serves_from integer NOT NULL,
  applied_at bigint NOT NULL
)`;

async function apply(db: Drizzle, migration: Migration, { now, newId }: MigrateOptions): Promise<void> {
  const { version, name, servesFrom } = migration;
  // Without values it is the simple protocol, which takes many statements at once.
  await db.$client.unsafe(migration.sql).simple();
  if (version === 1) {
    await db.insert(auditHead).values({ one: 1, dataId: newId, seq: 0, hash: sha256Hex(originText(newId)) });
    await db.$client.unsafe(MIGRATIONS_TABLE);
  }
  await db.execute(
    sql`INSERT INTO migrations VALUES (${version}, ${name}, ${checksum(migration)}, ${servesFrom}, ${now})`,
  );
}
