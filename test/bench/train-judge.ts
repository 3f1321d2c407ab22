// bun run train:judge: grows the trees that judge answers, and tells how they do on hands that they never saw.
import { join } from "node:path";
import { FAMILIES, isNewer } from "../../src/statements/candidate.ts";
import { type Forest, probability, type Trained } from "../../src/statements/score-candidate.ts";
import { Draw } from "./judge/draw.ts";
import { growForests, SEED } from "./judge/grow-forests.ts";
import { type JudgedCase, judgedCases, readBrains } from "./judge/labelled-brains.ts";
import { type SwappedValue, swappedValues } from "./judge/swap-values.ts";
import { readOptions } from "./read-options.ts";

const HELP = `Grows the trees by which /verify judges an answer (src/statements/trained-trees.json), from the seen part
of test/bench/verify. Each hand's answers are judged first by trees that were grown without them.

  bun run train:judge -- [options]

  --write    write the trees that are grown from all hands`;

const { write } = readOptions(HELP, { write: { type: "boolean", default: false } });

/** Of the right answers of hands that were left out, at most this share is refused. */
const REFUSED_SHARE_MAX = 0.004;
const SHARES = [0.003, 0.004, 0.006, 0.01, 0.02, 0.04];
const SWAPPED_WEIGHT = 0.3;

type Forests = Readonly<Record<(typeof FAMILIES)[number], Forest>>;

function train(cases: readonly JudgedCase[], swapped: readonly SwappedValue[]): Forests {
  return growForests(FAMILIES, cases, (family) =>
    swapped
      .filter(({ candidate }) => candidate.family === family)
      .map(({ candidate }) => ({ features: candidate.features, positive: true, weight: SWAPPED_WEIGHT })),
  );
}

/** What memory does not have alone: what was told later has trees of its own. */
function score(forests: Forests, { candidates, opposed }: JudgedCase): number {
  if (opposed) return 1;
  const scores = candidates.flatMap(({ family, features }) =>
    isNewer(family) ? [] : [probability(forests[family], features)],
  );
  return Math.max(0, ...scores);
}

interface Scored {
  readonly each: JudgedCase;
  readonly score: number;
}

/** The score above which no more than this share of the right answers lies. */
function boundFor(scored: readonly Scored[], share: number): number {
  const right = scored.filter(({ each }) => each.right).map((one) => one.score);
  return right.sort((a, b) => b - a)[Math.floor(share * right.length)]!;
}

function caught(scored: readonly Scored[], bound: number, right: boolean): string {
  const some = scored.filter(({ each }) => each.right === right);
  const found = some.filter((one) => one.score > bound).length;
  return `${found} of ${some.length}`.padStart(14);
}

const brains = readBrains();
const cases = judgedCases(brains);
const swapped = swappedValues(brains, new Draw(SEED));
const hands = [...new Set(brains.map(({ hand }) => hand))];
console.log(`${cases.length} answers of ${hands.length} hands, ${swapped.length} more with a value swapped`);
const scored = hands.flatMap((hand): Scored[] => {
  const others = <T extends { readonly hand: string }>(all: readonly T[]) => all.filter((one) => one.hand !== hand);
  const forests = train(others(cases), others(swapped));
  return cases.filter((each) => each.hand === hand).map((each) => ({ each, score: score(forests, each) }));
});
console.log("each hand left out in turn\nbound  right refused  wrong caught");
for (const share of SHARES) {
  const bound = boundFor(scored, share);
  console.log(`${bound.toFixed(3)}${caught(scored, bound, true)}${caught(scored, bound, false)}`);
}
const least = boundFor(scored, REFUSED_SHARE_MAX);
console.log(`at ${least.toFixed(3)}, by hand and kind`);
for (const hand of hands) {
  const some = scored.filter(({ each }) => each.hand === hand);
  console.log(`  ${hand.padEnd(12)}${caught(some, least, true)}${caught(some, least, false)}`);
}
for (const kind of new Set(cases.filter(({ right }) => !right).map((each) => each.kind))) {
  const some = scored.filter(({ each }) => each.kind === kind && !each.right);
  console.log(`  ${kind.padEnd(12)}${"".padStart(14)}${caught(some, least, false)}`);
}
if (write) {
  const trained: Trained = { least: Number(least.toPrecision(5)), forests: train(cases, swapped) };
  const file = join(import.meta.dir, "..", "..", "src", "statements", "trained-trees.json");
  await Bun.write(file, `${JSON.stringify(trained)}\n`);
  console.log(`written to ${file}`);
}
