// Reads a brain's vectors in one ordered scan, piece by piece.
import type { Database } from "bun:sqlite";
import { DIMENSION } from "../domain/model-spec.ts";
import type { VectorChunk, VectorSource } from "../domain/vector-index.ts";
import { rowOf, rowsOf, seqOf } from "./rows.ts";

/** [row, confidence, bytes] */
type VectorTuple = [number, number, Uint8Array];

// Below Drizzle on purpose: a brain of 100,000 packets comes through here, and a tuple a row is all that it needs.
export function createVectorSource(db: Database): VectorSource {
  const scans = {
    packets: db.query(
      "SELECT row, confidence, vector FROM packet_embeddings WHERE row > ? AND row < ? ORDER BY row LIMIT ?",
    ),
    lessons: db.query("SELECT row, 1.0, vector FROM lesson_embeddings WHERE row > ? AND row < ? ORDER BY row LIMIT ?"),
  };
  const reads = {
    packets: db.query("SELECT row, confidence, vector FROM packet_embeddings WHERE row = ?"),
    lessons: db.query("SELECT row, 1.0, vector FROM lesson_embeddings WHERE row = ?"),
  };
  return {
    scan: async (set, brain, after, limit) =>
      chunkOf(scans[set].values(rowOf(brain, after), rowsOf(brain).end, limit) as VectorTuple[]),
    read: async (set, brain, seqs) =>
      chunkOf(seqs.flatMap((seq) => reads[set].values(rowOf(brain, seq)) as VectorTuple[])),
  };
}

function chunkOf(rows: readonly VectorTuple[]): VectorChunk {
  const seqs = new Uint32Array(rows.length);
  const confidences = new Float32Array(rows.length);
  const vectors = new Float32Array(rows.length * DIMENSION);
  const bytes = new Uint8Array(vectors.buffer);
  for (const [at, [row, confidence, vector]] of rows.entries()) {
    if (vector.byteLength !== DIMENSION * 4) throw new Error(`row ${row} holds a vector of ${vector.byteLength} bytes`);
    seqs[at] = seqOf(row);
    confidences[at] = confidence;
    bytes.set(vector, at * DIMENSION * 4);
  }
  return { count: rows.length, seqs, confidences, vectors };
}
