// What of an explanation is shown: the bars, and the way from place to place.
import type { Model } from "../../api.ts";
import type { Mode } from "./load-why.ts";

type Parts = Model["ExplanationBelow"];
export type PartName = Exclude<keyof Parts, "ranks">;
export type StepName = keyof Model["ExplanationRanks"];

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

const STEPS: readonly StepName[] = [
  ...(["cosine", "words", "time", "recency", "session", "neighbours", "confidence", "newest"] as const),
];

/** The first place, and each that another step brought it to. */
export function placeSteps(ranks: Model["ExplanationRanks"]): readonly (readonly [StepName, number])[] {
  return STEPS.map((step) => [step, ranks[step]] as const).filter(
    ([, rank], at) => at === 0 || rank !== ranks[STEPS[at - 1]!],
  );
}
