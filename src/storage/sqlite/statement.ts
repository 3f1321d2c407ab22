// Queries built once: putting one together takes Drizzle longer than SQLite takes to run it.
import { getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Drizzle } from "./engine/open-database.ts";

/** A query with placeholders, built and prepared at its first use on a connection. */
export function statement<T>(build: (db: Drizzle) => T): (db: Drizzle) => T {
  const built = new WeakMap<Drizzle, T>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const made = build(db);
    built.set(db, made);
    return made;
  };
}

/** Inserts one row, of which every column is said but those that are `made` by the statement. */
export function insertion<T extends SQLiteTable, M extends keyof InferSelectModel<T> = never>(
  table: T,
  made: Readonly<Record<M, SQL>> = {} as Record<M, SQL>,
): (db: Drizzle, row: Omit<InferSelectModel<T>, M>) => void {
  const said = Object.keys(getTableColumns(table)).map((name) => [name, sql.placeholder(name)]);
  const row = { ...Object.fromEntries(said), ...made };
  const insert = statement((db) =>
    db
      .insert(table as SQLiteTable)
      .values(row)
      .prepare(),
  );
  return (db, values) => void insert(db).run(values);
}
