// Queries built once: putting one together takes Drizzle half as long as the database takes to answer it.
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
