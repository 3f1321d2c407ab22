// A question that is foreign to a brain brings nothing back.
import type { EstimatedRows } from "../domain/ports/vector-index.ts";
import type { HybridFormula } from "./hybrid-formula.ts";
import type { Lookup } from "./lookup.ts";
import { bestOf, type HybridRanking } from "./rank-hybrid.ts";

/**
 * From this many times the floor on, the nearest packet shows that a question belongs to the brain: of 24 foreign questions
 * to small brains none comes so near in English, and of 60 others that name nobody's own, four do not (bench:brains).
 */
const BELONGING = 1.16;
/**
 * Where the brain knows no word of the question, the nearest packet must be nearer than the eighth by so much: to a question
 * in a language that the model does not read, all packets are alike.
 */
const STANDS_OUT = 0.1;
const OTHERS_COMPARED = 7;
/**
 * A question belongs to the brain, too, where some packet holds so much of what its words weigh, however common they are
 * here: "When is the wedding?" Of 34 foreign ones none holds more than .30 (bench:brains).
 */
const HEARD = 0.5;
/** About what a word scores that half of the packets hold: one that all hold says nothing. */
const HEARD_MIN = 1;
/** The nearest is looked for among so many of the best. */
const BEST_COMPARED = 16;

/**
 * The similarity that some packet must have. 0 where the question belongs to the brain whatever is near: it speaks of the
 * user's own, its words or its time are evidence, or it asks for advice and the user's needs are known.
 */
export function nearnessFor({ model, question: { stance } }: Lookup, formula: HybridFormula): number {
  const isAdvised = stance.asksForAdvice && formula.words.implied.some((value) => value > 0);
  const { best, weight } = formula.words;
  const isHeard = best >= HEARD_MIN && best >= HEARD * weight;
  return stance.isPersonal || isAdvised || isHeard || formula.isKnown ? 0 : BELONGING * model.similarityFloor;
}

/** Whether some exact similarity may reach it: for most foreign questions the estimates are enough to say no. */
export function mayBeNear({ count, similarities, errors }: EstimatedRows, nearness: number): boolean {
  if (nearness === 0) return true;
  for (let row = 0; row < count; row++) if (!(similarities[row]! + errors[row]! < nearness)) return true;
  return false;
}

export function isNear(ranking: HybridRanking, nearness: number): boolean {
  if (nearness === 0) return true;
  const best = bestOf(ranking, BEST_COMPARED);
  const cosines = best.map((at) => ranking.sums.cosine[at]!).sort((a, b) => b - a);
  const [nearest = 0] = cosines;
  const standsOut = ranking.formula.words.best > 0 || nearest - (cosines[OTHERS_COMPARED] ?? 0) >= STANDS_OUT;
  return standsOut && nearest >= nearness;
}
