// Reads the two data sets that bench:thresholds measures on.
import { parse } from "csv-parse/sync";
import type { LabelledText } from "./clustering-scores.ts";

/** Two sentences, and how alike people found them: 0 (unrelated) to 5 (the same meaning). */
export interface ScoredTexts {
  readonly first: string;
  readonly second: string;
  readonly score: number;
}

export interface Utterances {
  readonly inScope: readonly LabelledText[];
  readonly outOfScope: readonly LabelledText[];
}

/** STS-B: three columns without a header. */
export async function readScoredTexts(path: string): Promise<ScoredTexts[]> {
  const rows: string[][] = parse(await Bun.file(path).text(), { skip_empty_lines: true });
  if (rows.length === 0) throw new Error(`${path} holds no pairs.`);
  return rows.map(([first = "", second = "", score = ""], at) => {
    const pair = { first, second, score: score === "" ? Number.NaN : Number(score) };
    if (pair.score >= 0 && pair.score <= 5) return pair;
    throw new Error(`Row ${at + 1} of ${path} is not sentence, sentence, score 0-5.`);
  });
}

/** CLINC150: the test set, and its utterances out of scope. */
export async function readUtterances(path: string): Promise<Utterances> {
  const data: { test?: unknown; oos_test?: unknown } = await Bun.file(path).json();
  return {
    inScope: readRows(path, "test", data.test).map(([text, label]) => ({ text, label })),
    outOfScope: readRows(path, "oos_test", data.oos_test).map(([text]) => ({ text, label: null })),
  };
}

function readRows(path: string, split: string, rows: unknown): (readonly [text: string, intent: string])[] {
  if (!Array.isArray(rows)) throw new Error(`${path} has no list "${split}": it is not CLINC150's data_full.json.`);
  return rows.map((row, at) => {
    const [text, intent] = Array.isArray(row) ? row : [];
    if (typeof text === "string" && typeof intent === "string") return [text, intent];
    throw new Error(`Row ${at + 1} of "${split}" in ${path} is not [utterance, intent].`);
  });
}
