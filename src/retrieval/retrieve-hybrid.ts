// Hybrid retrieval: every packet of the brain by its embedding, its words, its time and its neighbours.
import { bySeq, type Packet, type Seq } from "../domain/packet.ts";
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
import { bestOf, type HybridRanking, rankHybrid, ranksOf } from "./rank-hybrid.ts";
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
  const leaning = await leaned(deps, asked);
  const { lookup, last, formula } = leaning;
  const { question, limit, explain } = lookup;
  const floor = last === null ? nearnessFor(lookup, formula) : 0;
  const most = Math.max(limit, STATEMENTS_COMPARED);
  // A packet's rank among all is known only where all are compared exactly, which takes longer.
  const ranked = explain ? await rankExactly(deps, leaning) : await rankByEstimates(deps, leaning, { most, floor });
  const { ranking } = ranked;
  if (!isNear(ranking, floor)) return [];
  const scored = await scoreBest(deps, leaning, ranked, most);
  // To the user's own life the nearest comes even so: a job is told in words that the question does not have.
  const asksOfLife = isSmall(formula) && question.stance.asksOfLife;
  const isFar = ({ at, packet, score }: Scored) =>
    ranking.entries[at] === "nearest" && score < lookup.model.similarityFloor * packet.confidence;
  if (last === null && !asksOfLife && scored.every(isFar)) return [];
  const isBehind = farBehind(ranking, lookup, formula);
  return scored
    .filter(({ at, packet, score }) => !isBehind(at, score / packet.confidence))
    .sort((a, b) => b.score - a.score || b.packet.seq - a.packet.seq)
    .slice(0, limit)
    .map((each, place) => ({
      packet: each.packet,
      similarity: each.score / each.packet.confidence,
      score: each.score,
      explanation: explain ? explanationOf(ranking, each, place + 1) : null,
    }));
}

/** What is asked once it is known what the question leans on. */
export interface Leaned {
  readonly lookup: Lookup;
  /** null: on nothing. */
  readonly last: Packet | null;
  readonly formula: HybridFormula;
}

export async function leaned(
  deps: Pick<RetrieveHybridDeps, "packets" | "vectors" | "words">,
  asked: Lookup,
): Promise<Leaned> {
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

/** In a small brain new packets gain by being new. */
function isSmall({ recency }: HybridFormula): boolean {
  return recency.length > 0;
}

interface Ranked {
  readonly ranking: HybridRanking;
  /** Embeddings by seq: those of the best packets, and perhaps of others. */
  readonly vectors: ReadonlyMap<Seq, Float32Array>;
}

/** All packets by their exact cosines. */
async function rankExactly(
  { vectors }: RetrieveHybridDeps,
  { lookup: { brain, question }, formula }: Leaned,
): Promise<Ranked> {
  const rows = await vectors.compareAll("packets", brain, question.vector);
  const ranking = rankHybrid(rows, formula);
  const seqs = bestOf(ranking, STATEMENTS_COMPARED).map((at) => ranking.seqs[at]!);
  const exact = await vectors.compare("packets", brain, seqs, question.vector);
  return { ranking, vectors: new Map(exact.flatMap((row, at) => (row === null ? [] : [[seqs[at]!, row.vector]]))) };
}

/**
 * The same best `most`, to the bit, from estimates of all cosines. Exact cosines are taken only of packets that may be
 * among the best, and of their neighbours, on which their scores depend.
 */
async function rankByEstimates(
  { vectors }: RetrieveHybridDeps,
  { lookup: { brain, question }, formula }: Leaned,
  { most, floor }: { readonly most: number; readonly floor: number },
): Promise<Ranked> {
  const { vector } = question;
  const { candidates, positions, confidences } = await vectors.estimateAll(
    "packets",
    brain,
    vector,
    formula.added,
    (rows) => (mayBeNear(rows, floor) ? candidatesOf(rows, formula, most) : NO_CANDIDATES),
  );
  const seqs = positions.map((at) => formula.words.seqs[at]!);
  const exact = await vectors.compare("packets", brain, seqs, vector);
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
  const ranking = rankHybrid(compared, formula.among(positions));
  // The neighbours are needed only for the candidates: their own scores lack what their neighbours add.
  const isCandidate = new Set(candidates);
  const scores = ranking.scores.map((score, index) => (isCandidate.has(positions[index]!) ? score : -1));
  return { ranking: { ...ranking, scores }, vectors: new Map(known.map(({ seq, vector }) => [seq, vector])) };
}

interface Scored {
  /** Its index in the ranking. */
  readonly at: number;
  readonly packet: Packet;
  readonly score: number;
}

/** The best, each with its score once newer statements have been lifted. Those that came as the nearest are few. */
async function scoreBest(
  deps: RetrieveHybridDeps,
  { lookup: { model, brain, question, limit }, formula }: Leaned,
  { ranking, vectors }: Ranked,
  most: number,
): Promise<Scored[]> {
  const best = bestOf(ranking, most).filter((at, place) => place < NEAREST_MAX || ranking.entries[at] !== "nearest");
  const seqs = best.map((at) => ranking.seqs[at]!);
  const packets = bySeq(await deps.packets.bySeqs(brain, seqs));
  const scored = best.flatMap((at): Scored[] => {
    const packet = packets.get(ranking.seqs[at]!);
    // The packet's own confidence: the ranking does not know that of a packet without an embedding.
    return packet === undefined ? [] : [{ at, packet, score: ranking.sums.neighbours[at]! * packet.confidence }];
  });
  const statements = scored.slice(0, STATEMENTS_COMPARED).map(({ at, packet, score }) => {
    const known = { timeFit: ranking.formula.timeFitOf(at), vector: vectors.get(packet.seq) ?? null };
    return { seq: packet.seq, score, confidence: packet.confidence, ...known, ...readLater(deps, question, packet) };
  });
  const { sameStatementSimilarity: similarity, cosineBaseline } = model;
  const rule = { limit, similarity, cosineBaseline, isSmall: isSmall(formula) };
  const lifted = await liftNewest(statements, rule);
  return scored.map((each, place) => ({ ...each, score: lifted[place] ?? each.score }));
}

/** A packet's words are read when they are first asked for: few pairs are near enough to need them. */
function readLater(
  { words, reading }: RetrieveHybridDeps,
  { account }: Lookup["question"],
  { input }: Packet,
): Pick<Statement, "words" | "tellsChange"> {
  let read: Promise<ReadonlySet<string>> | null = null;
  let told: Promise<boolean> | null = null;
  return {
    words: () => {
      read ??= words.statementWords(input, account);
      return read;
    },
    tellsChange: () => {
      told ??= reading.tellsChange(input, account);
      return told;
    },
  };
}

/** `place`: its rank after lifting. */
function explanationOf(ranking: HybridRanking, { at, packet, score }: Scored, place: number): Explanation {
  const { confidence } = packet;
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
