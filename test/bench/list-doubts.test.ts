import { expect, test } from "bun:test";
import { listDoubts } from "./judge/list-doubts.ts";

test("what the judge of answers learns from: a claim beside five passages of what was told, in the language it was taught in", () => {
  const doubts = listDoubts("news", 4);
  expect(doubts.length).toBeGreaterThan(30);
  for (const { part, question, claim, told } of doubts) {
    expect([part, told.length, question !== "", claim !== ""]).toEqual(["news", 5, true, true]);
  }
  expect(new Set(doubts.map(({ right }) => right))).toEqual(new Set([true, false]));
  const count = (part: string) => listDoubts(part, 6).length;
  expect(count("news-mixed")).toBeLessThan(count("news") / 4);
});
