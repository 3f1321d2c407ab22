// Embeddings as both engines store them: bytes, and the generation of the model that made them.
import { vectorFromBytes } from "../../base/vector-bytes.ts";
import { DIMENSION } from "../../domain/model-spec.ts";
import type { Seq } from "../../domain/packet.ts";
import type { VectorChunk } from "../../domain/ports/vector-index.ts";

/** The generation of data that was never told its model. */
export const FIRST_GENERATION = 1;

/** Both are null where a packet has none. */
export interface StoredVector {
  readonly vector: Uint8Array | null;
  readonly model: number | null;
}

/** null where there is none, or another model's: what that made is as good as not there. */
export function vectorOf({ vector, model }: StoredVector, generation: number): Float32Array | null {
  return vector === null || model !== generation ? null : vectorFromBytes(vector);
}

export function isOfOtherModel({ vector, model }: StoredVector, generation: number): boolean {
  return vector !== null && model !== generation;
}

/** [seq, confidence, bytes] */
export type VectorTuple = [Seq, number, Uint8Array];

/** Throws where a vector has another length than the model's. */
export function chunkOf(rows: readonly VectorTuple[]): VectorChunk {
  const seqs = new Uint32Array(rows.length);
  const confidences = new Float32Array(rows.length);
  const vectors = new Float32Array(rows.length * DIMENSION);
  const bytes = new Uint8Array(vectors.buffer);
  for (let at = 0; at < rows.length; at++) {
    const [seq, confidence, vector] = rows[at]!;
    if (vector.byteLength !== DIMENSION * 4) throw new Error(`seq ${seq} has a vector of ${vector.byteLength} bytes`);
    seqs[at] = seq;
    confidences[at] = confidence;
    bytes.set(vector, at * DIMENSION * 4);
  }
  return { count: rows.length, seqs, confidences, vectors };
}
