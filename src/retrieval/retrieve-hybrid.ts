// Hybrid retrieval: every packet of the brain by its embedding, its words, its time and its neighbours.
import type { BrainId } from "../domain/brain.ts";
import type { ModelSpec } from "../domain/model-spec.ts";
import type { Packet, Seq } from "../domain/packet.ts";
import type { LexicalIndex, WordMatches } from "../domain/ports/lexical-index.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { AddedColumn, VectorIndex } from "../domain/ports/vector-index.ts";
import type { Explanation, RetrievedPacket } from "../domain/retrieved.ts";
import type { TimeCue } from "../domain/time-cue.ts";
import { addedTo, candidatesOf } from "./hybrid-candidates.ts";
import { liftNewest, type Statement } from "./newest-statement.ts";
import { bestOf, type HybridRanking, only, rankHybrid, ranksOf } from "./rank-hybrid.ts";

export interface RetrieveHybridDeps {
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
}

export interface Question {
  readonly text: string;
  /** Whose question it is. */
  readonly account: string;
  /** Its embedding in the query role. */
  readonly vector: Float32Array;
  /** What was done before the embedding was there; null where nothing was. */
  readonly ahead: Ahead | null;
  /** The times that it names; none where the account's mode of retrieval does not ask for them. */
  readonly cues: readonly TimeCue[];
}

export interface Ahead {
  /** What the question's words matched a moment ago. */
  readonly words: WordMatches;
  /** What those words, and the times, add to the similarities. */
  readonly added: AddedColumn;
}

/**
 * The best so many, however many are asked for, are compared pair by pair for a newer statement of the same. With 32,
 * stock phrases far down came to be lifted: LoCoMo's recall fell by .003.
 */
const STATEMENTS_COMPARED = 16;

/** The best packets, best first; one that is erased while this runs is left out. `explain`: with explanations. */
export async function retrieveHybrid(
  deps: RetrieveHybridDeps,
  model: ModelSpec,
  brain: BrainId,
  question: Question,
  limit: number,
  explain: boolean,
): Promise<RetrievedPacket[]> {
  const words = await wordsOf(deps.words, model, brain, question);
  // Places among all packets are known only where all are compared exactly, which takes its time.
  const { ranking, vectors } = explain
    ? await rankExactly(deps, model, brain, question, words)
    : await rankByEstimates(deps, model, brain, question, words, Math.max(limit, STATEMENTS_COMPARED));
  const found = bestOf(ranking, Math.max(limit, STATEMENTS_COMPARED));
  const seqs = found.map((at) => ranking.seqs[at]!);
  const packets = new Map((await deps.packets.bySeqs(brain, seqs)).map((packet) => [packet.seq, packet]));
  const candidates = found.flatMap((at): Candidate[] => {
    const packet = packets.get(ranking.seqs[at]!);
    return packet === undefined ? [] : [{ at, packet, vector: vectors.get(packet.seq) ?? null }];
  });
  const statements = candidates
    .slice(0, STATEMENTS_COMPARED)
    .map((candidate) => statementOf(deps.words, question.account, ranking, candidate));
  const { sameStatementSimilarity: similarity, cosineBaseline } = model;
  const lifted = await liftNewest(statements, { limit, similarity, cosineBaseline });
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

/** What the question's words match in the brain as it is now. */
export async function wordsOf(
  index: LexicalIndex,
  { contextWeight }: ModelSpec,
  brain: BrainId,
  { text, account, ahead }: Question,
): Promise<WordMatches> {
  const isCurrent = ahead !== null && index.isCurrent(brain, ahead.words);
  return isCurrent ? ahead.words : index.search(brain, { text, account, contextWeight });
}

interface Ranked {
  readonly ranking: HybridRanking;
  /** By seq: those of the best, and maybe of others. */
  readonly vectors: ReadonlyMap<Seq, Float32Array>;
}

/** All packets by their exact cosines. */
async function rankExactly(
  deps: RetrieveHybridDeps,
  model: ModelSpec,
  brain: BrainId,
  question: Question,
  words: WordMatches,
): Promise<Ranked> {
  const rows = await deps.vectors.compareAll("packets", brain, question.vector);
  const ranking = rankHybrid(rows, words, question.cues, model);
  const seqs = bestOf(ranking, STATEMENTS_COMPARED).map((at) => ranking.seqs[at]!);
  const exact = await deps.vectors.compare("packets", brain, seqs, question.vector);
  return { ranking, vectors: new Map(exact.flatMap((row, at) => (row === null ? [] : [[seqs[at]!, row.vector]]))) };
}

/**
 * The same best `limit`, to the bit, from estimates of all cosines and the exact ones of those that may be among the best,
 * and of their neighbours, on which their scores depend.
 */
async function rankByEstimates(
  deps: RetrieveHybridDeps,
  model: ModelSpec,
  brain: BrainId,
  question: Question,
  words: WordMatches,
  limit: number,
): Promise<Ranked> {
  const { ahead } = question;
  const added = ahead !== null && words === ahead.words ? ahead.added : addedTo(words, question.cues, model);
  const { candidates, positions, confidences } = await deps.vectors.estimateAll(
    "packets",
    brain,
    question.vector,
    added,
    (rows) => candidatesOf(rows, words, added, question.cues, model, limit),
  );
  const seqs = positions.map((at) => words.seqs[at]!);
  const exact = await deps.vectors.compare("packets", brain, seqs, question.vector);
  const known = positions.flatMap((at, index) => {
    const row = exact[index] ?? null;
    return row === null ? [] : [{ ...row, seq: seqs[index]!, confidence: confidences[index]!, at }];
  });
  const compared = {
    count: known.length,
    seqs: Uint32Array.from(known, ({ seq }) => seq),
    similarities: Float32Array.from(known, ({ similarity }) => similarity),
    confidences: Float32Array.from(known, ({ confidence }) => confidence),
  };
  // The neighbours are there for the candidates' sake alone: their own scores lack those of their neighbours.
  const ranking = rankHybrid(compared, only(words, positions), question.cues, model);
  const isCandidate = new Set(candidates);
  const scores = ranking.scores.map((score, index) => (isCandidate.has(positions[index]!) ? score : -1));
  return { ranking: { ...ranking, scores }, vectors: new Map(known.map(({ seq, vector }) => [seq, vector])) };
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
function statementOf(words: LexicalIndex, account: string, ranking: HybridRanking, candidate: Candidate): Statement {
  const { at, packet, vector } = candidate;
  let read: Promise<ReadonlySet<string>> | null = null;
  return {
    seq: packet.seq,
    score: scoreOf(ranking, candidate),
    confidence: packet.confidence,
    timeFit: ranking.timeFitOf(at),
    vector,
    words: () => {
      read ??= words.statementWords(packet.input, account);
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
