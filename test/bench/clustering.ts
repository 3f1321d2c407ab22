// bun run bench:clustering -- --data FILE.json: how well what belongs together is clustered, by threshold.
import { readFileSync } from "node:fs";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { clusterRows } from "../../src/vectors/cluster-rows.ts";
import { createKernels } from "../../src/vectors/kernels.ts";
import { VECTORS_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import {
  type ClusteringScores,
  drawMix,
  INTENTS,
  type LabelledText,
  meanScores,
  OUT_OF_SCOPE,
  scoreClustering,
  UTTERANCES_MAX,
} from "./clustering-scores.ts";
import { describeMachine } from "./machine.ts";
import { readOptions, refuseOptions } from "./read-options.ts";

const THRESHOLDS = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

const HELP = `Clusters a mix of intents and says, by threshold, how well the clusters agree with the intents.

  bun run build
  bun run bench:clustering -- --data FILE.json [options]

  --data FILE          CLINC150's file
  --executable FILE    whose embeddings are taken (dist/memoryd)
  --seed N             of the mix (1)
  --mixes N            the mean over N mixes, seeds N, N + 1, … (1)
  --json FILE          write the figures to FILE too

FILE.json is data/data_full.json of https://github.com/clinc/oos-eval (CC BY 3.0): short requests to an assistant, by
intent, and requests out of scope, which belong with nothing. It is for evaluation alone: nothing of it is in this
project, and nothing that is shipped was trained on it.

A mix is ${INTENTS} intents of the test set with 1 to ${UTTERANCES_MAX} utterances each and ${OUT_OF_SCOPE} utterances out of scope, in random order. They
are embedded by "EXECUTABLE embed" and clustered by the WASM kernels, as a learning pass does it. Precision, recall and
F1 are over pairs of utterances: put together, and of one intent. A kept cluster has two items or more; purity is the
share of their items that bear their cluster's most frequent intent.`;

function readRows(path: string, split: string, rows: unknown): (readonly [text: string, intent: string])[] {
  if (!Array.isArray(rows)) throw new Error(`${path} has no list "${split}": it is not CLINC150's data_full.json.`);
  return rows.map((row, at) => {
    const [text, intent] = Array.isArray(row) ? row : [];
    if (typeof text === "string" && typeof intent === "string") return [text, intent];
    throw new Error(`Row ${at + 1} of "${split}" in ${path} is not [utterance, intent].`);
  });
}

async function readUtterances(path: string): Promise<{ inScope: LabelledText[]; outOfScope: LabelledText[] }> {
  const data: { test?: unknown; oos_test?: unknown } = await Bun.file(path).json();
  return {
    inScope: readRows(path, "test", data.test).map(([text, label]) => ({ text, label })),
    outOfScope: readRows(path, "oos_test", data.oos_test).map(([text]) => ({ text, label: null })),
  };
}

/** One row of 384 numbers for each text, in their order. */
async function embedAll(executable: string, texts: readonly string[]): Promise<Float32Array> {
  const child = Bun.spawn([executable, "embed"], {
    stdin: new Blob(texts.map((text) => `${JSON.stringify(text)}\n`)),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${executable} embed failed with exit code ${child.exitCode}.`);
  const lines = output.trimEnd().split("\n");
  if (lines.length !== texts.length) throw new Error(`${lines.length} embeddings for ${texts.length} texts.`);
  const rows = new Float32Array(texts.length * DIMENSION);
  for (const [at, line] of lines.entries()) rows.set(JSON.parse(line).embedding, at * DIMENSION);
  return rows;
}

const values = readOptions(HELP, {
  data: { type: "string" },
  executable: { type: "string", default: "dist/memoryd" },
  seed: { type: "string", default: "1" },
  mixes: { type: "string", default: "1" },
  json: { type: "string" },
});
const [seed, mixCount] = [Number(values.seed), Number(values.mixes)];
const usable = values.data !== undefined && Number.isInteger(seed) && Number.isInteger(mixCount) && mixCount >= 1;
if (!usable) refuseOptions(HELP);

const { inScope, outOfScope } = await readUtterances(values.data!);
const kernels = createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
const scores: ClusteringScores[][] = THRESHOLDS.map(() => []);
let items = 0;
for (let mixSeed = seed; mixSeed < seed + mixCount; mixSeed++) {
  const mix = drawMix(seededRandom(mixSeed), inScope, outOfScope);
  const texts = mix.map(({ text }) => text);
  const rows = await embedAll(values.executable, texts);
  items += mix.length;
  for (const [at, threshold] of THRESHOLDS.entries()) {
    // The baseline is 0: what `embed` prints is the default model's, whose similarity is the cosine.
    scores[at]!.push(
      scoreClustering(mix, clusterRows(kernels, { vectors: rows, count: mix.length, threshold, baseline: 0 })),
    );
  }
}
const table = THRESHOLDS.map((threshold, at) => ({ threshold, ...meanScores(scores[at]!) }));
const machine = describeMachine(values.executable);

console.log(`Machine    ${machine}`);
console.log(`Items      ${(items / mixCount).toFixed(mixCount === 1 ? 0 : 1)} (seed ${seed}, mixes ${mixCount})`);
console.log("");
console.log("Threshold  Precision  Recall     F1  Purity  Kept clusters  Items in them");
for (const row of table) {
  const counts = [row.kept, row.items].map((count) => count.toFixed(mixCount === 1 ? 0 : 1));
  console.log(
    [
      row.threshold.toFixed(2).padStart(9),
      row.precision.toFixed(3).padStart(9),
      row.recall.toFixed(3).padStart(6),
      row.f1.toFixed(3).padStart(5),
      row.purity.toFixed(3).padStart(6),
      counts[0]!.padStart(13),
      counts[1]!.padStart(13),
    ].join("  "),
  );
}
if (values.json !== undefined) {
  const report = { machine, seed, mixes: mixCount, items: items / mixCount, thresholds: table };
  await Bun.write(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
