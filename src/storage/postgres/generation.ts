// Which model's embeddings are written and read: rows of another generation are as good as not there.
import { FIRST_GENERATION } from "../both/stored-vectors.ts";
import type { Drizzle } from "./engine/connections.ts";
import { model } from "./schema.ts";

/** That the data was adopted for last. */
export async function generationInUse(db: Drizzle): Promise<number> {
  const [row] = await db.select({ generation: model.generation }).from(model);
  return row?.generation ?? FIRST_GENERATION;
}

/** What this node reads; one object for all its stores. */
export interface ReadGeneration {
  /** 0: of a model that made none of the data. */
  generation: number;
}
