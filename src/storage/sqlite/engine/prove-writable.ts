// The smallest write that reaches the disk: tells whether a fault of the storage has passed.
import { sql } from "drizzle-orm";
import type { Drizzle } from "./open-database.ts";

/** Writes the file's first page anew, as it is. */
export function proveWritable(db: Drizzle, _: null): void {
  db.run(sql`PRAGMA user_version = 0`);
}
