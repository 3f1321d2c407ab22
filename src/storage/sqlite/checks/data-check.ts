// A check of the data: what it looks at, how what it finds is told, how bad that is, and what to do about it.
import type { Database } from "bun:sqlite";
import type { Finding, Level } from "../../../domain/finding.ts";

/** A table or the file, and a sentence without anything that users said. */
export type Found = Pick<Finding, "where" | "what">;

export interface DataCheck {
  /** A word for programs, stable; several checks may tell of one kind of fault. */
  readonly id: string;
  /** Sound data has no `error`; a `warning` or a `note` is a state that it may be in. */
  readonly level: Level;
  /** The first version of the schema that has what is looked at. */
  readonly since: number;
  /** Whether rows, or the pages of the file, are read whole: then it takes as long as reading the data. */
  readonly isDeep?: true;
  /** Whether a running service sees to it anyhow: nothing to be told beside one. */
  readonly isServiceWork?: true;
  /** Runs what the schema says: only on data whose schema has been judged. Finds nothing in most data. */
  readonly look: (db: Database) => Iterable<Found>;
  readonly fix: string;
}

/** `sql` gives one number, `n`: how many rows of the table break it. */
export function counting(table: string, sql: string, what: (count: number) => string): DataCheck["look"] {
  return (db) => {
    const count = db.query<{ n: number }, []>(sql).get()?.n ?? 0;
    return count === 0 ? [] : [{ where: `table ${table}`, what: what(count) }];
  };
}

export function* findingsOf(db: Database, { id, level, fix, look }: DataCheck): Iterable<Finding> {
  for (const { where, what } of look(db)) yield { code: id, level, where, what, fix };
}

/** Of data whose schema has been judged. */
export function schemaVersionOf(db: Database): number {
  return db.query<{ n: number }, []>("SELECT coalesce(max(version), 0) AS n FROM migrations").get()?.n ?? 0;
}

/** Of each table, SQLite's own left out. */
export function countRows(db: Database): Record<string, number> {
  const tables = db
    .query("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .values()
    .flat()
    .map(String);
  const count = (table: string) => Number(db.query(`SELECT count(*) FROM main."${table}"`).values()[0]?.[0]);
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}
