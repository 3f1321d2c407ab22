import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import modelJson from "../../src/embedding/model/model.json" with { type: "json" };
import { parseModelSpec } from "../../src/embedding/model-folder.ts";
import { createKernels } from "../../src/vectors/kernels.ts";
import { VECTORS_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";
import { type ClusterRow, drawMixes, measureClusters, suggestCluster } from "./threshold-clusters.ts";
import { readScoredTexts, readUtterances, type ScoredTexts } from "./threshold-data.ts";
import { middleOf, thresholdGrid } from "./threshold-grid.ts";
import { comparePairs, equalThreshold, type PairPurpose, type PairRow, similaritiesOf } from "./threshold-pairs.ts";
import { clusterLines, pairLines } from "./threshold-report.ts";

const folder = temporaryFolder();

/** A text is its number of degrees: the cosine of two texts is that of the angle between them. */
function degreesEmbedder(cosineBaseline: number): Embedder & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    model: { ...parseModelSpec(modelJson, "model.json"), cosineBaseline },
    async embed({ text }) {
      texts.push(text);
      const vector = new Float32Array(DIMENSION);
      vector.set([Math.cos((Number(text) * Math.PI) / 180), Math.sin((Number(text) * Math.PI) / 180)]);
      return { vector, tokens: 1 };
    },
  };
}

const PURPOSE: PairPurpose = { rightFrom: 4.5, soughtFrom: 4.8, by: "precision" };
const SCORES = [5, 4.6, 3, 4.9, 1];
const SIMILARITIES = [0.98, 0.92, 0.9, 0.85, 0.4];

describe("pairs of sentences", () => {
  test("have their similarity after the baseline, each text embedded once", async () => {
    const pairs: ScoredTexts[] = ["60", "0", "90"].map((second) => ({ first: "0", second, score: 3 }));
    const [plain, spread] = [degreesEmbedder(0), degreesEmbedder(0.4)];
    const [half = 0, same = 0, none = 1] = await similaritiesOf(plain, pairs);
    expect([half, same, none]).toEqual([expect.closeTo(0.5), expect.closeTo(1), expect.closeTo(0)]);
    expect(plain.texts).toEqual(["0", "60", "90"]);
    // (0.5 - 0.4) / 0.6, and nothing below 0.
    expect(await similaritiesOf(spread, pairs)).toEqual([expect.closeTo(1 / 6), expect.closeTo(1), 0]);
  });

  test("are counted at and above a threshold, the right ones and the sought ones apart", () => {
    const grid = thresholdGrid();
    const own = { similarities: SIMILARITIES, shipped: 0.9 };
    const { rows, reference } = comparePairs({
      scores: SCORES,
      purpose: PURPOSE,
      model: own,
      reference: own,
      grid,
      resamples: 10,
    });
    const at = (threshold: number) => rows.find((row) => row.threshold === threshold);
    expect(at(0.9)).toEqual({ threshold: 0.9, pairs: 3, precision: 2 / 3, share: 1 / 2 });
    expect(at(0.91)).toEqual({ threshold: 0.91, pairs: 2, precision: 1, share: 1 / 2 });
    expect(at(0.3)).toEqual({ threshold: 0.3, pairs: 5, precision: 3 / 5, share: 1 });
    expect(at(0.99)).toEqual({ threshold: 0.99, pairs: 0, precision: Number.NaN, share: 0 });
    expect(reference).toMatchObject({ value: 2 / 3, pairs: 3 });
  });

  test("of a model whose similarities lie lower give it a threshold that lies as much lower", () => {
    const scores = Array.from({ length: 400 }, (_, at) => (at < 100 ? 5 : 2));
    const theirs = scores.map((score, at) => (score === 5 ? 0.8 : 0.7) + (at % 20) / 100 - 0.0001);
    const ours = theirs.map((similarity) => similarity - 0.2);
    for (const by of ["precision", "share"] as const) {
      const { suggested, interval } = comparePairs({
        scores,
        purpose: { ...PURPOSE, by },
        model: { similarities: ours, shipped: 0.66 },
        reference: { similarities: theirs, shipped: 0.86 },
        grid: thresholdGrid(),
        resamples: 50,
      });
      expect(suggested).toBe(0.66);
      expect(interval).toEqual({ low: 0.66, high: 0.66 });
    }
  });
});

