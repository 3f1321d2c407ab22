// Queries built once: putting one together takes Drizzle half as long as the database takes to answer it.
import { getTableColumns, type InferSelectModel, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Drizzle } from "./engine/connections.ts";

/** A query with placeholders, built at its first use on a connection. */
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

/** Inserts one row, of which every column is said. */
export function insertion<T extends PgTable>(
  table: T,
): (db: Drizzle, row: Required<InferSelectModel<T>>) => Promise<unknown> {
  const row = Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, sql.placeholder(name)]));
  const insert = statement((db) =>
    db
      .insert(table as PgTable)
      .values(row)
      .prepare("insert"),
  );
  return (db, values) => insert(db).execute(values);
}
