// Cosine retrieval, the contract's: similarity x confidence and nothing else.
import type { BrainId } from "../domain/brain.ts";
import type { ModelSpec } from "../domain/model-spec.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { ComparedRows, VectorIndex } from "../domain/ports/vector-index.ts";
import type { Explanation, RetrievedPacket } from "../domain/retrieved.ts";
import type { Question } from "./retrieve-hybrid.ts";

export interface RetrieveCosineDeps {
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
}

/** The best packets by score, equal scores by age, the newest first. */
export async function retrieveCosine(
  deps: RetrieveCosineDeps,
  model: ModelSpec,
  brain: BrainId,
  question: Question,
  limit: number,
  explain: boolean,
): Promise<RetrievedPacket[]> {
  const request = { query: question.vector, limit, floor: model.similarityFloor };
  const ranked = await deps.vectors.rank("packets", brain, request);
  const all = explain ? await deps.vectors.compareAll("packets", brain, question.vector) : null;
  const packets = await deps.packets.bySeqs(
    brain,
    ranked.map((row) => row.seq),
  );
  const bySeq = new Map(packets.map((packet) => [packet.seq, packet]));
  return ranked.flatMap(({ seq, similarity, score }, place) => {
    const packet = bySeq.get(seq);
    if (packet === undefined) return [];
    const explanation = all === null ? null : explanationOf(all, seq, similarity, packet.confidence, place + 1);
    return [{ packet, similarity, score, explanation }];
  });
}

function explanationOf(
  all: ComparedRows,
  seq: number,
  similarity: number,
  confidence: number,
  rank: number,
): Explanation {
  let cosine = 1;
  for (let row = 0; row < all.count; row++) {
    const other = all.similarities[row]!;
    if (other > similarity || (other === similarity && all.seqs[row]! > seq)) cosine++;
  }
  return {
    cosine: similarity,
    lexical: 0,
    time: 0,
    neighbours: 0,
    newest: 0,
    confidence,
    enteredBy: "similarity",
    ranks: { cosine, words: cosine, time: cosine, neighbours: cosine, confidence: rank, newest: rank },
  };
}
