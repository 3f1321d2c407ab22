// Opens the one SQLite file, with every pragma that durability and erasure rest on.
import { constants, Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { DataRefusedError } from "../../files/data-directory.ts";
import { writingBanOn } from "../../files/writing-ban.ts";
import { OBJECTS_MAX } from "../checks/own-schema.ts";
import { isSmallSchema } from "../checks/small-schema.ts";
import { ForeignSchemaError } from "./migrate.ts";
import { openUnwritable } from "./open-unwritable.ts";

export const BUSY_TIMEOUT_MS = 5_000;
/** A checkpoint cuts the WAL file back to this size. */
const WAL_BYTES_KEPT = 64 * 1024 * 1024;
/** Rows of 1,536-byte vectors: five fill 94 % of such a page, two fill 75 % of one of 4 KB. */
const PAGE_BYTES = 8_192;

/** The first version without the WAL-reset corruption of 3.7.0 to 3.51.2. */
const SQLITE_MIN = [3, 51, 3] as const;

export type Drizzle = ReturnType<typeof openDrizzle>;

export function openDrizzle(db: Database) {
  return drizzle(db);
}

/** Throws DataRefusedError where the SQLite in use can corrupt a WAL. */
export function checkSqliteVersion(version: string): void {
  const parts = version.split(".").map(Number);
  for (const [at, least] of SQLITE_MIN.entries()) {
    const part = parts[at] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new DataRefusedError(
        `SQLite ${version} can corrupt a write-ahead log; memoryd needs ${SQLITE_MIN.join(".")} or later`,
      );
    }
  }
}

export function sqliteVersion(db: Database): string {
  const row = db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get();
  return row?.version ?? "";
}

export function ownSqliteVersion(): string {
  const db = new Database(":memory:");
  try {
    return sqliteVersion(db);
  } finally {
    db.close();
  }
}

/** What a savepoint may take back, or a sort is too long for, would else go to files outside the data directory. */
function keepTemporariesInMemory(db: Database): void {
  db.run("PRAGMA temp_store = MEMORY");
}

/** What the schema of a file calls may change nothing outside it, whoever wrote it. */
function distrustSchema(db: Database): void {
  db.run("PRAGMA trusted_schema = OFF");
}

/**
 * `beside-writer`: the data in use, with its log, also where it cannot be written to; `own`: the same, of data that this
 * very process serves; `read-only`: nothing of it is written, not a journal either; `alone`: the bytes of this file,
 * without what stands beside it.
 */
export type HowToOpen = "beside-writer" | "own" | "read-only" | "alone";

/**
 * A file of which nobody knows yet whether memoryd made it: `checkMigrations` comes next. Throws ForeignSchemaError where
 * SQLite would be kept busy by the schema alone, and what SQLite throws.
 */
export function openUnknown(path: string, how: HowToOpen): Database {
  // Closing a file takes away all locks that this process holds on it, those of SQLite too: the next program to come would
  // take itself for the only one, and remove the log. The process judged its own data when it opened it.
  if (how !== "own") requireSmallSchema(path, how === "alone");
  const db = openFor(path, how);
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run("PRAGMA cell_size_check = ON");
  distrustSchema(db);
  return db;
}

function openFor(path: string, how: HowToOpen): Database {
  if (how === "beside-writer" || how === "own") {
    if (writingBanOn(path) !== null) return openUnwritable(path);
    return new Database(path, { readwrite: true, create: false, strict: true });
  }
  if (how === "read-only") return new Database(path, { readonly: true, strict: true });
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return new Database(`${Bun.pathToFileURL(path).href}?mode=ro&immutable=1`, flags);
}

function hasLog(path: string): boolean {
  return ["-wal", "-journal"].some((side) => (statSync(path + side, { throwIfNoEntry: false })?.size ?? 0) > 0);
}

/** Before SQLite opens the file. `isAlone`: whatever stands beside it. Throws ForeignSchemaError. */
export function requireSmallSchema(path: string, isAlone = false): void {
  let isSmall = true;
  try {
    // What a log holds replaces what stands in the file, where half of a change may stand.
    isSmall = (!isAlone && hasLog(path)) || isSmallSchema(path);
  } catch {
    // SQLite says better why a file cannot be read.
  }
  if (!isSmall) throw new ForeignSchemaError([`it has more than ${OBJECTS_MAX} objects, or very long ones`]);
}

/** The connection that writes. Creates the file where there is none. */
export function openWriter(path: string): Database {
  const db = new Database(path, { create: true, strict: true });
  // busy_timeout comes first: setting WAL mode may itself have to wait for another connection.
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run(`PRAGMA page_size = ${PAGE_BYTES}`);
  checkSqliteVersion(sqliteVersion(db));
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run(`PRAGMA journal_size_limit = ${WAL_BYTES_KEPT}`);
  db.run("PRAGMA foreign_keys = ON");
  // What is erased is overwritten with zeros, in the file itself.
  db.run("PRAGMA secure_delete = ON");
  distrustSchema(db);
  keepTemporariesInMemory(db);
  return db;
}

/** Copies what the log holds into the file, and empties it; false where somebody else has one of them in use. */
export function isLogEmptied(db: Database): boolean {
  return db.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
}

/** A connection that only reads; the file must be there and migrated. `isUnwritable`: where it lies. */
export function openReader(path: string, isUnwritable = false): Database {
  const db = isUnwritable ? openUnwritable(path) : new Database(path, { strict: true });
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run("PRAGMA query_only = ON");
  db.run("PRAGMA cache_size = -32768");
  distrustSchema(db);
  keepTemporariesInMemory(db);
  return db;
}
