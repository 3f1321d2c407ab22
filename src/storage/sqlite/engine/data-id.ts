// The id that data has for good, made with its audit, which begins with it.
import type { Database } from "bun:sqlite";
import { isOwnTable } from "../checks/own-schema.ts";
import { MIGRATIONS } from "./migrations.ts";

/** 32 hex digits; null of data from before the audit (schema 6), or of none. */
export function readDataId(db: Database): string | null {
  return isOwnTable(db, "audit_origin", MIGRATIONS) ? idIn(db) : null;
}

/** Of a store that is open. A row that is gone is a broken invariant. */
export function dataIdOf({ $client }: { readonly $client: Database }): string {
  const id = idIn($client);
  if (id === null) throw new Error("the data has lost its id");
  return id;
}

function idIn(db: Database): string | null {
  return db.query<{ id: string }, []>("SELECT id FROM main.audit_origin").get()?.id ?? null;
}
