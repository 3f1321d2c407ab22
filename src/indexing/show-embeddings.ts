// Puts embeddings that the store has taken into the form that the index of vectors takes.
import { DIMENSION } from "../domain/model-spec.ts";
import type { Seq } from "../domain/packet.ts";
import type { VectorChunk } from "../domain/ports/vector-index.ts";

/** `saved`: those of `made` that were stored, ascending. */
export function chunkOf(
  made: readonly { readonly seq: Seq; readonly vector: Float32Array }[],
  saved: readonly { readonly seq: Seq; readonly confidence: number }[],
): VectorChunk {
  const vectors = new Float32Array(saved.length * DIMENSION);
  const bySeq = new Map(made.map((each) => [each.seq, each.vector]));
  for (const [at, { seq }] of saved.entries()) vectors.set(bySeq.get(seq) ?? [], at * DIMENSION);
  return {
    count: saved.length,
    seqs: Uint32Array.from(saved, (each) => each.seq),
    confidences: Float32Array.from(saved, (each) => each.confidence),
    vectors,
  };
}
