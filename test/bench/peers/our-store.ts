// The rows of our two searches on disk: the service's own tables, filled without the turns they would come from.
import { join } from "node:path";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import type { VectorChunk, VectorSource } from "../../../src/domain/ports/vector-index.ts";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openReader, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { rowOf } from "../../../src/storage/sqlite/rows.ts";
import { createVectorSource } from "../../../src/storage/sqlite/stores/vector-source.ts";
import { readInChunks } from "./clustered-vectors.ts";

export const BRAIN = 1;
const CONFIDENCE = 1;

export interface OurStore {
  /** One durable transaction. */
  insert(chunk: VectorChunk): void;
  /** Reads over a connection of its own, as in the service. */
  readonly source: VectorSource;
}

/** `folder` is empty. Row n of the file has seq n + 1. */
export function openOurStore(folder: string): OurStore {
  const path = join(folder, "memory.db");
  const db = openWriter(path);
  migrate(db, MIGRATIONS, Date.now());
  // The rows have no packets here.
  db.run("PRAGMA foreign_keys = OFF");
  const insert = db.query("INSERT INTO packet_embeddings (row, confidence, vector) VALUES (?, ?, ?)");
  const insertAll = db.transaction(({ count, seqs, vectors }: VectorChunk) => {
    for (let at = 0; at < count; at++) {
      const vector = vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION);
      insert.run(rowOf(BRAIN, seqs[at]!), CONFIDENCE, new Uint8Array(vector.buffer, vector.byteOffset, DIMENSION * 4));
    }
  });
  return {
    insert: (chunk) => insertAll.immediate(chunk),
    source: createVectorSource(openReader(path), { generation: 1, mixed: false }),
  };
}

export async function* readChunks(file: string, count: number): AsyncGenerator<VectorChunk> {
  for await (const chunk of readInChunks(file, 0, count)) yield chunkOf(chunk.first, chunk.count, chunk.vectors);
}

export function chunkOf(firstRow: number, count: number, vectors: Float32Array): VectorChunk {
  return {
    count,
    seqs: Uint32Array.from({ length: count }, (_, at) => firstRow + at + 1),
    confidences: new Float32Array(count).fill(CONFIDENCE),
    vectors,
  };
}
