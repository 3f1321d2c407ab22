// The settings that bench:recall -- --holdout chooses among, each a change of what is shipped.
import type { RankingSettings } from "./candidate-model.ts";

export interface Candidate {
  readonly name: string;
  /** What the ranking is without, in words, where the candidate is one of those that tell what a part is worth. */
  readonly without: string | null;
  readonly change: Partial<RankingSettings>;
}

/** A share of words that no packet reaches: nothing enters by its words. */
const NEVER = 10;

/** What is shipped comes first, so that it wins over its equals; a candidate that changes nothing is left out. */
export function recallCandidates(shipped: RankingSettings): Candidate[] {
  const larger = (name: keyof RankingSettings) => ({ [name]: rounded(1.5 * shipped[name]) });
  const candidates: Candidate[] = [
    { name: "lexical_weight .2", without: null, change: { lexical_weight: 0.2 } },
    { name: "lexical_weight .3", without: null, change: { lexical_weight: 0.3 } },
    { name: "lexical_weight .4", without: null, change: { lexical_weight: 0.4 } },
    { name: "lexical_weight .5", without: null, change: { lexical_weight: 0.5 } },
    { name: "context_weight 0", without: "without context words", change: { context_weight: 0 } },
    { name: "context_weight x 1.5", without: null, change: larger("context_weight") },
    { name: "neighbour_weight 0", without: "without neighbours", change: { neighbour_weight: 0 } },
    { name: "neighbour_weight x 1.5", without: null, change: larger("neighbour_weight") },
    { name: "time_weight 0", without: "without time", change: { time_weight: 0 } },
    { name: "time_weight x 1.5", without: null, change: larger("time_weight") },
    { name: "lexical_entry .4", without: null, change: { lexical_entry: 0.4 } },
    { name: "lexical_entry 10", without: "without entry by words", change: { lexical_entry: NEVER } },
    {
      name: "words alone",
      without: "words alone at plain weight",
      change: { context_weight: 0, neighbour_weight: 0, time_weight: 0 },
    },
    { name: "no words", without: "without words", change: { lexical_weight: 0, lexical_entry: NEVER } },
  ];
  return [
    { name: "shipped", without: null, change: {} },
    ...candidates.filter(({ change }) =>
      Object.entries(change).some(([name, value]) => shipped[name as keyof RankingSettings] !== value),
    ),
  ];
}

/** Weights are shares. */
function rounded(weight: number): number {
  return Math.min(1, Math.round(weight * 1e6) / 1e6);
}
