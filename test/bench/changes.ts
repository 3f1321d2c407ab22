// bun run bench:changes: fits the weights of the signs that a sentence ends a rule, and measures them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../../src/base/steps.ts";
import { cosineOf, similarityOf } from "../../src/domain/similarity.ts";
import { signsOfChange } from "../../src/learning/change-signs.ts";
import { partsOf } from "../../src/learning/find-changes.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";
import { realModel } from "../support/test-service.ts";

const ROUNDS = 4;
const STEPS = 4_000;
const RATE = 0.5;
/** Of the squares of the weights, in the sum over all sentences. */
const PENALTY = 0.5;
const FOLDS = 10;

type Signs = readonly number[];
interface Pair {
  readonly ends: boolean;
  /** Of each sentence of the turn. */
  readonly sentences: readonly Signs[];
}

const embedder = realModel();
const rules = createRuleWriter();
const read = (text: string) => finish(readWishes(rules, text));
let names: string[] = [];

async function embed(text: string, role: "query" | "passage"): Promise<Float32Array> {
  return (await embedder.embed({ text, role, lane: "background" })).vector;
}

async function pairOf(line: string): Promise<Pair> {
  const [sign = "", rule = "", turn = ""] = line.split("\t");
  const known = await Promise.all(partsOf(rule, "").map((part) => embed(part, "passage")));
  const told = read(rule);
  const about = {
    kinds: told.flatMap(({ kinds }) => kinds),
    topic: told.find(({ topic }) => topic !== null)?.topic ?? null,
  };
  const sentences: Signs[] = [];
  let before = "";
  for (const sentence of read(turn)) {
    const own = await Promise.all(partsOf(sentence.masked, before).map((part) => embed(part, "passage")));
    const cosines = own.flatMap((one) => known.map((other) => cosineOf(one, other)));
    const similarity = similarityOf(Math.max(...cosines), embedder.model.cosineBaseline);
    const shares = embedder.intents?.read(sentence.masked, await embed(sentence.masked, "query"));
    if (shares === undefined) throw new Error("the model has no head for intents");
    const signs = signsOfChange({ sentence, before, shares, rule, about, similarity });
    names = Object.keys(signs);
    sentences.push(Object.values(signs).map(Number));
    before = sentence.text;
  }
  return { ends: sign === "+", sentences };
}

const scoreOf = (weights: Signs, signs: Signs) =>
  signs.reduce((sum, sign, at) => sum + sign * weights[at + 1]!, weights[0]!);
const likelihoodOf = (weights: Signs, { sentences }: Pair) =>
  Math.max(0, ...sentences.map((signs) => 1 / (1 + Math.exp(-scoreOf(weights, signs)))));

/** Of a turn that ends the rule only one sentence need do so: the likeliest by the weights of the round before. */
function fit(pairs: readonly Pair[]): number[] {
  let weights = [0, 1, ...names.slice(1).map(() => 0)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = pairs.flatMap(({ ends, sentences }) => {
      const ranked = [...sentences].sort((a, b) => scoreOf(weights, b) - scoreOf(weights, a));
      return (ends ? ranked.slice(0, 1) : ranked).map((signs) => ({ signs, ends }));
    });
    weights = descend(rows);
  }
  return weights;
}

function descend(rows: readonly { readonly signs: Signs; readonly ends: boolean }[]): number[] {
  const weights: number[] = Array(names.length + 1).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = weights.map((weight, at) => (at === 0 ? 0 : 2 * PENALTY * weight));
    for (const { signs, ends } of rows) {
      const error = 1 / (1 + Math.exp(-scoreOf(weights, signs))) - (ends ? 1 : 0);
      slopes[0]! += error;
      for (const [at, sign] of signs.entries()) slopes[at + 1]! += error * sign;
    }
    for (const [at, slope] of slopes.entries()) weights[at]! -= (RATE * slope) / rows.length;
  }
  return weights;
}

const lines = readFileSync(join(import.meta.dir, "learning", "changes.tsv"), "utf8")
  .trimEnd()
  .split("\n");
const pairs: Pair[] = [];
for (const line of lines) pairs.push(await pairOf(line));
await embedder.close();
const judged = pairs.map((pair, at) => ({ pair, fold: (at * 7) % FOLDS }));
const held = Array.from({ length: FOLDS }, (_, fold) => {
  const weights = fit(judged.filter((each) => each.fold !== fold).map(({ pair }) => pair));
  return judged
    .filter((each) => each.fold === fold)
    .map(({ pair }) => ({ ends: pair.ends, likelihood: likelihoodOf(weights, pair) }));
}).flat();
for (const least of [0.5, 0.6, 0.7, 0.8, 0.9]) {
  const found = held.filter(({ likelihood }) => likelihood >= least);
  const right = found.filter(({ ends }) => ends).length;
  console.log(
    `from ${least}: ${right} of ${pairs.filter(({ ends }) => ends).length} ended, and ${found.length - right} of ${pairs.filter(({ ends }) => !ends).length} that should stay`,
  );
}
const [bias = 0, ...weights] = fit(pairs);
console.log(`BIAS ${bias.toFixed(2)}`);
for (const [at, name] of names.entries()) console.log(`  ${name}: ${weights[at]?.toFixed(2)},`);
