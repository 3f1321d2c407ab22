// Compares what a database file says of its schema, object by object, with what memoryd's own migrations make.
import { Database } from "bun:sqlite";
import type { Migration } from "../engine/migrations.ts";

export const MIGRATIONS_TABLE =
  "CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT";

/** The schema of this version has some 50 objects; see also `isSmallSchema`. */
export const OBJECTS_MAX = 1_000;

/** As a file says it, where any type may stand in any place. */
interface SchemaObject {
  readonly type: unknown;
  readonly name: unknown;
  readonly table: unknown;
  readonly sql: unknown;
}

/**
 * What SQLite's ANALYZE makes, by whomever it was run: numbers about indexes. Its other tables hold samples of what is
 * indexed, also after that was erased, and are foreign.
 */
const STATISTICS: SchemaObject = {
  type: "table",
  name: "sqlite_stat1",
  table: "sqlite_stat1",
  sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
};

/**
 * Sentences, one a difference; empty where the file has what the migrations make and nothing else. Reads the list of
 * objects alone: nothing that the file holds is run, and no table of it is read.
 */
export function schemaDifferences(db: Database, migrations: readonly Migration[]): string[] {
  const found = readObjects(db);
  if (found.length > OBJECTS_MAX) return [`it has more than ${OBJECTS_MAX} tables, indexes, views and triggers`];
  const missing = new Map(objectsMadeBy(migrations).map((object) => [nameOf(object), object]));
  const expected = new Map(missing).set(nameOf(STATISTICS), STATISTICS);
  const tables = new Set([...expected.values()].map(({ table }) => table));
  const differences: string[] = [];
  for (const object of found) {
    const name = nameOf(object);
    const own = expected.get(name);
    // What is there a second time is none of ours either.
    expected.delete(name);
    missing.delete(name);
    if (own === undefined) differences.push(`${name} is none of memoryd's`);
    else if (!isSame(object, own, tables)) differences.push(`${name} is not as memoryd makes it`);
  }
  return [...differences, ...[...missing.keys()].map((name) => `${name} is missing`)];
}

/** Whether that table, and nothing that only bears its name, is as the migrations make it. */
export function isOwnTable(db: Database, name: string, migrations: readonly Migration[]): boolean {
  const named = ({ type, name: own }: SchemaObject) => type === "table" && own === name;
  const own = objectsMadeBy(migrations).find(named);
  const found = readObjects(db).filter((object) => object.name === name);
  return own !== undefined && found.length === 1 && found.every((object) => isSame(object, own, new Set([name])));
}

/** One more than may be, where there are more. */
function readObjects(db: Database): SchemaObject[] {
  const sql = `SELECT type, name, tbl_name AS "table", sql FROM main.sqlite_schema LIMIT ${OBJECTS_MAX + 1}`;
  return db.query<SchemaObject, []>(sql).all();
}

/** By their SQL: a start asks some four times, and migrations never change. */
const made = new Map<string, readonly SchemaObject[]>();

function objectsMadeBy(migrations: readonly Migration[]): readonly SchemaObject[] {
  const key = migrations.map(({ sql }) => sql).join();
  const known = made.get(key) ?? makeObjects(migrations);
  made.set(key, known);
  return known;
}

function makeObjects(migrations: readonly Migration[]): SchemaObject[] {
  const db = new Database(":memory:");
  try {
    // As it is while a migration is applied: what is renamed is rewritten elsewhere accordingly.
    db.run("PRAGMA foreign_keys = OFF");
    db.run(MIGRATIONS_TABLE);
    for (const { sql } of migrations) db.run(sql);
    return readObjects(db);
  } finally {
    db.close();
  }
}

function nameOf({ type, name, table }: SchemaObject): string {
  const place = table === name ? "" : ` on ${shown(table)}`;
  return `the ${shown(type)} ${shown(name)}${place}`;
}

/** Whoever made a foreign object chose its name. */
function shown(text: unknown): string {
  if (typeof text !== "string") return "?";
  return /^\w{1,64}$/.test(text) ? text : JSON.stringify(text.slice(0, 64));
}

function isSame(object: SchemaObject, own: SchemaObject, tables: ReadonlySet<unknown>): boolean {
  const { type, name, table, sql } = object;
  if (type !== own.type || name !== own.name || table !== own.table) return false;
  if (typeof sql !== "string" || typeof own.sql !== "string") return sql === own.sql;
  return sql === own.sql || wordsOf(sql, tables).join("\n") === wordsOf(own.sql, tables).join("\n");
}

/** Comments, texts and quoted names are one word each, as for SQLite; what a comment does not end ends with the text. */
const WORDS =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*(?:\]|$)|[\w$\u0080-\uffff]+|[^ \t\n\f\r]/g;

/** White space, and quotes around a table's name, SQLite sets anew where it alters a table: another version may differ. */
function wordsOf(sql: string, tables: ReadonlySet<unknown>): string[] {
  return (sql.match(WORDS) ?? []).map((word) => {
    const quoted = /^"(.*)"$/s.exec(word)?.[1];
    return quoted !== undefined && tables.has(quoted) ? quoted : word;
  });
}
