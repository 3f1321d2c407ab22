// Cosine retrieval as the contract defines it: similarity x confidence and nothing else.
import { bySeq } from "../domain/packet.ts";
import type { ComparedRows, RankedRow } from "../domain/ports/vector-index.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import { explainScore, forEachStep } from "./explain-score.ts";
import { candidatesOf } from "./hybrid-candidates.ts";
import { HybridFormula } from "./hybrid-formula.ts";
import type { Lookup } from "./lookup.ts";
import type { RetrieveHybridDeps } from "./retrieve-hybrid.ts";

/** The best packets by score, equal scores by age, the newest first. */
export async function retrieveCosine(deps: RetrieveHybridDeps, lookup: Lookup): Promise<RetrievedPacket[]> {
  const { model, brain, question, limit, explain } = lookup;
  const request = { query: question.vector, limit, floor: model.similarityFloor };
  const then = question.scope === undefined ? null : await rankWithin(deps, lookup);
  const ranked = then?.ranked ?? (await deps.vectors.rank("packets", brain, request));
  const all = explain ? await deps.vectors.compareAll("packets", brain, question.vector) : null;
  const there = explain && then !== null ? new Set(then.seqs) : undefined;
  const seqs = ranked.map((row) => row.seq);
  const packets = bySeq(await deps.packets.bySeqs(brain, seqs));
  return ranked.flatMap(({ seq, similarity, score }, index) => {
    const packet = packets.get(seq);
    if (packet === undefined) return [];
    const found = { packet, similarity, score };
    return [{ ...found, explanation: all === null ? null : explanationOf(found, all, index + 1, there) }];
  });
}

/**
 * What `rank` would give, to the bit, were only the packets of the scope there. The index of words knows the time and
 * the session of each; as in hybrid retrieval, estimates leave a few, whose exact similarities are read. `seqs`: all that
 * were there.
 */
async function rankWithin(
  deps: RetrieveHybridDeps,
  { model, brain, question, limit }: Lookup,
): Promise<{ ranked: RankedRow[]; seqs: Uint32Array }> {
  const { vector } = question;
  const formula = await cosineFormula(deps, { model, brain, question });
  const { words } = formula;
  const { positions, confidences } = await deps.vectors.estimateAll("packets", brain, vector, null, (rows) =>
    candidatesOf(rows, formula, limit),
  );
  const seqs = positions.map((at) => words.seqs[at]!);
  const exact = await deps.vectors.compare("packets", brain, seqs, vector);
  const ranked = exact.flatMap((row, index): RankedRow[] => {
    if (row === null || row.similarity < Math.fround(model.similarityFloor)) return [];
    const { similarity } = row;
    return [{ seq: seqs[index]!, similarity, score: Math.fround(similarity * confidences[index]!) }];
  });
  ranked.sort((a, b) => b.score - a.score || b.seq - a.seq);
  return { ranked: ranked.slice(0, limit), seqs: words.seqs };
}

/** Without words, times and neighbours, what is left of the formula is the cosine. */
export async function cosineFormula(
  { words: index }: Pick<RetrieveHybridDeps, "words">,
  { model, brain, question: { account, scope } }: Pick<Lookup, "model" | "brain" | "question">,
): Promise<HybridFormula> {
  const words = await index.search(brain, { text: "", account, contextWeight: 0, scope });
  const similarityFloor = Math.fround(model.similarityFloor);
  return new HybridFormula(words, [], { ...model, similarityFloor, neighbourWeight: 0, letsInNearest: false });
}

/** `there`: the seqs that count; absent: all. */
function explanationOf(
  { packet, similarity }: Omit<RetrievedPacket, "explanation">,
  all: ComparedRows,
  place: number,
  there?: ReadonlySet<number>,
) {
  let rank = 1;
  for (let row = 0; row < all.count; row++) {
    if (there?.has(all.seqs[row]!) === false) continue;
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
