// Copies a database that others may be writing to, as it stands at one moment.
import type { Database } from "bun:sqlite";
import type { BackupManifest, WorkProgress } from "../../../domain/ports/data-files.ts";
import { countRows } from "../checks/data-check.ts";
import { readDataId } from "../engine/data-id.ts";
import { checkMigrations } from "../engine/migrate.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { type HowToOpen, openUnknown } from "../engine/open-database.ts";
import { guardReading } from "../engine/open-unwritable.ts";

export type Snapshot = Pick<BackupManifest, "dataId" | "schemaVersion" | "model" | "rows" | "pages" | "pageBytes">;

interface SchemaItem {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * Reads `source` in one read transaction, which holds up no writer, and fills the empty file `target`. Only rows are
 * copied: what was erased or is free is not in the copy. The caller makes it durable. Throws DataRefusedError where the
 * source is not data of this memoryd.
 */
export function copySnapshot(source: string, target: string, progress: WorkProgress, how: HowToOpen): Snapshot {
  const requireSame = guardReading(source);
  const db = openUnknown(source, how);
  try {
    // With references switched on, SQLite would copy row by row instead of whole records.
    db.run("PRAGMA foreign_keys = OFF");
    db.query("ATTACH ? AS copy").run(target);
    const pageBytes = readNumber(db, "PRAGMA main.page_size");
    db.run(`PRAGMA copy.page_size = ${pageBytes}`);
    // Nobody sees the copy before it is whole, so it needs no journal on the disk.
    db.run("PRAGMA copy.journal_mode = MEMORY");
    db.run("PRAGMA copy.synchronous = OFF");
    const read = db.transaction(() => copyAll(db, progress));
    const copied = read.deferred();
    requireSame();
    return { ...copied, pageBytes, pages: readNumber(db, "PRAGMA copy.page_count") };
  } finally {
    db.close();
  }
}

function copyAll(db: Database, progress: WorkProgress): Omit<Snapshot, "pageBytes" | "pages"> {
  checkMigrations(db, MIGRATIONS);
  const items = db
    .query<SchemaItem, []>(
      `SELECT type, name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY type = 'table' DESC, rowid`,
    )
    .all();
  // Indexes stand before the rows come: records and index entries are then copied in order, unread.
  for (const item of items) if (item.type !== "trigger") db.run(inCopy(item));
  const rows = countRows(db);
  progress.begin(
    "copying",
    Object.values(rows).reduce((sum, count) => sum + count, 0),
  );
  for (const [name, count] of Object.entries(rows)) {
    db.run(`INSERT INTO copy."${name}" SELECT * FROM main."${name}"`);
    progress.advance(count);
  }
  copySequences(db);
  // Those that keep rows from being changed look at rows that come, which these may do unseen.
  for (const item of items) if (item.type === "trigger") db.run(inCopy(item));
  return {
    dataId: readDataId(db),
    schemaVersion: readNumber(db, "SELECT coalesce(max(version), 0) FROM main.migrations"),
    model: db.query<{ id: string; sha256: string }, []>("SELECT id, sha256 FROM main.model").get(),
    rows,
  };
}

/** SQLite keeps every statement as `CREATE TABLE name …`, `CREATE [UNIQUE] INDEX name …` and so on, however it was written. */
function inCopy({ type, name, sql }: SchemaItem): string {
  const made = sql.replace(/^CREATE (TABLE|INDEX|UNIQUE INDEX|TRIGGER) /, (start) => `${start}copy.`);
  if (made === sql) throw new Error(`the copy of a database cannot hold the ${type} ${name}`);
  return made;
}

/** Numbers of erased brains are never given again, in the copy neither. */
function copySequences(db: Database): void {
  const exists = db.query("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'").get();
  if (exists === null) return;
  db.run("DELETE FROM copy.sqlite_sequence");
  db.run("INSERT INTO copy.sqlite_sequence SELECT * FROM main.sqlite_sequence");
}

function readNumber(db: Database, sql: string): number {
  const [[value] = []] = db.query(sql).values();
  return Number(value);
}
