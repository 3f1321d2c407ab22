import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { seededRandom } from "../vectors/seeded-random.ts";
import { drawMix, type LabelledText, meanScores, OUT_OF_SCOPE, scoreClustering } from "./clustering-scores.ts";
import { runScript, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

const folder = temporaryFolder();

const UTTERANCES = {
  weather: ["will it rain in Oslo", "is it going to rain in Oslo", "Oslo rain forecast"],
  piano: ["how do I tune a piano", "how can I tune my piano", "tuning a piano at home"],
  passport: ["my passport has expired", "renew my expired passport", "my passport expired, how do I renew it"],
};
const DATA = {
  test: Object.entries(UTTERANCES).flatMap(([intent, texts]) => texts.map((text) => [text, intent])),
  oos_test: [["why do cats purr", "oos"] as const, ["who invented the zip", "oos"] as const],
};

function labelled(labels: readonly (string | null)[]): LabelledText[] {
  return labels.map((label, at) => ({ text: `text ${at}`, label }));
}

describe("the scores of a clustering", () => {
  test("are all 1 where the clusters are the labels", () => {
    const scores = scoreClustering(labelled(["a", "a", "b", null, null]), Int32Array.of(0, 0, 1, 2, 3));
    expect(scores).toEqual({ precision: 1, recall: 1, f1: 1, purity: 1, kept: 1, items: 2 });
  });

  test("count pairs, and what is out of scope belongs with nothing", () => {
    // Together: 3 pairs in cluster 0, 1 in cluster 1; alike: 3 pairs of a. Right: one.
    const scores = scoreClustering(labelled(["a", "a", null, "a", null]), Int32Array.of(0, 0, 0, 1, 1));
    expect(scores.precision).toBeCloseTo(1 / 4);
    expect(scores.recall).toBeCloseTo(1 / 3);
    expect(scores.f1).toBeCloseTo(2 / 7);
    expect(scores).toMatchObject({ purity: 3 / 5, kept: 2, items: 5 });
  });

  test("have no recall where every item is alone", () => {
    const scores = scoreClustering(labelled(["a", "a", "a"]), Int32Array.of(0, 1, 2));
    expect(scores).toEqual({ precision: 1, recall: 0, f1: 0, purity: 1, kept: 0, items: 0 });
  });

  test("are averaged figure by figure", () => {
    const [one, other] = [Int32Array.of(0, 0), Int32Array.of(0, 1)].map((each) =>
      scoreClustering(labelled(["a", "a"]), each),
    );
    expect(meanScores([one!, other!])).toMatchObject({ recall: 0.5, f1: 0.5, kept: 0.5, items: 1 });
  });
});

test("a mix is the same for the same seed and another for another", () => {
  const inScope = Array.from({ length: 1_000 }, (_, at) => ({ text: `text ${at}`, label: `intent ${at % 100}` }));
  const outOfScope = Array.from({ length: 200 }, (_, at) => ({ text: `other ${at}`, label: null }));
  const mix = (seed: number) => drawMix(seededRandom(seed), inScope, outOfScope);
  expect(mix(1)).toEqual(mix(1));
  expect(mix(1)).not.toEqual(mix(2));
  const counts = new Map<string, number>();
  for (const { label } of mix(1)) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  expect(counts.size).toBe(60);
  expect(new Set(counts.values())).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(mix(1).filter(({ label }) => label === null)).toHaveLength(OUT_OF_SCOPE);
});

test(
  "bench:clustering prints and writes a row for each threshold, purer and emptier as it grows",
  async () => {
    const [data, json] = [join(folder, "data.json"), join(folder, "report.json")];
    await Bun.write(data, JSON.stringify(DATA));
    const { code, stdout } = await runScript("clustering.ts", "--data", data, "--seed", "4", "--json", json);
    expect(code).toBe(0);
    expect(stdout).toStartWith("Machine    ");
    expect(stdout.match(/^ +0\.\d\d {2}.*$/gm)).toHaveLength(9);
    const report = await Bun.file(json).json();
    const thresholds: { threshold: number; recall: number; purity: number }[] = report.thresholds;
    expect(thresholds.map(({ threshold }) => threshold)).toEqual([0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]);
    expect(thresholds[0]!.recall).toBe(1);
    expect(thresholds[0]!.purity).toBe(1);
    expect(thresholds.at(-1)!.recall).toBeLessThan(1);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:clustering refuses a file that is not CLINC150's, and says how it is used",
  async () => {
    const data = join(folder, "broken.json");
    await Bun.write(data, JSON.stringify({ test: [["text without intent"]], oos_test: [] }));
    const broken = await runScript("clustering.ts", "--data", data);
    expect(broken.stderr).toContain('Row 1 of "test" in ');
    expect(broken.code).toBe(1);
    const help = await runScript("clustering.ts", "--help");
    expect(help.stdout).toContain("https://github.com/clinc/oos-eval");
    expect((await runScript("clustering.ts")).code).toBe(2);
  },
  SCRIPT_TIMEOUT_MS,
);
