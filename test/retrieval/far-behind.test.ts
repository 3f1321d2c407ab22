import { describe, expect, test } from "bun:test";
import { NO_STANCE, type QuestionStance } from "../../src/domain/question-stance.ts";
import type { Entry } from "../../src/domain/retrieved.ts";
import { farBehind } from "../../src/retrieval/far-behind.ts";
import type { HybridFormula } from "../../src/retrieval/hybrid-formula.ts";
import type { Lookup } from "../../src/retrieval/lookup.ts";
import type { HybridRanking } from "../../src/retrieval/rank-hybrid.ts";

interface Ranked {
  readonly similarities: readonly number[];
  readonly entries: readonly Entry[];
  readonly stance?: Partial<QuestionStance>;
  /** Packets of the brain; the others are not looked at. */
  readonly packets?: number;
}

const SMALL = 20;

/** Which packets are far behind, by position. */
function behind({ similarities, entries, stance = {}, packets = SMALL }: Ranked): number[] {
  const column = Float64Array.from(similarities);
  const ranking = { entries, scores: column.map((value) => value / 2), sums: { neighbours: column } };
  // Of a large brain there is no recency.
  const formula = { recency: new Float64Array(packets > 160 ? 0 : packets) };
  const lookup = { model: { similarityFloor: 0.25 }, question: { stance: { ...NO_STANCE, ...stance } } };
  const isBehind = farBehind(ranking as unknown as HybridRanking, lookup as Lookup, formula as HybridFormula);
  return similarities.flatMap((similarity, at) => (isBehind(at, similarity) ? [at] : []));
}

const CLEAR: Ranked = {
  similarities: [1, 0.21, 0.19, 0.14, 0.1],
  entries: ["words", "nearest", "nearest", "nearest", "similarity"],
};

describe("in a small brain, far behind the best", () => {
  test("is what has no evidence of its own and less than a fifth of its similarity", () => {
    expect(behind(CLEAR)).toEqual([2, 3]);
  });

  test("is less to a question of the user's own life", () => {
    expect(behind({ ...CLEAR, stance: { asksOfLife: true } })).toEqual([3]);
  });

  test("is all without evidence to a question that anybody could ask", () => {
    expect(behind({ ...CLEAR, stance: { isGeneral: true } })).toEqual([1, 2, 3]);
  });

  test("is more where nothing is near", () => {
    expect(behind({ similarities: [0.2, 0.08, 0.06], entries: ["nearest", "nearest", "nearest"] })).toEqual([2]);
  });
});

test.each([161, 7])("in a brain of %p packets nothing is", (packets) => {
  expect(behind({ ...CLEAR, packets })).toEqual([]);
});
