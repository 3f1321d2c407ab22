// Which model the data's embeddings are made with, and which ones this process reads.
import { eq, gt, lt, or } from "drizzle-orm";
import type { ModelStore } from "../../../domain/ports/model-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { generationInUse, type ReadGeneration } from "../generation.ts";
import { lessonEmbeddings, model, models, packetEmbeddings } from "../schema.ts";

/** Reads what the data's own model made, until it is told otherwise. */
export function readGenerationOf(db: Drizzle): ReadGeneration {
  const reading = { generation: 0, mixed: false };
  setGeneration(db, reading, generationInUse(db));
  return reading;
}

function setGeneration(db: Drizzle, reading: ReadGeneration, generation: number): void {
  reading.generation = generation;
  reading.mixed = [packetEmbeddings, lessonEmbeddings].some((table) => {
    const isOther = or(lt(table.model, generation), gt(table.model, generation));
    return db.select({ row: table.row }).from(table).where(isOther).limit(1).get() !== undefined;
  });
}

export function createModelStore(db: Drizzle, writer: WriterClient, reading: ReadGeneration): ModelStore {
  return {
    current: async () => db.select({ id: model.id, sha256: model.sha256 }).from(model).get() ?? null,
    async adopt({ id, sha256 }, by) {
      const stored = db.select().from(model).get();
      const isKnown = stored !== undefined && stored.id === id && stored.sha256 === sha256;
      const generation = isKnown ? stored.generation : await writer.write("adoptModel", { id, sha256, by });
      setGeneration(db, reading, generation);
    },
    async readAs({ sha256 }) {
      const known = db.select({ generation: models.generation }).from(models).where(eq(models.sha256, sha256)).get();
      setGeneration(db, reading, known?.generation ?? 0);
    },
  };
}
