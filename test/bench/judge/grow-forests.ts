// Grows a forest for each family of candidates, twice: the first tells which candidate of a wrong answer is likely the wrong one.
import type { Candidate, Family } from "../../../src/statements/candidate.ts";
import { type Forest, probability } from "../../../src/statements/score-candidate.ts";
import { Draw } from "./draw.ts";
import { type Example, growForest } from "./grow-forest.ts";
import { examplesOf } from "./label-candidates.ts";
import type { JudgedCase } from "./labelled-brains.ts";

/** Of every draw, so that the same answers grow the same trees. */
export const SEED = 19;

/** `made`: examples of a family beside those of the answers. */
export function growForests<F extends Family>(
  families: readonly F[],
  cases: readonly JudgedCase[],
  made: (family: F) => readonly Example[],
): Readonly<Record<F, Forest>> {
  const forests = families.map((family) => {
    const grow = (guess: ((candidate: Candidate) => number) | null) =>
      growForest([...examplesOf(cases, family, guess), ...made(family)], new Draw(SEED));
    const first = grow(null);
    return [family, grow(({ features }) => probability(first, features))];
  });
  return Object.fromEntries(forests) as Record<F, Forest>;
}
