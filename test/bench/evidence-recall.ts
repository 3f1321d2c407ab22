// How much of what answers a question was brought back, and how sure that figure is.
import { seededRandom } from "../vectors/seeded-random.ts";
import { percentile } from "./percentiles.ts";

export interface ScoredQuestion {
  readonly category: number;
  /** 0 to 1. */
  readonly recall: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface RecallSummary {
  readonly questions: number;
  readonly recall: number;
  /** null for fewer than two conversations, which say nothing of how conversations differ. */
  readonly interval: Interval | null;
}

export const RESAMPLES = 10_000;
const SEED = 1;
const INTERVAL_FROM = 0.025;
const INTERVAL_TO = 0.975;

/** The share of a question's evidence that is among what was shown. `evidence`: at least one. */
export function evidenceRecall<T>(evidence: readonly T[], shown: ReadonlySet<T>): number {
  return evidence.filter((each) => shown.has(each)).length / evidence.length;
}

/** Mean over all questions of all conversations; NaN without any. */
export function summarizeRecall(conversations: readonly (readonly ScoredQuestion[])[]): RecallSummary {
  const scores = conversations.map((questions) => questions.map(({ recall }) => recall));
  const all = scores.flat();
  return {
    questions: all.length,
    recall: sumOf(all) / all.length,
    interval: bootstrapInterval(scores, RESAMPLES, SEED),
  };
}

/** By category, in order of its number. */
export function summarizeByCategory(
  conversations: readonly (readonly ScoredQuestion[])[],
): { category: number; summary: RecallSummary }[] {
  const categories = [...new Set(conversations.flat().map(({ category }) => category))].sort((a, b) => a - b);
  return categories.map((category) => ({
    category,
    summary: summarizeRecall(conversations.map((questions) => questions.filter((each) => each.category === category))),
  }));
}

/** What the second of two runs over the same questions recalls more than the first, on average; negative: less. */
export function pairedGain(
  from: readonly (readonly ScoredQuestion[])[],
  to: readonly (readonly ScoredQuestion[])[],
  isOf: (question: ScoredQuestion) => boolean = () => true,
): { gain: number; interval: Interval | null } {
  const gains = from.map((questions, conversation) =>
    questions.flatMap((question, at) => (isOf(question) ? [to[conversation]![at]!.recall - question.recall] : [])),
  );
  const all = gains.flat();
  return { gain: sumOf(all) / all.length, interval: bootstrapInterval(gains, RESAMPLES, SEED) };
}

/**
 * The middle 95 % of the means of resamples, each as many groups as there are, drawn with replacement: questions of
 * one conversation are not independent of each other, conversations are. The same in every run; null for fewer than two
 * groups with anything in them.
 */
export function bootstrapInterval(
  groups: readonly (readonly number[])[],
  resamples: number,
  seed: number,
): Interval | null {
  const random = seededRandom(seed);
  // A conversation without a question has nothing to say, and a resample of none but such would have no mean.
  const filled = groups
    .filter((group) => group.length > 0)
    .map((group) => ({ sum: sumOf(group), count: group.length }));
  if (filled.length < 2) return null;
  const means = Array.from({ length: resamples }, () => {
    const drawn = filled.map(() => filled[random.integer(filled.length)]!);
    return sumOf(drawn.map(({ sum }) => sum)) / sumOf(drawn.map(({ count }) => count));
  });
  means.sort((a, b) => a - b);
  return { low: percentile(means, INTERVAL_FROM), high: percentile(means, INTERVAL_TO) };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
