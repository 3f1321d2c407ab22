// Hybrid retrieval: every packet of the brain by its embedding, its words, its time and its neighbours.
import type { Packet, Seq } from "../domain/packet.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { Explanation, RetrievedPacket } from "../domain/retrieved.ts";
import { explainScore, forEachStep } from "./explain-score.ts";
import { farBehind } from "./far-behind.ts";
import { isNear, mayBeNear, nearnessFor } from "./foreign-question.ts";
import { candidatesOf, NO_CANDIDATES } from "./hybrid-candidates.ts";
import { HybridFormula } from "./hybrid-formula.ts";
import { leanOn, turnBefore } from "./lean-on-last.ts";
import type { Lookup } from "./lookup.ts";
import { liftNewest, type Statement } from "./newest-statement.ts";
import { bestOf, type HybridRanking, only, rankHybrid, ranksOf } from "./rank-hybrid.ts";
import { recencyOf } from "./recency.ts";

export interface RetrieveHybridDeps {
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly reading: Pick<TextReading, "tellsChange">;
}

/**
 * This many of the best are compared pair by pair for a newer statement of the same, however many are asked for. With
 * 32, stock phrases far down were lifted: LoCoMo's recall fell by .003.
 */
const STATEMENTS_COMPARED = 16;

/** Packets without evidence of their own come only among so many of the best. */
export const NEAREST_MAX = 16;

/**
 * The best packets, best first; one that is erased while this runs is left out. None where all came as the nearest alone, and not even
 * the best of these is as similar, all told, as the floor: of 327 needed memories of small brains each came with a best of .3 at least (bench:brains).
 */
export async function retrieveHybrid(deps: RetrieveHybridDeps, asked: Lookup): Promise<RetrievedPacket[]> {
  if (asked.question.stance.isSocial) return [];
  const { lookup, last, formula } = await leaned(deps, asked);
  const { model, brain, question, limit, explain } = lookup;
  const floor = last === null ? nearnessFor(lookup, formula) : 0;
  // A packet's rank among all is known only where all are compared exactly, which takes longer.
  const { ranking, vectors } = explain
    ? await rankExactly(deps, lookup, formula)
    : await rankByEstimates(deps, { ...lookup, limit: Math.max(limit, STATEMENTS_COMPARED) }, formula, {
        last: last?.seq ?? null,
        floor,
      });
  const found = bestOf(ranking, Math.max(limit, STATEMENTS_COMPARED)).filter(
    (at, place) => place < NEAREST_MAX || ranking.entries[at] !== "nearest",
  );
  if (!isNear(ranking, floor)) return [];
  const seqs = found.map((at) => ranking.seqs[at]!);
  const packets = new Map((await deps.packets.bySeqs(brain, seqs)).map((packet) => [packet.seq, packet]));
  const candidates = found.flatMap((at): Candidate[] => {
    const packet = packets.get(ranking.seqs[at]!);
    return packet === undefined ? [] : [{ at, packet, vector: vectors.get(packet.seq) ?? null }];
  });
  const statements = candidates
    .slice(0, STATEMENTS_COMPARED)
    .map((candidate) => statementOf(deps, question.account, ranking, candidate));
  const { sameStatementSimilarity: similarity, cosineBaseline } = model;
  const isSmall = formula.recency.length > 0;
  const lifted = await liftNewest(statements, { limit, similarity, cosineBaseline, isSmall });
  const scored = candidates.map((candidate, place) => ({
    ...candidate,
    score: lifted[place] ?? scoreOf(ranking, candidate),
  }));
  const isFar = ({ at, packet, score }: Candidate & { readonly score: number }) =>
    ranking.entries[at] === "nearest" && score < model.similarityFloor * packet.confidence;
  // To the user's own life the nearest comes even so: a job is told in words that the question does not have.
  const asksOfLife = isSmall && question.stance.asksOfLife;
  if (last === null && !asksOfLife && scored.every(isFar)) return [];
  const isBehind = farBehind(ranking, lookup, formula);
  return scored
    .filter(({ at, packet, score }) => !isBehind(at, score / packet.confidence))
    .sort((a, b) => b.score - a.score || b.packet.seq - a.packet.seq)
    .slice(0, limit)
    .map(({ at, packet, score }, place) => ({
      packet,
      similarity: score / packet.confidence,
      score,
      explanation: explain ? explanationOf(ranking, { at, packet, score, place: place + 1 }) : null,
    }));
}

/** The question with the turn that it leans on, where it does, and its formula. */
export async function leaned(deps: Pick<RetrieveHybridDeps, "packets" | "vectors" | "words">, asked: Lookup) {
  const last = await turnBefore(deps.packets, asked);
  const lookup = last === null ? asked : await leanOn(deps.vectors, asked, last);
  return { lookup, last, formula: await formulaFor(deps.words, lookup, last?.seq ?? null) };
}

