// The rows of imported packets, many at once, for files hold a hundred thousand.
import { sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import { isEmbedded, MODELS_MAX, NO_MODEL, NO_VECTOR } from "../../../domain/decide-import.ts";
import { metadataFields } from "../../../domain/metadata.ts";
import type { ModelName } from "../../../domain/portability.ts";
import type { ImportedPacket } from "../../../domain/ports/import-store.ts";
import type { Placed } from "../../both/plan-import.ts";
import { copyInto } from "../engine/copy-into.ts";
import type { Tx } from "../engine/transaction.ts";
import { inputEmbeddings, models, packetEmbeddings, packetMetadata, packets, packetTerms } from "../schema.ts";

/** The generation of what each model made; of a model that cannot be told, nobody's. */
type Generations = (name: ModelName) => number;

async function generationsOf({ db }: Tx, names: readonly ModelName[]): Promise<Generations> {
  const stored = () => db.select({ generation: models.generation, sha256: models.sha256 }).from(models);
  let known = toldModels(await stored());
  if (names.some(({ sha256 }) => !known.has(sha256))) {
    // Nobody else gives a model a number between the look and the insert.
    await db.execute(sql`LOCK TABLE ${models} IN SHARE ROW EXCLUSIVE MODE`);
    known = toldModels(await stored());
    const made = newModels(known, names);
    if (made.length > 0) await db.insert(models).values(made);
    for (const { sha256, generation } of made) known.set(sha256, generation);
  }
  return ({ sha256 }) => known.get(sha256) ?? known.get(NO_MODEL.sha256) ?? 0;
}

function toldModels(rows: readonly { generation: number; sha256: string }[]): Map<string, number> {
  return new Map(rows.map(({ generation, sha256 }) => [sha256, generation]));
}

function newModels(known: ReadonlyMap<string, number>, names: readonly ModelName[]) {
  const made = new Map<string, ModelName>();
  const isThere = ({ sha256 }: ModelName) => known.has(sha256) || made.has(sha256);
  for (const name of names) {
    const isFull = !isThere(name) && known.size + made.size >= MODELS_MAX;
    const { id, sha256 } = isFull ? NO_MODEL : name;
    if (!isThere({ id, sha256 })) made.set(sha256, { id, sha256 });
  }
  const last = Math.max(0, ...known.values());
  return [...made.values()].map((name, at) => ({ ...name, generation: last + 1 + at }));
}

/** What the embeddings of an import are stored with. */
export interface Embeddings {
  readonly generationOf: Generations;
  /** The columns of an embedding: the one given, made by the model in use, or the place of one that is to be made. */
  of(vector: Float32Array | null): { vector: Uint8Array; model: number };
}

/** `named`: models that the file names; `hasGaps`: whether there is something to be embedded still. */
export async function embeddingsFor(tx: Tx, named: readonly ModelName[], hasGaps: boolean): Promise<Embeddings> {
  const wanted = hasGaps ? [NO_MODEL, ...named] : named;
  const current = tx.generation;
  const generationOf = wanted.length === 0 ? () => current : await generationsOf(tx, wanted);
  return {
    generationOf,
    of: (vector) =>
      vector === null
        ? { vector: NO_VECTOR, model: generationOf(NO_MODEL) }
        : { vector: bytesOfVector(vector), model: current },
  };
}

export async function insertImported(
  { db }: Tx,
  brain: BrainId,
  placed: readonly Placed<ImportedPacket>[],
  embeddings: Embeddings,
): Promise<void> {
  const joints = placed.map((packet) => {
    const { seq, confidence, vector } = packet;
    return { brain, seq, confidence, ...embeddings.of(isEmbedded(packet) ? vector : null) };
  });
  const inputs = placed
    .filter(({ learnable }) => learnable)
    .map((packet) => ({ brain, seq: packet.seq, ...embeddings.of(isEmbedded(packet) ? packet.inputVector : null) }));
  const fields = placed.flatMap(({ seq, metadata }) =>
    metadataFields(metadata).map((field) => ({ brain, seq, ...field })),
  );
  const terms = placed.map(({ seq, words: { version, terms: counted } }) => ({ brain, seq, version, ...counted }));
  await copyInto(
    db,
    packets,
    placed.map((packet) => packetRow(brain, packet)),
  );
  await copyInto(db, packetMetadata, fields);
  await copyInto(db, packetEmbeddings, joints);
  await copyInto(db, inputEmbeddings, inputs);
  await copyInto(db, packetTerms, terms);
}

function packetRow(brain: BrainId, packet: Placed<ImportedPacket>): typeof packets.$inferInsert {
  const { seq, id, kind, input, answer, confidence, unconfirmedOverwrite, session, occurredAt } = packet;
  const { createdAt, inputTokens, metadata } = packet;
  const said = { id, kind, input, answer, session, occurredAt, createdAt, inputTokens, metadata };
  return { brain, seq, ...said, confidence, unconfirmedOverwrite, cues: [...packet.cues] };
}
