import { expect, test } from "bun:test";
import { listDoubts } from "./judge/list-doubts.ts";

test("what the judge of answers learns from: a claim beside up to five passages of what was told, in the language it was taught in", async () => {
  const doubts = await listDoubts(["news", "young", "news-mixed"], 4);
  const count = (part: string) => doubts.filter((doubt) => doubt.part === part).length;
  expect(count("news") + count("young")).toBeGreaterThan(40);
  for (const { part, question, claim, told } of doubts.filter((doubt) => doubt.part !== "news-mixed")) {
    const isFull = part === "news" ? told.length === 5 : told.length > 0 && told.length < 5;
    expect([isFull, question !== "", claim !== ""]).toEqual([true, true, true]);
  }
  expect(new Set(doubts.map(({ right }) => right))).toEqual(new Set([true, false]));
  expect(count("news-mixed")).toBeLessThan(count("news") / 4);
});