test("the equal of a threshold is the least as precise one, or the greatest that finds as much", () => {
  const rows: PairRow[] = [
    { threshold: 0.5, pairs: 9, precision: 0.2, share: 1 },
    { threshold: 0.6, pairs: 6, precision: 0.5, share: 0.8 },
    { threshold: 0.7, pairs: 4, precision: 0.7, share: 0.4 },
    { threshold: 0.8, pairs: 0, precision: Number.NaN, share: 0 },
  ];
  expect(equalThreshold(rows, PURPOSE, 0.5)).toBe(0.6);
  expect(equalThreshold(rows, PURPOSE, 0.51)).toBe(0.7);
  expect(equalThreshold(rows, PURPOSE, 0.71)).toBeNull();
  expect(equalThreshold(rows, { ...PURPOSE, by: "share" }, 0.8)).toBe(0.6);
  expect(equalThreshold(rows, { ...PURPOSE, by: "share" }, 0.79)).toBe(0.6);
});

test("the grid holds the values in use, once each and in order", () => {
  expect(thresholdGrid()).toHaveLength(70);
  const grid = thresholdGrid(0.6, 0.725);
  expect(grid).toHaveLength(71);
  expect(grid.slice(42, 45)).toEqual([0.72, 0.725, 0.73]);
});

test("an interval is the middle of what resamples gave, and none where too many gave nothing", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(middleOf(hundred)).toEqual({ low: 3, high: 98 });
  expect(middleOf([...hundred, Number.NaN, null])).toEqual({ low: 3, high: 98 });
  expect(middleOf([...hundred, ...Array(6).fill(null)])).toBeNull();
});

describe("clusters", () => {
  const row = (threshold: number, purity: number, f1: number): ClusterRow => {
    return { threshold, purity, f1, precision: 0, recall: 0, kept: 0, items: 0 };
  };

  test("are chosen by F1 among the thresholds that are pure enough", () => {
    const rows = [row(0.5, 0.8, 0.7), row(0.6, 0.93, 0.4), row(0.65, 0.94, 0.5), row(0.7, 0.99, 0.5)];
    expect(suggestCluster(rows)).toBe(0.65);
    expect(suggestCluster(rows.slice(0, 1))).toBeNull();
  });

  test("of two intents 30 degrees apart are told apart where the similarity needs it", async () => {
    const kernels = createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
    const inScope = [0, 2, 4, 34, 36, 38].map((degrees) => ({
      text: String(degrees),
      label: degrees < 30 ? "near" : "far",
    }));
    const mixes = [inScope];
    // Cosines across lie between cos 38° = .79 and cos 30° = .87, those within above .99.
    const { rows, suggested } = await measureClusters(degreesEmbedder(0), kernels, mixes, [0.7, 0.9, 0.95], 5);
    expect(rows.map(({ f1 }) => f1)).toEqual([expect.closeTo((2 * 0.4) / 1.4), 1, 1]);
    expect(suggested).toBe(0.9);
    // After a baseline of .8 the similarities across are below .34.
    const spread = await measureClusters(degreesEmbedder(0.8), kernels, mixes, [0.4], 5);
    expect(spread).toMatchObject({ suggested: 0.4, interval: { low: 0.4, high: 0.4 } });
  });

  test("are made of the mixes of seeds that follow each other", () => {
    const utterances = {
      inScope: Array.from({ length: 50 }, (_, at) => ({ text: `${at}`, label: `${at % 10}` })),
      outOfScope: [{ text: "other", label: null }],
    };
    const mixes = drawMixes(utterances, 3, 2);
    expect(mixes).toHaveLength(2);
    expect(mixes[1]).toEqual(drawMixes(utterances, 4, 1)[0]!);
    expect(mixes[0]).not.toEqual(mixes[1]!);
  });
});

