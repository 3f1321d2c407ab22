// In a small brain nearly all packets are among the best: what is far behind the best of them is left out.
import type { HybridFormula } from "./hybrid-formula.ts";
import type { Lookup } from "./lookup.ts";
import { bestOf, type HybridRanking } from "./rank-hybrid.ts";

/**
 * What a packet without evidence of its own must have of the best similarity. Of 368 needed memories of small brains that are
 * found none has less, and a fifth of what is not needed has (bench:brains). More is let in to a question of the user's own
 * life: the car is nowhere called one.
 */
const BEHIND = 0.2;
const BEHIND_OF_LIFE = 0.15;
/** The same where not even the best is as similar as the floor: the model then tells little of what is nearer. */
const BEHIND_FAR = 0.35;
const BEST_COMPARED = 16;
/** Of fewer packets all find room, and the best says little of how far the others are off. */
const PACKETS_LEAST = 8;

/**
 * Whether the packet at a position is far behind, by its similarity. To a question that anybody could ask, nothing comes but
 * what is evidence.
 */
export function farBehind(
  ranking: HybridRanking,
  { model, question: { stance } }: Pick<Lookup, "model" | "question">,
  formula: HybridFormula,
): (at: number, similarity: number) => boolean {
  if (formula.recency.length < PACKETS_LEAST) return () => false;
  const best = bestOf(ranking, BEST_COMPARED);
  const most = Math.max(0, ...best.map((at) => ranking.sums.neighbours[at]!));
  const isFar = most < model.similarityFloor && best.every((at) => ranking.entries[at] === "nearest");
  const least = most * (isFar ? BEHIND_FAR : stance.asksOfLife ? BEHIND_OF_LIFE : BEHIND);
  return (at, similarity) => ranking.entries[at] === "nearest" && (stance.isGeneral || similarity < least);
}
