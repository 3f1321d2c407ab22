// Seeded databases of every shape that SQLite makes, with marks that tell what is there from what was.
import { constants, Database } from "bun:sqlite";
import type { SeededRandom } from "../../vectors/seeded-random.ts";

const PAGE_SIZES = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536];
/** SQLite uses no page of fewer bytes. */
const USABLE_BYTES_MIN = 480;
const MARK = /<[0-9a-z]{6}>/g;

/** Of one database. */
export interface Shape {
  readonly pageBytes: number;
  readonly reservedBytes: number;
  readonly autoVacuum: number;
  /**
   * Savepoints are taken back at times. Of what such a one wrote SQLite leaves whatever stood on pages that were free
   * before, secure_delete or not, so that the scrubber cannot promise that nothing is left.
   */
  readonly takesBack: boolean;
}

export interface OddDatabase {
  readonly db: Database;
  readonly shape: Shape;
  /** Some more writes of all kinds. */
  change(steps: number): void;
  /** Every mark that was ever written, taken back or not. */
  readonly marks: ReadonlySet<string>;
}

export function shapeFrom(random: SeededRandom): Shape {
  const pageBytes = PAGE_SIZES[random.integer(PAGE_SIZES.length)]!;
  const reservable = Math.min(255, pageBytes - USABLE_BYTES_MIN);
  return {
    pageBytes,
    reservedBytes: random.next() < 0.2 ? random.integer(reservable + 1) : 0,
    autoVacuum: random.next() < 0.15 ? 1 + random.integer(2) : 0,
    takesBack: random.next() < 0.15,
  };
}

/** As the service opens its own, but for the page's size. */
export function openOdd(path: string, { pageBytes, reservedBytes, autoVacuum }: Shape): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run(`PRAGMA page_size = ${pageBytes}`);
  if (reservedBytes > 0) {
    const bytes = new Int32Array([reservedBytes, 0]);
    db.fileControl(constants.SQLITE_FCNTL_RESERVE_BYTES, bytes);
  }
  db.run(`PRAGMA auto_vacuum = ${autoVacuum}`);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA secure_delete = ON");
  db.run("PRAGMA temp_store = MEMORY");
  return db;
}

/** Tables by number, as an INTEGER PRIMARY KEY, without one, and WITHOUT ROWID; indexes of short and long keys. */
const TABLES = [
  "CREATE TABLE t0 (key INTEGER PRIMARY KEY, mark TEXT, body)",
  "CREATE TABLE t1 (key INTEGER, mark TEXT, body); CREATE INDEX t1_key ON t1 (key, mark)",
  "CREATE TABLE t2 (key INTEGER, mark TEXT, body, PRIMARY KEY (key, mark)) WITHOUT ROWID",
  "CREATE TABLE t3 (key INTEGER, mark TEXT, body, PRIMARY KEY (body, mark)) WITHOUT ROWID",
  "CREATE TABLE t4 (key INTEGER, mark TEXT, body); CREATE INDEX t4_body ON t4 (body)",
  "CREATE TABLE t5 (key INTEGER PRIMARY KEY, mark TEXT UNIQUE, body); CREATE INDEX t5_some ON t5 (body) WHERE key % 2",
];
const KEYS = 1_000_000;

