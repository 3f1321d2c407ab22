import { expect, test } from "bun:test";
import {
  bootstrapInterval,
  evidenceRecall,
  pairedGain,
  summarizeByCategory,
  summarizeRecall,
} from "./evidence-recall.ts";
import { latenciesOf, percentile } from "./percentiles.ts";

const scored = (category: number, ...recalls: number[]) => recalls.map((recall) => ({ category, recall }));

test("a question counts by the share of its evidence that was shown", () => {
  expect(evidenceRecall(["1:1"], new Set(["1:1", "1:2"]))).toBe(1);
  expect(evidenceRecall(["1:1", "2:1", "3:1", "4:1"], new Set(["2:1", "9:9"]))).toBe(0.25);
  expect(evidenceRecall(["1:1"], new Set<string>())).toBe(0);
});

test("every question weighs the same, however many its conversation has", () => {
  const { questions, recall } = summarizeRecall([scored(1, 1), scored(1, 0, 0, 0.5)]);
  expect({ questions, recall }).toEqual({ questions: 4, recall: 0.375 });
});

test("categories are summarized apart, in order", () => {
  const conversations = [
    [...scored(4, 1), ...scored(2, 0)],
    [...scored(4, 0, 0), ...scored(10, 1)],
  ];
  const figures = summarizeByCategory(conversations).map(({ category, summary }) => [
    category,
    summary.questions,
    summary.recall,
  ]);
  expect(figures).toEqual([
    [2, 1, 0],
    [4, 3, 1 / 3],
    [10, 1, 1],
  ]);
});

test("what one run recalls more than another is told of pairs, conversation by conversation", () => {
  const from = [scored(1, 0, 0.5), scored(2, 1)];
  const to = [scored(1, 1, 0.5), scored(2, 0.5)];
  const { gain, interval } = pairedGain(from, to);
  expect(gain).toBeCloseTo(0.5 / 3);
  // Twice the second, or twice the first.
  expect(interval).toEqual({ low: -0.5, high: 0.5 });
  expect(pairedGain(from, to, ({ category }) => category === 1)).toEqual({ gain: 0.5, interval: null });
});

test("the bootstrap draws whole conversations, so it never leaves the range of their means", () => {
  // Of two, each resample is one of them twice or both: three means, of probability 1/4, 1/2, 1/4.
  expect(
    bootstrapInterval(
      [
        [0, 0, 0.3],
        [1, 1, 1],
      ],
      1_000,
      1,
    ),
  ).toEqual({ low: 0.3 / 3, high: 1 });
  expect(bootstrapInterval([[0.5, 0.5], [0.5]], 1_000, 1)).toEqual({ low: 0.5, high: 0.5 });
});

test("the bootstrap is the same in every run and another for another seed", () => {
  const groups = Array.from({ length: 10 }, (_, i) => [i / 10, 1 - (i / 10) ** 2, i % 3 === 0 ? 1 : 0]);
  const first = bootstrapInterval(groups, 200, 7);
  expect(bootstrapInterval(groups, 200, 7)).toEqual(first);
  expect(bootstrapInterval(groups, 200, 8)).not.toEqual(first);
});

test("one conversation alone has no interval, and one without questions does not count", () => {
  expect(bootstrapInterval([[0.2, 0.8]], 100, 1)).toBeNull();
  expect(bootstrapInterval([[0.2, 0.8], []], 100, 1)).toBeNull();
  expect(bootstrapInterval([[0.5], [], [0.5]], 100, 1)).toEqual({ low: 0.5, high: 0.5 });
});

test("a percentile is the least value that so many do not exceed", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
  expect([0.025, 0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([3, 50, 95, 99, 100]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(latenciesOf([30, 9, 20])).toEqual({ count: 3, p50Ms: 20, p95Ms: 30, p99Ms: 30 });
});
