// What did not enter, the best of it first: what a question nearly brought back.
import { bySeq, type Packet } from "../domain/packet.ts";
import type { PacketBelow, RetrievedPacket, ScoreParts } from "../domain/retrieved.ts";
import { forEachStep, partsOf } from "./explain-score.ts";
import { farBehind } from "./far-behind.ts";
import { bestOf, type HybridRanking, rankHybrid, ranksOf } from "./rank-hybrid.ts";
import { cosineFormula } from "./retrieve-cosine.ts";
import { leaned, NEAREST_MAX, type RetrieveHybridDeps } from "./retrieve-hybrid.ts";
import type { Retrieval } from "./retrieve-packets.ts";

/**
 * The best `count` of the packets that did not enter, whatever the limit of `found`, which is what was retrieved; equal
 * scores newest first. All packets are compared exactly.
 */
export async function retrieveBelow(
  deps: RetrieveHybridDeps,
  retrieval: Retrieval,
  { found, count }: { readonly found: readonly RetrievedPacket[]; readonly count: number },
): Promise<PacketBelow[]> {
  if (count === 0) return [];
  const { brain, explain } = retrieval;
  const { lookup, formula } =
    retrieval.mode === "hybrid"
      ? await leaned(deps, retrieval)
      : { lookup: retrieval, formula: await cosineFormula(deps, retrieval) };
  const rows = await deps.vectors.compareAll("packets", brain, lookup.question.vector);
  const ranking = rankHybrid(rows, formula);
  const hasEntered = enteredOf(ranking, found, farBehind(ranking, lookup, formula));
  const scores = ranking.scores.map((_, at) =>
    hasEntered(at) ? -1 : ranking.sums.neighbours[at]! * ranking.confidences[at]!,
  );
  const entered = scores.reduce((sum, score) => sum + (score < 0 ? 1 : 0), 0);
  const best = bestOf({ scores }, count);
  const seqs = best.map((at) => ranking.seqs[at]!);
  const packets = bySeq(await deps.packets.bySeqs(brain, seqs));
  return best.flatMap((at, place) => {
    const packet = packets.get(ranking.seqs[at]!);
    if (packet === undefined) return [];
    const parts = explain ? partsAt(ranking, { at, packet, rank: entered + place + 1 }) : null;
    return [{ packet, score: ranking.sums.neighbours[at]! * packet.confidence, parts }];
  });
}

/** Where nothing was found nothing entered: a greeting, or a question that is foreign to the brain. */
function enteredOf(
  ranking: HybridRanking,
  found: readonly RetrievedPacket[],
  isBehind: (at: number, similarity: number) => boolean,
): (at: number) => boolean {
  if (found.length === 0) return () => false;
  const seqs = new Set(found.map(({ packet }) => packet.seq));
  const nearest = new Set(bestOf(ranking, NEAREST_MAX));
  return (at) => {
    const entry = ranking.entries[at] ?? null;
    if (seqs.has(ranking.seqs[at]!)) return true;
    if (isBehind(at, ranking.sums.neighbours[at]!)) return false;
    return entry === "nearest" ? nearest.has(at) : entry !== null;
  };
}

interface PlacedBelow {
  readonly at: number;
  readonly packet: Packet;
  /** Behind all that entered. */
  readonly rank: number;
}

function partsAt(ranking: HybridRanking, { at, packet: { confidence }, rank }: PlacedBelow): ScoreParts {
  return partsOf({
    sums: forEachStep((step) => ranking.sums[step][at]!),
    newest: 0,
    confidence,
    ranks: { ...ranksOf(ranking, at), confidence: rank, newest: rank },
  });
}
