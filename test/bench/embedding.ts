// bun run bench:embedding -- --data FILE.csv: how well the executable's embeddings rank the STS benchmark's test pairs.
import { cpus } from "node:os";
import { parse } from "csv-parse/sync";
import { readOptions, refuseOptions } from "./read-options.ts";
import { modelFlags } from "./start-executable.ts";

/** Below this the embedder is broken: the unquantized model has .8203. */
const SPEARMAN_MIN = 0.818;

const HELP = `Spearman correlation between the executable's similarities and the STS benchmark's human scores.

  bun run build
  bun run bench:embedding -- --data FILE.csv [--executable dist/memoryd]

FILE.csv is the English test set of the STS benchmark, three columns without a header: sentence, sentence, score 0-5.
Get it as data/stsb-en-test.csv of https://github.com/PhilipMay/stsb-multi-mt (scores CC BY-SA 4.0). It is for
evaluation alone: it is no part of this project, and nothing that is shipped was trained on it.

Every sentence goes through "EXECUTABLE embed". Exit code 1 where Spearman is below ${SPEARMAN_MIN}.`;

interface Pair {
  readonly first: string;
  readonly second: string;
  /** 0 (unrelated) to 5 (the same). */
  readonly score: number;
}

async function readPairs(path: string): Promise<Pair[]> {
  const rows: string[][] = parse(await Bun.file(path).text(), { skip_empty_lines: true });
  return rows.map(([first, second, score], index) => {
    const pair = { first: first ?? "", second: second ?? "", score: Number(score) };
    if (score === undefined || !(pair.score >= 0 && pair.score <= 5)) {
      throw new Error(`Row ${index + 1} of ${path} is not sentence, sentence, score 0-5.`);
    }
    return pair;
  });
}

/** The embeddings of the texts in their order, each of length 1. */
async function embedAll(executable: string, texts: readonly string[]): Promise<number[][]> {
  const child = Bun.spawn([executable, "embed", ...modelFlags(null)], {
    stdin: new Blob(texts.map((text) => `${JSON.stringify(text)}\n`)),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${executable} embed failed with exit code ${child.exitCode}.`);
  const embeddings = output
    .trimEnd()
    .split("\n")
    .map((line): number[] => JSON.parse(line).embedding);
  if (embeddings.length !== texts.length) throw new Error(`${embeddings.length} embeddings for ${texts.length} texts.`);
  return embeddings;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** Ranks from 1; equal values share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
  const result: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let i = start; i < end; i++) result[order[i]!] = (start + end + 1) / 2;
    start = end;
  }
  return result;
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const [aOff, bOff] = [a, b].map((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  }) as [number[], number[]];
  return dot(aOff, bOff) / Math.sqrt(dot(aOff, aOff) * dot(bOff, bOff));
}

const values = readOptions(HELP, {
  data: { type: "string" },
  executable: { type: "string", default: "dist/memoryd" },
});
if (values.data === undefined) refuseOptions(HELP);

const pairs = await readPairs(values.data);
const texts = pairs.flatMap(({ first, second }) => [first, second]);
await embedAll(values.executable, ["warm"]); // The file's pages are in memory before the clock runs.
const startedAt = performance.now();
const embeddings = await embedAll(values.executable, texts);
const seconds = (performance.now() - startedAt) / 1000;
const similarities = pairs.map((_, index) => dot(embeddings[2 * index]!, embeddings[2 * index + 1]!));
const spearman = pearson(ranks(similarities), ranks(pairs.map(({ score }) => score)));

const processors = cpus();
console.log(`Machine    ${processors[0]?.model.trim()}, ${processors.length} cores, Bun ${Bun.version}`);
console.log(`Pairs      ${pairs.length}`);
console.log(`Spearman   ${spearman.toFixed(4)} (at least ${SPEARMAN_MIN})`);
console.log(
  `Texts/s    ${(texts.length / seconds).toFixed(1)} (${texts.length} in ${seconds.toFixed(1)} s, start included)`,
);
if (!(spearman >= SPEARMAN_MIN)) process.exit(1);