describe("the tables", () => {
  const findings = comparePairs({
    scores: SCORES,
    purpose: PURPOSE,
    model: { similarities: SIMILARITIES.map((each) => each - 0.1), shipped: 0.75 },
    reference: { similarities: SIMILARITIES, shipped: 0.91 },
    grid: thresholdGrid(),
    resamples: 10,
  });
  const named = { key: "same_rule_similarity", shipped: 0.75 };

  test("mark the value in use and the suggested one, and end a little beyond them", () => {
    const [head, held, , ...rows] = pairLines(named, PURPOSE, findings, { model: "default", shipped: 0.91 });
    expect(head).toStartWith("same_rule_similarity: shipped 0.75, suggested 0.81");
    expect(held).toStartWith("As default at 0.91: precision 1.000");
    expect(rows).toHaveLength(0.87 * 100 - 0.69 * 100 + 1);
    expect(rows.filter((line) => line.includes("<-"))).toEqual([
      "     0.75      4               0.750            1.000  <- shipped",
      "     0.81      2               1.000            0.500  <- suggested",
    ]);
  });

  test("of the model that others are held to suggest nothing", () => {
    const lines = pairLines(named, PURPOSE, findings, null);
    expect(lines[0]).toBe("same_rule_similarity: shipped 0.75, what others are held to");
    expect(lines.join("\n")).not.toContain("suggested");
  });

  test("say so where no threshold is pure enough", () => {
    const rows = [{ threshold: 0.6, precision: 0.5, recall: 0.5, f1: 0.5, purity: 0.6, kept: 2, items: 9 }];
    const cluster = { key: "cluster_similarity", shipped: 0.6 };
    const lines = clusterLines(cluster, { rows, suggested: null, interval: null });
    expect(lines[0]).toBe("cluster_similarity: shipped 0.60, none suggested");
    expect(lines.at(-1)).toBe("     0.60      0.500   0.500  0.500   0.600         9.0  <- shipped");
  });
});

test("a file that is not what it should be is refused by its row", async () => {
  const [csv, json] = [join(folder, "broken.csv"), join(folder, "broken.json")];
  await Bun.write(csv, "A cup of tea.,A mug of tea.,4.2\nA cup of tea.,A boat.,\n");
  await Bun.write(json, JSON.stringify({ test: [["my card was lost", "card"], ["no intent"]], oos_test: [] }));
  await expect(readScoredTexts(csv)).rejects.toThrow("Row 2 of ");
  await expect(readUtterances(json)).rejects.toThrow('Row 2 of "test" in ');
});

test(
  "bench:thresholds prints a table for each threshold and writes them, and says how it is used",
  async () => {
    const [csv, clinc, json] = ["pairs.csv", "clinc.json", "report.json"].map((name) => join(folder, name));
    await Bun.write(
      csv!,
      "The tea is hot.,The tea is hot.,5\nThe tea is hot.,Tea is served hot.,4.1\nA boat.,Rent.,0\n",
    );
    const rain = ["will it rain today", "is it going to rain today"].map((text) => [text, "rain"]);
    await Bun.write(clinc!, JSON.stringify({ test: rain, oos_test: [["who painted this", "oos"]] }));
    const files = ["--stsb", csv!, "--clinc", clinc!, "--json", json!];
    const { code, stdout } = await runThresholds(...files, "--mixes", "2", "--workers", "1");
    expect(code).toBe(0);
    expect(stdout.match(/^\w+_similarity: shipped/gm)).toHaveLength(4);
    const { tables }: { tables: { key: string; shipped: number; rows: unknown[] }[] } = await Bun.file(json!).json();
    expect(tables.map(({ key, shipped }) => [key, shipped])).toEqual([
      ["cluster_similarity", modelJson.cluster_similarity],
      ["same_rule_similarity", modelJson.same_rule_similarity],
      ["forgotten_rule_similarity", modelJson.forgotten_rule_similarity],
      ["contradiction_similarity", modelJson.contradiction_similarity],
    ]);
    expect(tables.map(({ rows }) => rows.length)).toEqual([70, 70, 70, 70]);
    expect((await runThresholds()).code).toBe(2);
    expect((await runThresholds("--stsb", csv!, "--mixes", "0")).code).toBe(2);
    expect((await runThresholds("--help")).stdout).toContain("https://github.com/clinc/oos-eval");
  },
  SCRIPT_TIMEOUT_MS,
);

/** It opens the model itself, not an executable. */
async function runThresholds(...args: string[]): Promise<{ code: number; stdout: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "thresholds.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: SCRIPT_TIMEOUT_MS,
  });
  const [stdout, code] = await Promise.all([child.stdout.text(), child.exited]);
  return { code, stdout };
}
