// Which model's embeddings are written and read: rows of another generation are as good as not there.
import { sql } from "drizzle-orm";
import { FIRST_GENERATION } from "../both/stored-vectors.ts";
import type { Drizzle } from "./engine/open-database.ts";
import { model } from "./schema.ts";
import { statement } from "./statement.ts";

/** In a statement that writes an embedding: the generation that it belongs to. */
export const CURRENT_GENERATION = sql<number>`coalesce((SELECT generation FROM model), ${sql.raw(String(FIRST_GENERATION))})`;

const inUse = statement((db) => db.select({ generation: model.generation }).from(model).prepare());

export function generationInUse(db: Drizzle): number {
  return inUse(db).get()?.generation ?? FIRST_GENERATION;
}

// Single writer: nobody else adopts a model, or stores rows of another, while this process holds what it read.
/** What this process reads; one object for all stores of a data directory. */
export interface ReadGeneration {
  /** 0: of a model that made none of the data. */
  generation: number;
  /** Whether rows of other generations may lie between those that are read. */
  mixed: boolean;
}