/** The formula with what the question's words match in the brain as it is now. */
export async function formulaFor(
  index: LexicalIndex,
  { model, brain, question }: Lookup,
  last: Seq | null = null,
): Promise<HybridFormula> {
  const { text, account, ahead, cues, stance, scope } = question;
  if (ahead !== null && index.isCurrent(brain, ahead.words)) return ahead;
  const words = await index.search(brain, { text, account, contextWeight: model.contextWeight, scope });
  return new HybridFormula(words, cues, model, last, recencyOf(words.count, stance.asksForNow));
}

interface Ranked {
  readonly ranking: HybridRanking;
  /** Embeddings by seq: those of the best packets, and perhaps of others. */
  readonly vectors: ReadonlyMap<Seq, Float32Array>;
}

/** All packets by their exact cosines. */
async function rankExactly(
  deps: RetrieveHybridDeps,
  { brain, question }: Lookup,
  formula: HybridFormula,
): Promise<Ranked> {
  const rows = await deps.vectors.compareAll("packets", brain, question.vector);
  const ranking = rankHybrid(rows, formula);
  const seqs = bestOf(ranking, STATEMENTS_COMPARED).map((at) => ranking.seqs[at]!);
  const exact = await deps.vectors.compare("packets", brain, seqs, question.vector);
  return { ranking, vectors: new Map(exact.flatMap((row, at) => (row === null ? [] : [[seqs[at]!, row.vector]]))) };
}

/**
 * The same best `limit`, to the bit, from estimates of all cosines. Exact cosines are taken only of packets that may be
 * among the best, and of their neighbours, on which their scores depend.
 */
async function rankByEstimates(
  deps: RetrieveHybridDeps,
  { model, brain, question, limit }: Lookup,
  formula: HybridFormula,
  { last, floor }: { readonly last: Seq | null; readonly floor: number },
): Promise<Ranked> {
  const { words, added } = formula;
  const { candidates, positions, confidences } = await deps.vectors.estimateAll(
    "packets",
    brain,
    question.vector,
    added,
    (rows) => (mayBeNear(rows, floor) ? candidatesOf(rows, formula, limit) : NO_CANDIDATES),
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
  // The neighbours are needed only for the candidates: their own scores lack what their neighbours add.
  const recency = formula.recency.length === 0 ? formula.recency : pick(formula.recency, positions);
  const few = new HybridFormula(only(words, positions), question.cues, model, last, recency);
  const ranking = rankHybrid(compared, few);
  const isCandidate = new Set(candidates);
  const scores = ranking.scores.map((score, index) => (isCandidate.has(positions[index]!) ? score : -1));
  return { ranking: { ...ranking, scores }, vectors: new Map(known.map(({ seq, vector }) => [seq, vector])) };
}

function pick(column: Float64Array, positions: readonly number[]): Float64Array {
  return Float64Array.from(positions, (at) => column[at]!);
}

interface Candidate {
  /** Its index in the ranking. */
  readonly at: number;
  readonly packet: Packet;
  readonly vector: Float32Array | null;
}

/** Takes the packet's own confidence: the ranking does not know that of a packet without an embedding. */
function scoreOf({ sums }: HybridRanking, { at, packet }: Candidate): number {
  return sums.neighbours[at]! * packet.confidence;
}

/** A candidate's words are read when they are first asked for: few pairs are near enough to need them. */
function statementOf(
  { words, reading }: RetrieveHybridDeps,
  account: string,
  ranking: HybridRanking,
  candidate: Candidate,
): Statement {
  const { at, packet, vector } = candidate;
  let read: Promise<ReadonlySet<string>> | null = null;
  let told: Promise<boolean> | null = null;
  return {
    seq: packet.seq,
    score: scoreOf(ranking, candidate),
    confidence: packet.confidence,
    timeFit: ranking.formula.timeFitOf(at),
    vector,
    words: () => {
      read ??= words.statementWords(packet.input, account);
      return read;
    },
    tellsChange: () => {
      told ??= reading.tellsChange(packet.input, account);
      return told;
    },
  };
}

interface Placed {
  readonly at: number;
  readonly packet: Packet;
  /** The score after lifting. */
  readonly score: number;
  readonly place: number;
}

function explanationOf(ranking: HybridRanking, { at, packet: { confidence }, score, place }: Placed): Explanation {
  const sums = forEachStep((step) => ranking.sums[step][at]!);
  const similarity = sums.neighbours;
  return explainScore({
    sums,
    newest: score === similarity * confidence ? 0 : score / confidence - similarity,
    confidence,
    enteredBy: ranking.entries[at]!,
    ranks: { ...ranksOf(ranking, at), newest: place },
  });
}
