import { describe, expect, test } from "bun:test";
import { createTurnReader } from "../../src/understanding/turn-reader.ts";
import { precision, readLabelledTurns, recall, scoreAttributes, scoreCorrections } from "./detectors-score.ts";

const reader = createTurnReader();

describe.each(["correction", "attributes"] as const)("the labelled turns of %s", (detector) => {
  const score = detector === "correction" ? scoreCorrections : scoreAttributes;

  test.each(["seen", "unseen"] as const)("hold precision 0.95 and recall 0.80 in the %s part", async (part) => {
    const result = score(reader, await readLabelledTurns(detector, part));
    expect(precision(result)).toBeGreaterThanOrEqual(0.95);
    expect(recall(result)).toBeGreaterThanOrEqual(0.8);
  });

  test("are at least 300, a third of them unseen, and about half of them near misses", async () => {
    const [seen, unseen] = [await readLabelledTurns(detector, "seen"), await readLabelledTurns(detector, "unseen")];
    const all = [...seen, ...unseen];
    const negatives = all.filter(({ corrects, attributes }) => !corrects && (attributes ?? []).length === 0);
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(unseen.length / all.length).toBeGreaterThanOrEqual(1 / 3);
    expect(negatives.length / all.length).toBeGreaterThanOrEqual(0.45);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  });
});

test("a wrong value counts against precision and recall", () => {
  const turns = [
    { text: "My name is Dana.", corrects: false, attributes: [{ attribute: "name", value: "Diana" }] },
  ] as const;
  const result = scoreAttributes(reader, turns);
  expect([result.fired, result.right, precision(result), recall(result)]).toEqual([1, 0, 0, 0]);
});

test("a detector that never fires has no recall", () => {
  const silent = { ...reader, readInput: () => ({ correction: null, attributes: [] }) };
  const result = scoreCorrections(silent, [{ text: "That's wrong.", corrects: true, attributes: null }]);
  expect([precision(result), recall(result)]).toEqual([1, 0]);
});
