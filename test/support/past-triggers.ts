// Changes rows that triggers guard, as somebody would who knows SQLite: the schema is as before afterwards.
import type { Database } from "bun:sqlite";

export function pastTriggers(db: Database, ...statements: readonly string[]): void {
  const triggers = db
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`);
  for (const statement of statements) db.run(statement);
  for (const { sql } of triggers) db.run(sql);
}
