// bun run bench:thresholds -- --stsb FILE.csv --clinc FILE.json: whether a model's thresholds are the right ones.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import type { ModelSpec } from "../../src/domain/model-spec.ts";
import { createKernels } from "../../src/vectors/kernels.ts";
import { VECTORS_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { INTENTS, OUT_OF_SCOPE } from "./clustering-scores.ts";
import { readOptions, refuseOptions } from "./read-options.ts";
import { drawMixes, measureClusters, PURITY_LEAST } from "./threshold-clusters.ts";
import { readScoredTexts, readUtterances } from "./threshold-data.ts";
import { RESAMPLES, thresholdGrid } from "./threshold-grid.ts";
import { comparePairs, type PairPurpose, similaritiesOf } from "./threshold-pairs.ts";
import { clusterLines, pairLines } from "./threshold-report.ts";
import { withEmbedder } from "./with-embedder.ts";

const PAIR_THRESHOLDS: readonly {
  readonly key: string;
  readonly of: (spec: ModelSpec) => number;
  readonly purpose: PairPurpose;
}[] = [
  {
    key: "same_rule_similarity",
    of: (spec) => spec.sameRuleSimilarity,
    purpose: { rightFrom: 4.5, soughtFrom: 4.8, by: "precision" },
  },
  {
    key: "forgotten_rule_similarity",
    of: (spec) => spec.forgottenRuleSimilarity,
    purpose: { rightFrom: 4.5, soughtFrom: 4.8, by: "precision" },
  },
  {
    key: "contradiction_similarity",
    of: (spec) => spec.contradictionSimilarity,
    purpose: { rightFrom: 4, soughtFrom: 4, by: "share" },
  },
];

const HELP = `Measures what the similarity thresholds of an embedding model's model.json find, and suggests others.

  bun run build
  bun run bench:thresholds -- --stsb FILE.csv --clinc FILE.json [options]

  --stsb FILE.csv      the STS benchmark's test set, for the three thresholds over pairs
  --clinc FILE.json    CLINC150's file, for cluster_similarity; one of the two files may be left out
  --model-dir DIR      the embedding model of this folder (the default model)
  --mixes N            mixes to cluster (20)
  --seed N             of the first mix; the others have N + 1, N + 2, … (1)
  --workers N          threads that embed (one a core)
  --json FILE          write the figures to FILE too

FILE.csv is data/stsb-en-test.csv of https://github.com/PhilipMay/stsb-multi-mt (scores CC BY-SA 4.0): sentence,
sentence, score 0-5, without a header. FILE.json is data/data_full.json of https://github.com/clinc/oos-eval (CC BY
3.0): short requests by intent, and requests out of scope. Both are for evaluation alone: nothing of them is in this
project, and nothing that is shipped was trained on them.

Similarities are after the model's baseline. cluster_similarity is tried on the mixes of bench:clustering (${INTENTS} intents and
${OUT_OF_SCOPE} utterances out of scope each): the best F1 with a purity of ${PURITY_LEAST} or more. The others are held to the default model:
same_rule_similarity and forgotten_rule_similarity to its precision (of the pairs at or above, the share scored 4.5 or
more), contradiction_similarity to its share (of the pairs scored 4.0 or more, those at or above); the default model's
own tables say what that is. Intervals are the bootstrap's (95 %, ${RESAMPLES} seeded resamples of the pairs, of the mixes): a
value in use that lies within is not shown to be wrong.`;

const values = readOptions(HELP, {
  stsb: { type: "string" },
  clinc: { type: "string" },
  "model-dir": { type: "string", default: "" },
  mixes: { type: "string", default: "20" },
  seed: { type: "string", default: "1" },
  workers: { type: "string", default: String(availableParallelism()) },
  json: { type: "string" },
});
const [mixCount, seed, workers] = [Number(values.mixes), Number(values.seed), Number(values.workers)];
const counts = Number.isInteger(seed) && [mixCount, workers].every((count) => Number.isInteger(count) && count >= 1);
if (!counts || (values.stsb === undefined && values.clinc === undefined)) refuseOptions(HELP);

const [pairs, utterances] = [
  values.stsb === undefined ? null : await readScoredTexts(values.stsb),
  values.clinc === undefined ? null : await readUtterances(values.clinc),
];
const model = await withEmbedder({ modelDir: values["model-dir"], workers, queueMax: 1 }, async (embedder) => {
  const spec = embedder.model;
  const grid = thresholdGrid(spec.clusterSimilarity);
  const kernels = createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
  return {
    spec,
    similarities: pairs === null ? [] : await similaritiesOf(embedder, pairs),
    clusters:
      utterances === null
        ? null
        : await measureClusters(embedder, kernels, drawMixes(utterances, seed, mixCount), grid),
  };
});
const isReference = values["model-dir"] === "";
const reference =
  isReference || pairs === null
    ? model
    : await withEmbedder({ modelDir: "", workers, queueMax: 1 }, async (embedder) => ({
        spec: embedder.model,
        similarities: await similaritiesOf(embedder, pairs),
      }));

const processors = cpus();
const machine = `${processors[0]?.model.trim()}, ${processors.length} cores, Bun ${Bun.version}`;
const tables: object[] = [];
console.log(`Machine    ${machine}`);
console.log(`Model      ${model.spec.id}, baseline ${model.spec.cosineBaseline}`);
if (pairs !== null) console.log(`Pairs      ${pairs.length}`);
if (model.clusters !== null) {
  const named = { key: "cluster_similarity", shipped: model.spec.clusterSimilarity };
  console.log(`Mixes      ${mixCount} (seed ${seed})`);
  console.log(`\n${clusterLines(named, model.clusters).join("\n")}`);
  tables.push({ ...named, ...model.clusters });
}
if (pairs !== null) {
  for (const { key, of, purpose } of PAIR_THRESHOLDS) {
    const [shipped, theirs] = [of(model.spec), of(reference.spec)];
    const findings = comparePairs({
      scores: pairs.map(({ score }) => score),
      purpose,
      model: { similarities: model.similarities, shipped },
      reference: { similarities: reference.similarities, shipped: theirs },
      grid: thresholdGrid(shipped, theirs),
    });
    const held = isReference ? null : { model: reference.spec.id, shipped: theirs };
    console.log(`\n${pairLines({ key, shipped }, purpose, findings, held).join("\n")}`);
    // The default model is held to nothing: what it equals is itself.
    tables.push({ key, shipped, ...findings, ...(isReference ? { suggested: null, interval: null } : {}) });
  }
}
if (values.json !== undefined) {
  const report = { machine, model: model.spec.id, reference: reference.spec.id, seed, mixes: mixCount, tables };
  await Bun.write(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
