// Cosine retrieval in a brain that is being re-embedded: packets without an embedding of this model are found by words.
import type { Explanation, RetrievedPacket } from "../domain/retrieved.ts";
import { explainScore, forEachStep } from "./explain-score.ts";
import type { HybridFormula } from "./hybrid-formula.ts";
import type { Lookup } from "./lookup.ts";
import { retrieveCosine } from "./retrieve-cosine.ts";
import { formulaFor, type RetrieveHybridDeps } from "./retrieve-hybrid.ts";

/** May be more than are wanted: packets with equal words may still differ in confidence. */
const CANDIDATES_MIN = 16;

/** Packets with an embedding as retrieveCosine has them, and the others by what their words add in hybrid retrieval. */
export async function retrieveUnfinished(deps: RetrieveHybridDeps, lookup: Lookup): Promise<RetrievedPacket[]> {
  const { brain, question, limit, explain } = lookup;
  const formula = await formulaFor(deps.words, lookup);
  const { words } = formula;
  const { best, embedded } = await deps.vectors.estimateAll("packets", brain, question.vector, null, (rows) =>
    bestWithout(rows.seqs, formula, Math.max(limit, CANDIDATES_MIN)),
  );
  const byCosine = await retrieveCosine(deps, lookup);
  const known = new Set(byCosine.map(({ packet }) => packet.seq));
  const scoreOf = new Map(best.map((at) => [words.seqs[at]!, formula.terms.words?.(at) ?? 0]));
  const packets = await deps.packets.bySeqs(brain, [...scoreOf.keys()]);
  const byWords = packets
    // A packet that was embedded a moment ago is found by its cosine.
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

/**
 * `best`: positions of the packets that are not among `seqs` (ascending) and enter by their words, the best first.
 * `embedded`: how many are among them.
 */
function bestWithout(seqs: Uint32Array, formula: HybridFormula, limit: number) {
  const { words } = formula;
  const found: number[] = [];
  let embedded = 0;
  for (let at = 0, row = 0; at < words.count; at++) {
    const seq = words.seqs[at]!;
    while (row < seqs.length && seqs[row]! < seq) row++;
    if (seqs[row] === seq) embedded++;
    else if (formula.entersByWords(at)) found.push(at);
  }
  return { best: found.sort((a, b) => words.scores[b]! - words.scores[a]! || b - a).slice(0, limit), embedded };
}

/** By cosine the packet ranks behind every packet that has an embedding. */
function explanationOf({ packet, similarity }: RetrievedPacket, embedded: number, place: number): Explanation {
  return explainScore({
    sums: { ...forEachStep(() => similarity), cosine: 0 },
    newest: 0,
    confidence: packet.confidence,
    enteredBy: "words",
    ranks: { ...forEachStep(() => place), cosine: embedded + 1, confidence: place, newest: place },
  });
}
