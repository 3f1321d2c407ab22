import { describe, expect, test } from "bun:test";
import type { BrainKey } from "../../src/domain/brain.ts";
import type { PassPreview } from "../../src/learning/preview-pass.ts";
import { runJson, runLine, runText, usageOf } from "../support/command-line.ts";

const SHARED: BrainKey = { account: "default", core: "default", user: null };
const server = ["--url", "http://a", "--key-file", "k"];

function learner(outcome = { ok: true, learned: 2 }) {
  const asked: unknown[] = [];
  return {
    asked,
    learnHere: async ({ modelDir }: { modelDir?: string }, brain: BrainKey) => {
      asked.push([modelDir, brain]);
      return outcome;
    },
    askToLearn: async (of: object, brain: BrainKey) => {
      asked.push([of, brain]);
      return outcome;
    },
  };
}

describe("learn", () => {
  test("runs over the shared brain of `default`, or the one that is named, here or in a running server", async () => {
    const { asked, ...context } = learner();
    expect(await runText(["learn"], context)).toEqual(["2 rules learned"]);
    await runText(["learn", "--account", "acme", "--core", "blue", "--user", "ada", "--model-dir", "m"], context);
    await runText(["learn", "--user", "ada", ...server], context);
    expect(asked).toEqual([
      [undefined, SHARED],
      ["m", { account: "acme", core: "blue", user: "ada" }],
      [
        { url: "http://a", keyFile: "k", caFile: null },
        { ...SHARED, user: "ada" },
      ],
    ]);
    expect(await runText(["learn"], learner({ ok: true, learned: 1 }))).toEqual(["1 rule learned"]);
    expect(await runJson(["learn"], context)).toMatchObject({ ok: true, learned: 2 });
  });

  test("that failed says so and fails, also where it was printed as JSON", async () => {
    const failed = learner({ ok: false, learned: 0 });
    const text = await runLine(["learn"], failed);
    expect([text.printed, text.error]).toEqual([[], expect.objectContaining({ code: "not_ready" })]);
    const json = await runLine(["learn", "--json"], failed);
    expect(json.printed).toEqual(['{"ok":false,"learned":0}']);
    expect(json.error).toMatchObject({ code: "not_ready" });
  });

  test("looks at the data itself with --dry-run: there is no server to ask", async () => {
    expect(await usageOf(["learn", "--dry-run", ...server])).toContain("leave --url out");
    expect(await usageOf(["learn", ...server, "--account", "acme"])).toContain("leave --account");
    expect(await usageOf(["learn", "--user", "a b"])).toContain("user id");
    expect(await usageOf(["learn", "--core", "B"])).toContain("core slug");
  });
});

describe("learn --dry-run", () => {
  const found: PassPreview = {
    packetsScanned: 7,
    packetsStale: 0,
    clusters: [
      { packets: ["a", "b"], fromCorrection: true, rule: "Use metric\u001b units." },
      { packets: ["c"], fromCorrection: false, rule: null },
    ],
  };
  const previewing = (preview: PassPreview) => {
    const asked: BrainKey[] = [];
    const previewLearning = async (_: object, brain: BrainKey) => {
      asked.push(brain);
      return preview;
    };
    return { asked, previewLearning };
  };

  test("shows each cluster with the rule that it is worth, and learns nothing", async () => {
    const { asked, ...context } = previewing(found);
    expect(await runText(["learn", "--dry-run", "--user", "ada"], context)).toEqual([
      "7 new turns, 2 clusters worth a rule",
      "  Use metric\\u001b units.  [2 turns, a correction among them]",
      "  (nothing durable)  [1 turn]",
    ]);
    expect(asked).toEqual([{ ...SHARED, user: "ada" }]);
  });

  test("says which turns are left out until they are embedded anew", async () => {
    const lines = await runText(["learn", "--dry-run"], previewing({ ...found, packetsStale: 3, clusters: [] }));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toStartWith("3 turns have no embedding by this model yet");
  });

  test("shows the same as JSON", async () => {
    expect(await runJson(["learn", "--dry-run"], previewing(found))).toEqual({
      ...{ packets_scanned: 7, packets_stale: 0 },
      clusters: found.clusters.map(({ packets, fromCorrection, rule }) => ({
        ...{ packets, from_correction: fromCorrection, rule },
      })),
    });
  });
});
