import { expect, test } from "bun:test";
import { chooseOnHalves, heldOutOf } from "./holdout-report.ts";
import type { HoldoutRun } from "./measure-holdout.ts";
import { recallCandidates } from "./recall-candidates.ts";

/** One question a conversation. */
const run = (name: string, ...recalls: number[]): HoldoutRun => ({
  name,
  without: null,
  scored: recalls.map((recall) => [{ category: 1, recall }]),
});

test("what is best on one half is told of the other, and the earlier of equals is chosen", () => {
  const runs = [run("shipped", 0.5, 0.4, 0.5, 0.4), run("a", 0.9, 0.3, 0.7, 0.1), run("b", 0.1, 0.4, 0.2, 0.4)];
  const choices = chooseOnHalves(runs);
  expect(choices.map(({ run, recallThere }) => [run.name, recallThere])).toEqual([
    ["a", 0.8],
    ["shipped", 0.4],
  ]);
  // The odd conversations as "shipped" has them, for it was chosen on the even ones.
  expect(heldOutOf(choices).map(([question]) => question?.recall)).toEqual([0.5, 0.3, 0.5, 0.1]);
});

test("what is shipped is the first candidate, and none repeats it", () => {
  const shipped = {
    similarity_floor: 0.25,
    lexical_weight: 0.3,
    context_weight: 0.8,
    neighbour_weight: 0.2,
    time_weight: 0,
    lexical_entry: 0.4,
  };
  const names = recallCandidates(shipped).map(({ name }) => name);
  expect(names[0]).toBe("shipped");
  expect(names).toContain("lexical_weight .4");
  for (const same of ["lexical_weight .3", "time_weight 0", "time_weight x 1.5", "lexical_entry .4"]) {
    expect(names).not.toContain(same);
  }
  const changes = new Map(recallCandidates(shipped).map(({ name, change }) => [name, change]));
  expect(changes.get("context_weight x 1.5")).toEqual({ context_weight: 1 });
  expect(changes.get("neighbour_weight x 1.5")).toEqual({ neighbour_weight: 0.3 });
});
