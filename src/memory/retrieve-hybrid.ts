// Hybrid retrieval: every packet of the brain by its embedding, its words, its time and its neighbours.
import type { BrainId } from "../domain/brain.ts";
import type { LexicalIndex } from "../domain/lexical-index.ts";
import type { ModelSpec } from "../domain/model-spec.ts";
import type { PacketStore } from "../domain/ports.ts";
import type { Explanation, RetrievedPacket } from "../domain/retrieved.ts";
import type { TimeCueReader } from "../domain/time-cue.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import { liftNewest, type Statement } from "./newest-statement.ts";
import { bestOf, type HybridRanking, rankHybrid, ranksOf } from "./rank-hybrid.ts";

export interface RetrieveHybridDeps {
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly timeCues: TimeCueReader;
}

export interface Question {
  readonly text: string;
  /** Its embedding in the query role. */
  readonly vector: Float32Array;
  /** When it is asked, ms since the epoch: what "last week" counts from. */
  readonly at: number;
}

/** Packets looked at for a newer statement of the same, beyond those that are shown. */
const CANDIDATES_MORE = 8;

/** The best packets, best first; one that is erased while this runs is left out. `explain`: with explanations. */
export async function retrieveHybrid(
  deps: RetrieveHybridDeps,
  model: ModelSpec,
  brain: BrainId,
  question: Question,
  limit: number,
  explain: boolean,
): Promise<RetrievedPacket[]> {
  const words = await deps.words.search(brain, question.text, model.contextWeight);
  const rows = await deps.vectors.compareAll("packets", brain, question.vector);
  const ranking = rankHybrid(rows, words, deps.timeCues.read(question.text, question.at), model);
  const found = bestOf(ranking, limit + CANDIDATES_MORE);
  const seqs = found.map((at) => ranking.seqs[at]!);
  const packets = new Map((await deps.packets.bySeqs(brain, seqs)).map((packet) => [packet.seq, packet]));
  const vectors = await deps.vectors.vectorsOf("packets", brain, seqs);
  const candidates = found.flatMap((at, place) => {
    const packet = packets.get(ranking.seqs[at]!);
    return packet === undefined ? [] : [{ at, packet, vector: vectors[place] ?? null }];
  });
  const statements = candidates.map(({ at, packet, vector }): Statement => {
    let read: ReadonlySet<string> | null = null;
    const statementWords = () => {
      read ??= deps.words.statementWords(packet.input);
      return read;
    };
    return {
      seq: packet.seq,
      score: ranking.scores[at]!,
      confidence: ranking.confidences[at]!,
      vector,
      words: statementWords,
    };
  });
  const { sameStatementSimilarity: similarity, cosineBaseline } = model;
  const lifted = liftNewest(statements, { similarity, cosineBaseline });
  return candidates
    .map((candidate, place) => ({ ...candidate, score: lifted[place]! }))
    .sort((a, b) => b.score - a.score || b.packet.seq - a.packet.seq)
    .slice(0, limit)
    .map(({ at, packet, score }, place) => ({
      packet,
      similarity: score / ranking.confidences[at]!,
      score,
      explanation: explain ? explanationOf(ranking, at, score, place + 1) : null,
    }));
}

function explanationOf(ranking: HybridRanking, at: number, score: number, rank: number): Explanation {
  const { cosines, withWords, withTime, similarities, confidences, scores } = ranking;
  return {
    cosine: cosines[at]!,
    lexical: withWords[at]! - cosines[at]!,
    time: withTime[at]! - withWords[at]!,
    neighbours: similarities[at]! - withTime[at]!,
    newest: (score - scores[at]!) / confidences[at]!,
    confidence: confidences[at]!,
    enteredBy: ranking.entryOf(at) ?? "similarity",
    ranks: { ...ranksOf(ranking, at), newest: rank },
  };
}
