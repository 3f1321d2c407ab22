// Cosine retrieval in a brain that is being embedded anew: what has no embedding yet is found by its words alone.
import type { BrainId } from "../domain/brain.ts";
import type { ModelSpec } from "../domain/model-spec.ts";
import type { WordMatches } from "../domain/ports/lexical-index.ts";
import type { Explanation, RetrievedPacket } from "../domain/retrieved.ts";
import { entersByWords, lexicalUnitOf } from "./rank-hybrid.ts";
import { retrieveCosine } from "./retrieve-cosine.ts";
import { type Question, type RetrieveHybridDeps, wordsOf } from "./retrieve-hybrid.ts";

/** Those that share the best words with the question may still differ in confidence. */
const CANDIDATES_MIN = 16;

/** Packets with an embedding as ever, and among them the others with what their words count for in hybrid retrieval. */
export async function retrieveUnfinished(
  deps: RetrieveHybridDeps,
  model: ModelSpec,
  brain: BrainId,
  question: Question,
  limit: number,
  explain: boolean,
): Promise<RetrievedPacket[]> {
  const words = await wordsOf(deps.words, model, brain, question);
  const { best, embedded } = await deps.vectors.estimateAll("packets", brain, question.vector, null, (rows) => ({
    best: bestWithout(rows.seqs, words, model, Math.max(limit, CANDIDATES_MIN)),
    embedded: rows.count,
  }));
  const byCosine = await retrieveCosine(deps, model, brain, question, limit, explain);
  const known = new Set(byCosine.map(({ packet }) => packet.seq));
  const scoreOf = new Map(best.map((at) => [words.seqs[at]!, lexicalUnitOf(words, model) * words.scores[at]!]));
  const packets = await deps.packets.bySeqs(brain, [...scoreOf.keys()]);
  const byWords = packets
    // One that was embedded a moment ago is found by that.
    .filter(({ seq }) => !known.has(seq))
    .map((packet): RetrievedPacket => {
      const similarity = scoreOf.get(packet.seq) ?? 0;
      return { packet, similarity, score: similarity * packet.confidence, explanation: null };
    });
  const found = [...byCosine, ...byWords].sort((a, b) => b.score - a.score || b.packet.seq - a.packet.seq);
  return found.slice(0, limit).map((each, place) => ({
    ...each,
    explanation: explain ? (each.explanation ?? explanationOf(each, embedded, place + 1)) : null,
  }));
}

/** Positions of the packets that are not among `seqs` (ascending) and enter by their words, the best first. */
function bestWithout(seqs: Uint32Array, words: WordMatches, model: ModelSpec, limit: number): number[] {
  const found: number[] = [];
  for (let at = 0, row = 0; at < words.count; at++) {
    const seq = words.seqs[at]!;
    while (row < seqs.length && seqs[row]! < seq) row++;
    if (seqs[row] !== seq && entersByWords(words, at, model.lexicalEntry)) found.push(at);
  }
  return found.sort((a, b) => words.scores[b]! - words.scores[a]! || b - a).slice(0, limit);
}

/** It stands behind every packet that has a cosine, until its words are counted. */
function explanationOf({ packet, similarity }: RetrievedPacket, embedded: number, rank: number): Explanation {
  return {
    cosine: 0,
    lexical: similarity,
    time: 0,
    neighbours: 0,
    newest: 0,
    confidence: packet.confidence,
    enteredBy: "words",
    ranks: { cosine: embedded + 1, words: rank, time: rank, neighbours: rank, confidence: rank, newest: rank },
  };
}
