import { expect, test } from "bun:test";
import { listDoubts } from "./judge/list-doubts.ts";

test("what the judge of answers learns from: a claim beside up to five passages of what was told, in the language it was taught in", () => {
  const doubts = [...listDoubts("news", 4), ...listDoubts("young", 8)];
  expect(doubts.length).toBeGreaterThan(60);
  for (const { part, question, claim, told } of doubts) {
    const count = part === "news" ? told.length === 5 : told.length > 0 && told.length < 5;
    expect([count, question !== "", claim !== ""]).toEqual([true, true, true]);
  }
  expect(new Set(doubts.map(({ right }) => right))).toEqual(new Set([true, false]));
  const count = (part: string) => listDoubts(part, 6).length;
  expect(count("news-mixed")).toBeLessThan(count("news") / 4);
});
