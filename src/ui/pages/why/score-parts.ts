// What of an explanation is shown: the bars, and the way from place to place.
import type { Model } from "../../api.ts";
import type { Mode } from "./load-why.ts";

type Parts = Model["ExplanationBelow"];
export type PartName = Exclude<keyof Parts, "ranks">;
type RankName = keyof Model["ExplanationRanks"];
export type StepName = RankName | "brief";

/** Shown also where they add nothing: that they add nothing is what one wants to know. */
const ALWAYS: Readonly<Record<Mode, readonly PartName[]>> = {
  cosine: ["cosine", "confidence"],
  hybrid: ["cosine", "lexical", "time", "neighbours", "confidence"],
};
const ORDER: readonly PartName[] = [
  ...(["cosine", "lexical", "time", "recency", "session", "neighbours", "newest", "confidence"] as const),
];

export function shownParts(explain: Parts, mode: Mode): readonly (readonly [PartName, number])[] {
  return ORDER.filter((part) => explain[part] !== 0 || ALWAYS[mode].includes(part)).map((part) => [
    part,
    explain[part],
  ]);
}

const STEPS: readonly RankName[] = [
  ...(["cosine", "words", "time", "recency", "session", "neighbours", "confidence", "newest"] as const),
];

/**
 * The first place, and each that another step brought it to. `at`: its place in the brief, which differs where something
 * outdated was put behind what replaced it; null: it is not in it.
 */
export function placeSteps(
  ranks: Model["ExplanationRanks"],
  at: number | null,
): readonly (readonly [StepName, number])[] {
  const all: (readonly [StepName, number])[] = STEPS.map((step) => [step, ranks[step]]);
  if (at !== null) all.push(["brief", at]);
  return all.filter(([, rank], index) => index === 0 || rank !== all[index - 1]![1]);
}
