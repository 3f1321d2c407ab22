// The rows of one imported packet: statements that are built once, for files hold a hundred thousand.
import { eq, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import { isEmbedded, MODELS_MAX, NO_MODEL, NO_VECTOR } from "../../../domain/decide-import.ts";
import type { ModelName } from "../../../domain/portability.ts";
import type { ImportedPacket } from "../../../domain/ports/import-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { generationInUse } from "../generation.ts";
import { models, packetEmbeddings } from "../schema.ts";
import { insertion, statement } from "../statement.ts";
import { insertInputEmbedding, insertPacket, insertTerms } from "./packet-statements.ts";

const insertJoint = insertion(packetEmbeddings);
const findGeneration = statement((db) =>
  db
    .select({ generation: models.generation })
    .from(models)
    .where(eq(models.sha256, sql.placeholder("sha256")))
    .prepare(),
);

// Single writer: nobody else gives the model a generation between the look and the insert.
/** The generation of what the model made; of a model that cannot be told, nobody's. */
export function generationOf(db: Drizzle, { id, sha256 }: ModelName): number {
  const known = findGeneration(db).get({ sha256 });
  if (known !== undefined) return known.generation;
  const isFull =
    db.select({ generation: models.generation }).from(models).limit(MODELS_MAX).all().length === MODELS_MAX;
  if (sha256 !== "" && isFull) return generationOf(db, NO_MODEL);
  return db.insert(models).values({ id, sha256 }).returning({ generation: models.generation }).get().generation;
}

/** The columns of an embedding: the one given, made by the model in use, or the place of one that is to be made. */
export function embeddingOf(db: Drizzle, vector: Float32Array | null): { vector: Uint8Array; model: number } {
  if (vector === null) return { vector: NO_VECTOR, model: generationOf(db, NO_MODEL) };
  return { vector: bytesOfVector(vector), model: generationInUse(db) };
}

export function insertImported(db: Drizzle, row: number, packet: ImportedPacket): void {
  const { id, kind, input, answer, confidence, unconfirmedOverwrite, session, occurredAt } = packet;
  const { createdAt, inputTokens, learnable, words } = packet;
  const said = { id, kind, input, answer, session, occurredAt, createdAt, inputTokens };
  const { metadata } = packet;
  insertPacket(db, { row, ...said, confidence, unconfirmedOverwrite, cues: [...packet.cues], metadata });
  const isWhole = isEmbedded(packet);
  insertJoint(db, { row, confidence, ...embeddingOf(db, isWhole ? packet.vector : null) });
  if (learnable) insertInputEmbedding(db, { row, ...embeddingOf(db, isWhole ? packet.inputVector : null) });
  const { version, terms } = words;
  insertTerms(db).run({ row, version, ...terms });
}
