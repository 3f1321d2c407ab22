import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { runScriptOnModel, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

const folder = temporaryFolder();

const PAIRS = [
  ["A dog runs across the field.", "A dog runs across the field."],
  ["A dog runs across the field.", "A dog is running over a meadow."],
  ["A dog runs across the field.", 'A cat sleeps on the sofa, "purring".'],
  ["A dog runs across the field.", "The central bank raised interest rates."],
] as const;

/** Two texts are alike by the words that they share: as much as these need. */
const model = join(folder, "model");
makeTinyModel(model, { seed: 1, words: PAIRS.flat().flatMap((text) => text.match(/\w+/g) ?? []) });

async function scored(...scores: number[]): Promise<string> {
  const path = join(folder, `${scores.join("-")}.csv`);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = PAIRS.map((pair, at) => [...pair.map(quoted), scores[at]].join(","));
  await Bun.write(path, `${rows.join("\n")}\n`);
  return path;
}

test(
  "bench:embedding prints a Spearman of 1 where the scores fall as the meanings part",
  async () => {
    const { code, stdout } = await runScriptOnModel(model, "embedding.ts", "--data", await scored(5, 3.8, 1.2, 0));
    expect(stdout).toContain("\nPairs      4\nSpearman   1.0000 (at least 0.818)\n");
    expect(code).toBe(0);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:embedding fails where the scores go another way, ties sharing their rank",
  async () => {
    const reversed = await runScriptOnModel(model, "embedding.ts", "--data", await scored(0, 1.2, 3.8, 5));
    expect(reversed.stdout).toContain("\nSpearman   -1.0000 (at least 0.818)\n");
    expect(reversed.code).toBe(1);
    // Ranks 4, 3, 2, 1 against 3.5, 3.5, 1, 2.
    const tied = await runScriptOnModel(model, "embedding.ts", "--data", await scored(4, 4, 0, 1));
    expect(tied.stdout).toContain("\nSpearman   0.7379 (at least 0.818)\n");
    expect(tied.code).toBe(1);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:embedding refuses a row that is not two sentences and a score",
  async () => {
    const { code, stderr } = await runScriptOnModel(model, "embedding.ts", "--data", await scored(5, 3, 6, 0));
    expect(stderr).toContain("Row 3 of ");
    expect(code).toBe(1);
  },
  SCRIPT_TIMEOUT_MS,
);
