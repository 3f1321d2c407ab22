// The id that data has for good, made with it.
import type { Database } from "bun:sqlite";
import { isOwnTable } from "../checks/own-schema.ts";
import { MIGRATIONS } from "./migrations.ts";

/** 32 hex digits; null of data of a schema before 12, or of none. */
export function readDataId(db: Database): string | null {
  if (!isOwnTable(db, "data_id", MIGRATIONS)) return null;
  return db.query<{ id: string }, []>("SELECT id FROM main.data_id").get()?.id ?? null;
}
