import { expect, test } from "bun:test";
import { type Forest, probability } from "../../src/statements/score-candidate.ts";
import { Draw } from "../bench/judge/draw.ts";
import { type Example, growForest } from "../bench/judge/grow-forest.ts";

test("a forest adds up the leaves that a candidate falls to, and what is absent is 0", () => {
  const forest: Forest = {
    features: ["near", "far"],
    base: -1,
    trees: [
      [0, 0.5, -1, [1, 2, 0.5, 3]],
      [1, 0, 1, -2],
    ],
  };
  expect(probability(forest, {})).toBeCloseTo(1 / (1 + Math.exp(1)), 6);
  expect(probability(forest, { near: 1 })).toBeCloseTo(1 / (1 + Math.exp(-0.5)), 6);
  expect(probability(forest, { near: 1, far: 3 })).toBeCloseTo(0.5, 6);
});

test("a grown forest tells apart what its examples do, and grows the same each time", () => {
  const draw = new Draw(7);
  const examples = Array.from({ length: 400 }, (): Example => {
    const [near, far] = [draw.next(), draw.next()];
    return { features: { near, far }, positive: near > 0.6 !== far > 0.6, weight: 1 };
  });
  const forest = growForest(examples, new Draw(1));
  const right = examples.filter(({ features, positive }) => probability(forest, features) > 0.5 === positive).length;
  expect(right).toBeGreaterThan(380);
  expect(growForest(examples, new Draw(1))).toEqual(forest);
});
