// Cosine retrieval as the contract defines it: similarity x confidence and nothing else.
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { ComparedRows, VectorIndex } from "../domain/ports/vector-index.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import { explainScore, forEachStep } from "./explain-score.ts";
import type { Lookup } from "./retrieve-hybrid.ts";

export interface RetrieveCosineDeps {
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
}

/** The best packets by score, equal scores by age, the newest first. */
export async function retrieveCosine(
  deps: RetrieveCosineDeps,
  { model, brain, question, limit, explain }: Lookup,
): Promise<RetrievedPacket[]> {
  const request = { query: question.vector, limit, floor: model.similarityFloor };
  const ranked = await deps.vectors.rank("packets", brain, request);
  const all = explain ? await deps.vectors.compareAll("packets", brain, question.vector) : null;
  const packets = await deps.packets.bySeqs(
    brain,
    ranked.map((row) => row.seq),
  );
  const bySeq = new Map(packets.map((packet) => [packet.seq, packet]));
  return ranked.flatMap(({ seq, similarity, score }, index) => {
    const packet = bySeq.get(seq);
    if (packet === undefined) return [];
    const found = { packet, similarity, score };
    return [{ ...found, explanation: all === null ? null : explanationOf(found, all, index + 1) }];
  });
}

function explanationOf({ packet, similarity }: Omit<RetrievedPacket, "explanation">, all: ComparedRows, place: number) {
  let rank = 1;
  for (let row = 0; row < all.count; row++) {
    const other = all.similarities[row]!;
    if (other > similarity || (other === similarity && all.seqs[row]! > packet.seq)) rank++;
  }
  return explainScore({
    sums: forEachStep(() => similarity),
    newest: 0,
    confidence: packet.confidence,
    enteredBy: "similarity",
    ranks: { ...forEachStep(() => rank), confidence: place, newest: place },
  });
}
