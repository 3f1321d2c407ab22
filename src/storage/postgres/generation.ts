// Which model's embeddings are written and read: rows of another generation are as good as not there.
import { sql } from "drizzle-orm";
import type { Drizzle } from "./engine/connections.ts";
import { model } from "./schema.ts";

/** The generation of data that was never told its model. */
export const FIRST_GENERATION = 1;

/** In a statement that writes an embedding: the generation that it belongs to. */
export const CURRENT_GENERATION = sql<number>`coalesce((SELECT generation FROM model), ${sql.raw(String(FIRST_GENERATION))})`;

export async function generationInUse(db: Drizzle): Promise<number> {
  const [row] = await db.select({ generation: model.generation }).from(model);
  return row?.generation ?? FIRST_GENERATION;
}

/** What this node reads; one object for all its stores. */
export interface ReadGeneration {
  /** 0: of a model that made none of the data. */
  generation: number;
}
