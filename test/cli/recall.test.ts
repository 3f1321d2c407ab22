import { describe, expect, test } from "bun:test";
import type { Recalled, RecallQuestion } from "../../src/cli/recall.ts";
import type { Explanation } from "../../src/domain/retrieved.ts";
import type { Source } from "../../src/domain/turn.ts";
import { runJson, runText, usageOf } from "../support/command-line.ts";

const explanation: Explanation = {
  ...{ cosine: 0.51234, lexical: 0.2, time: 0.05, recency: 0, session: 0, neighbours: 0.01, newest: 0.003 },
  confidence: 0.5,
  enteredBy: "similarity",
  ranks: { cosine: 1, words: 2, time: 3, recency: 3, session: 3, neighbours: 4, confidence: 5, newest: 6 },
};
const source: Source = {
  id: "mem_1",
  text: "I like\n\u001b tea \nok",
  score: 0.25617,
  explanation,
  supersededBy: null,
};

function recaller(sources: readonly Source[] = [source], changes: Partial<Recalled> = {}) {
  const asked: unknown[] = [];
  const recall = async ({ modelDir }: { modelDir?: string }, question: RecallQuestion): Promise<Recalled> => {
    asked.push([modelDir, question]);
    return { mode: "cosine", waiting: 0, sources, ...changes };
  };
  return { asked, recall };
}

test("a question goes to the shared brain of `default`, or the one that is named, as the account has it or as was asked", async () => {
  const { asked, ...context } = recaller();
  await runText(["recall", "tea?"], context);
  const named = ["--account", "acme", "--core", "blue", "--user", "ada", "--mode", "hybrid", "--limit", "1000"];
  await runText(["recall", "tea?", ...named, "--model-dir", "m"], context);
  expect(asked).toEqual([
    [undefined, { brain: { account: "default", core: "default", user: null }, query: "tea?", limit: null, mode: null }],
    ["m", { brain: { account: "acme", core: "blue", user: "ada" }, query: "tea?", limit: 1_000, mode: "hybrid" }],
  ]);
});

test.each([
  [["--limit", "0"], "count"],
  [["--limit", "1001"], "count"],
  [["--limit", "1.5"], "count"],
  [["--limit", "00001"], "count"],
  [["--mode", "exact"], "cosine, hybrid"],
  [["--core", "B"], "core slug"],
  [["--user", "a b"], "user id"],
])("%j is a wrong use", async (args, reason) => {
  expect(await usageOf(["recall", "tea?", ...args])).toContain(reason);
});

describe("what was found is shown", () => {
  const first = "  1  0.256  mem_1  I like \\u001b tea ok";

  test("by cosine with that and the confidence, and with its words where they let it in", async () => {
    expect(await runText(["recall", "tea?"], recaller())).toEqual([
      first,
      "     cosine 0.512 (#1)  x confidence 0.50 (#5)",
    ]);
    const byWords = { ...source, explanation: { ...explanation, enteredBy: "words" as const } };
    expect((await runText(["recall", "tea?"], recaller([byWords])))[1]).toBe(
      "     words 0.200  cosine 0.512 (#1)  x confidence 0.50 (#5)",
    );
  });

  test("in hybrid with every step of the ranking, and the way in where that was another than likeness", async () => {
    const steps =
      "     cosine 0.512 (#1)  words +0.200 (#2)  time +0.050 (#3)  recency +0.000 (#3)  session +0.000 (#3)  neighbours +0.010 (#4)  x confidence 0.50 (#5)  newest +0.003 (#6)";
    expect(await runText(["recall", "tea?"], recaller([source], { mode: "hybrid" }))).toEqual([first, steps]);
    const byTime = { ...source, explanation: { ...explanation, enteredBy: "time" as const } };
    const lines = await runText(["recall", "tea?"], recaller([byTime], { mode: "hybrid" }));
    expect(lines[1]).toBe(`${steps}  by its time`);
  });

  test("in one line of a hundred characters, none of them cut in two", async () => {
    const shown = async (text: string) => {
      const [line = ""] = await runText(["recall", "tea?"], recaller([{ ...source, text, explanation: null }]));
      return line.slice(first.indexOf("I like"));
    };
    expect(await shown("x".repeat(100))).toBe("x".repeat(100));
    expect(await shown("x".repeat(101))).toBe(`${"x".repeat(100)}…`);
    expect(await shown("\u{1f600}".repeat(101))).toBe(`${"\u{1f600}".repeat(100)}…`);
  });

  test("after what waits for its embedding; nothing at all is said too", async () => {
    expect(await runText(["recall", "tea?"], recaller([], { waiting: 3 }))).toEqual([
      "3 turns wait for their embedding and are found by their words alone",
      "nothing relevant (cosine)",
    ]);
  });

  test("as JSON whole, with its explanation", async () => {
    const { enteredBy, ...rest } = explanation;
    const { explanation: _, supersededBy: __, ...plain } = source;
    expect(await runJson(["recall", "tea?"], recaller([source], { waiting: 3 }))).toEqual({
      ...{ mode: "cosine", waiting: 3 },
      sources: [{ ...plain, explain: { entered_by: enteredBy, ...rest } }],
    });
  });
});
