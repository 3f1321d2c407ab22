// Which model the data's embeddings are made with, and which ones this node reads.
import { eq } from "drizzle-orm";
import type { ModelStore } from "../../../domain/ports/model-store.ts";
import type { Database } from "../engine/database.ts";
import type { ReadGeneration } from "../generation.ts";
import { model, models } from "../schema.ts";
import { adoptModel } from "../writes/write-accounts.ts";

export function createModelStore(database: Database, reading: ReadGeneration): ModelStore {
  const { db } = database;
  return {
    async current() {
      const [stored] = await db.select({ id: model.id, sha256: model.sha256 }).from(model);
      return stored ?? null;
    },
    async adopt({ id, sha256 }, by) {
      const [stored] = await db.select().from(model);
      const isKnown = stored !== undefined && stored.id === id && stored.sha256 === sha256;
      reading.generation = isKnown ? stored.generation : await database.write(adoptModel, { id, sha256, by });
    },
    async readAs({ sha256 }) {
      const [known] = await db.select({ generation: models.generation }).from(models).where(eq(models.sha256, sha256));
      reading.generation = known?.generation ?? 0;
    },
  };
}