export function makeOdd(path: string, random: SeededRandom): OddDatabase {
  const shape = shapeFrom(random);
  const db = openOdd(path, shape);
  const marks = new Set<string>();
  const tables = TABLES.map((_, at) => at).filter(() => random.next() < 0.6);
  if (tables.length === 0) tables.push(0);
  for (const at of tables) db.run(TABLES[at]!);

  function mark(): string {
    const made = `<${marks.size.toString(36).padStart(6, "0")}>`;
    marks.add(made);
    return made;
  }

  /** Mostly short, some over many pages, and some about as long as is not yet parted. */
  function bodyOf(made: string): string | Buffer {
    const kind = random.next();
    const edge = edges[random.integer(edges.length)]! - random.integer(64);
    const most = kind < 0.5 ? 120 : kind < 0.7 ? shape.pageBytes : Math.min(4 * shape.pageBytes, 40_000);
    const bytes = kind < 0.8 ? random.integer(most) : Math.max(0, edge);
    const text = made.repeat(Math.ceil(bytes / made.length)).slice(0, bytes);
    return random.next() < 0.8 ? text : withPageInside(text);
  }

  /** The longest rows of tables and of indexes that are on one page alone. */
  const usable = shape.pageBytes - shape.reservedBytes;
  const edges = [usable - 35, Math.floor(((usable - 12) * 64) / 255) - 23];

  /** A user may store bytes that look like a page of a tree, wherever its pieces come to stand. */
  function withPageInside(text: string): Buffer {
    const bytes = Buffer.from(text);
    const kind = [2, 5, 10, 13][random.integer(4)]!;
    for (let at = 0; at + 12 < bytes.length; at += 64) bytes.set([kind, 0, 0, 0, 1, 0, 200, 0, 0, 250], at);
    return bytes;
  }

  function step(): void {
    const table = `t${tables[random.integer(tables.length)]}`;
    const kind = random.next();
    const key = random.integer(KEYS);
    if (kind < 0.55) insert(table, 1 + random.integer(30), random.next() < 0.5 ? key : null);
    else if (kind < 0.72) update(table, key);
    else if (kind < 0.92)
      db.run(`DELETE FROM ${table} WHERE key BETWEEN ? AND ?`, [
        key,
        key + random.integer(KEYS / (random.next() < 0.2 ? 4 : 40)),
      ]);
    else if (kind < 0.95) db.run(`DELETE FROM ${table} WHERE key % ? = 0`, [2 + random.integer(5)]);
    else if (kind < 0.955) db.run(`DELETE FROM ${table}`);
    else if (kind < 0.97) db.run(`CREATE INDEX IF NOT EXISTS ${table}_more ON ${table} (mark, key)`);
    else if (kind < 0.98) db.run(`DROP INDEX IF EXISTS ${table}_more`);
    else if (shape.takesBack) takenBack(table);
  }

  /** `from`: rows side by side from there on; null: all over the table. */
  function insert(table: string, rows: number, from: number | null): void {
    for (let row = 0; row < rows; row++) {
      const made = mark();
      const key = from === null ? random.integer(KEYS) : from + row;
      db.run(`INSERT OR REPLACE INTO ${table} (key, mark, body) VALUES (?, ?, ?)`, [key, made, bodyOf(made)]);
    }
  }

  function update(table: string, key: number): void {
    const made = mark();
    const some = "key BETWEEN ? AND ? AND key % 3 = 0";
    // Marks of one statement must differ, for where they are unique: they end in the key, which no pattern of a mark sees.
    db.run(`UPDATE ${table} SET mark = ? || key || '.' || mark, body = ? WHERE ${some}`, [
      made,
      bodyOf(made),
      key,
      key + KEYS / 20,
    ]);
  }

  function takenBack(table: string): void {
    db.run("SAVEPOINT tried");
    insert(table, 10, null);
    db.run(`DELETE FROM ${table} WHERE key % 2 = 0`);
    db.run("ROLLBACK TO tried");
    db.run("RELEASE tried");
  }

  function change(steps: number): void {
    for (let at = 0; at < steps; ) {
      db.run("BEGIN IMMEDIATE");
      const together = 1 + random.integer(12);
      for (let one = 0; one < together; one++, at++) step();
      db.run(random.next() < 0.95 ? "COMMIT" : "ROLLBACK");
      if (random.next() < 0.2) db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      if (random.next() < 0.1) db.run("PRAGMA incremental_vacuum(3)");
    }
  }

  // Enough for trees of some levels, in no order: pages that are parted keep copies of what went to the other.
  for (const at of tables) insert(`t${at}`, random.integer(400), null);
  change(20 + random.integer(60));
  return { db, shape, change, marks };
}

/** In any text or bytes. */
export function marksIn(bytes: Buffer): Set<string> {
  return new Set(bytes.toString("latin1").match(MARK));
}

/** What each table holds, read in its own order; a row that cannot be read ends its table with the reason. */
export function readAll(db: Database): string[] {
  const tables = attempt(() => values(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"));
  return tables.flatMap((name) => attempt(() => values(db, `SELECT * FROM ${name}`)));
}

function attempt(read: () => Iterable<string>): string[] {
  const rows: string[] = [];
  try {
    for (const row of read()) rows.push(row);
  } catch (error) {
    rows.push(error instanceof Error ? error.message : "failed");
  }
  return rows;
}

/** Rows as they come, each as one text. */
export function* values(db: Database, sql: string): Iterable<string> {
  const statement = db.prepare<Record<string, unknown>, []>(sql);
  try {
    for (const row of statement.iterate()) {
      yield Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
        .join("|");
    }
  } finally {
    statement.finalize();
  }
}
