// Hybrid retrieval: every packet of the brain by its embedding, its words, its time and its neighbours.
import type { BrainId } from "../domain/brain.ts";
import type { LexicalIndex } from "../domain/lexical-index.ts";
import type { ModelSpec } from "../domain/model-spec.ts";
import type { Packet } from "../domain/packet.ts";
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

/**
 * The best so many, however many are asked for, are compared pair by pair for a newer statement of the same: 496 pairs
 * take a fifth of a millisecond.
 */
const STATEMENTS_COMPARED = 32;

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
  const found = bestOf(ranking, Math.max(limit, STATEMENTS_COMPARED));
  const seqs = found.map((at) => ranking.seqs[at]!);
  const packets = new Map((await deps.packets.bySeqs(brain, seqs)).map((packet) => [packet.seq, packet]));
  const vectors = await deps.vectors.vectorsOf("packets", brain, seqs.slice(0, STATEMENTS_COMPARED));
  const candidates = found.flatMap((at, place): Candidate[] => {
    const packet = packets.get(ranking.seqs[at]!);
    return packet === undefined ? [] : [{ at, packet, vector: vectors[place] ?? null }];
  });
  const statements = candidates
    .slice(0, STATEMENTS_COMPARED)
    .map((candidate) => statementOf(deps.words, ranking, candidate));
  const { sameStatementSimilarity: similarity, cosineBaseline } = model;
  const lifted = liftNewest(statements, { similarity, cosineBaseline });
  return candidates
    .map((candidate, place) => ({ ...candidate, score: lifted[place] ?? scoreOf(ranking, candidate) }))
    .sort((a, b) => b.score - a.score || b.packet.seq - a.packet.seq)
    .slice(0, limit)
    .map(({ at, packet, score }, place) => ({
      packet,
      similarity: score / packet.confidence,
      score,
      explanation: explain ? explanationOf(ranking, at, packet.confidence, score, place + 1) : null,
    }));
}

interface Candidate {
  /** Its index in the ranking. */
  readonly at: number;
  readonly packet: Packet;
  readonly vector: Float32Array | null;
}

/** By the packet's own confidence: the ranking does not know that of a packet without an embedding. */
function scoreOf({ similarities }: HybridRanking, { at, packet }: Candidate): number {
  return similarities[at]! * packet.confidence;
}

/** Its words are read when they are first asked for: few pairs are near enough to need them. */
function statementOf(words: LexicalIndex, ranking: HybridRanking, candidate: Candidate): Statement {
  const { at, packet, vector } = candidate;
  let read: ReadonlySet<string> | null = null;
  return {
    seq: packet.seq,
    score: scoreOf(ranking, candidate),
    confidence: packet.confidence,
    timeFit: ranking.timeFitOf(at),
    vector,
    words: () => {
      read ??= words.statementWords(packet.input);
      return read;
    },
  };
}

function explanationOf(
  ranking: HybridRanking,
  at: number,
  confidence: number,
  score: number,
  rank: number,
): Explanation {
  const { cosines, withWords, withTime, similarities } = ranking;
  return {
    cosine: cosines[at]!,
    lexical: withWords[at]! - cosines[at]!,
    time: withTime[at]! - withWords[at]!,
    neighbours: similarities[at]! - withTime[at]!,
    newest: score === similarities[at]! * confidence ? 0 : score / confidence - similarities[at]!,
    confidence,
    enteredBy: ranking.entryOf(at) ?? "similarity",
    ranks: { ...ranksOf(ranking, at), newest: rank },
  };
}
