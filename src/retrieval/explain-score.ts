// Takes a score apart: what each step of the ranking added.
import { type Explanation, type ScoreParts, SUM_STEPS, type SumPart, type SumStep } from "../domain/retrieved.ts";

/** One packet's score as it is after each step, with its ranks. */
export interface ScoreSteps extends Pick<ScoreParts, "newest" | "confidence" | "ranks"> {
  /** The packet's similarity after each step: what this step and all before it added. */
  readonly sums: Readonly<Record<SumStep, number>>;
}

const STEPS = Object.keys(SUM_STEPS) as SumStep[];

export function forEachStep<T>(make: (step: SumStep) => T): Record<SumStep, T> {
  return Object.fromEntries(STEPS.map((step) => [step, make(step)])) as Record<SumStep, T>;
}

export function partsOf({ sums, newest, confidence, ranks }: ScoreSteps): ScoreParts {
  const parts = STEPS.map((step, at) => [
    SUM_STEPS[step].part,
    at === 0 ? sums[step] : sums[step] - sums[STEPS[at - 1]!],
  ]);
  return { ...(Object.fromEntries(parts) as Pick<ScoreParts, SumPart>), newest, confidence, ranks };
}

export function explainScore({ enteredBy, ...steps }: ScoreSteps & Pick<Explanation, "enteredBy">): Explanation {
  return { enteredBy, ...partsOf(steps) };
}
