// bun run train:succession: grows the trees that tell whether what was told later has the place of what an answer says.
import { join } from "node:path";
import { finish } from "../../src/base/steps.ts";
import { isNewer, NEWER_FAMILIES } from "../../src/statements/candidate.ts";
import { compareDraft } from "../../src/statements/judge-answer.ts";
import { type Forest, probability, type Trained } from "../../src/statements/score-candidate.ts";
import { growForests } from "./judge/grow-forests.ts";
import { draftOf, type JudgedCase, readBrains } from "./judge/labelled-brains.ts";
import { partsIn } from "./parts-in.ts";
import { readOptions } from "./read-options.ts";

const HELP = `Grows the trees by which /verify tells what a later statement replaced (src/statements/trained-succession.json), from
all parts of test/bench/verify that may be looked at. Each part is judged first by trees that were grown without it; the unseen
parts, by all trees, come last.

  bun run train:succession -- [options]

  --write    write the trees that are grown from all parts that may be looked at`;

const { write } = readOptions(HELP, { write: { type: "boolean", default: false } });

const DIR = join(import.meta.dir, "verify");
/** Of the parts that were left out, about 1 right answer in 150 is refused more; of the unseen ones 1 in 700. */
const LEAST = 0.8;
const BOUNDS = [0.7, 0.75, LEAST, 0.85, 0.9];

type Forests = Readonly<Record<(typeof NEWER_FAMILIES)[number], Forest>>;

/** An answer that nothing else refuses has `opposed` false. */
function casesOf(part: string): JudgedCase[] {
  return readBrains(join(DIR, `${part}.json`)).flatMap((brain) =>
    brain.cases.map((each) => {
      const draft = draftOf(brain, each.input, each.answer);
      const { sure, doubtful } = draft.question.hypothetical ? { sure: [], doubtful: [] } : finish(compareDraft(draft));
      const candidates = doubtful.flatMap(({ candidate, isBeside }) =>
        isNewer(candidate.family) && !isBeside() ? [candidate] : [],
      );
      return { ...each, brain: brain.id, hand: part, candidates, opposed: sure.length > 0 };
    }),
  );
}

function train(cases: readonly JudgedCase[]): Forests {
  return growForests(NEWER_FAMILIES, cases, () => []);
}

interface Scored extends JudgedCase {
  readonly score: number;
}

function scoreWith(forests: Forests, cases: readonly JudgedCase[]): Scored[] {
  return cases.map((each) => {
    const scores = each.candidates.flatMap(({ family, features }) =>
      isNewer(family) ? [probability(forests[family], features)] : [],
    );
    return { ...each, score: Math.max(0, ...scores) };
  });
}

function row(name: string, scored: readonly Scored[], bound: number): string {
  const cells = [true, false].map((right) => {
    const some = scored.filter((each) => each.right === right);
    return `${some.filter(({ opposed, score }) => !opposed && score >= bound).length} of ${some.length}`.padStart(14);
  });
  return `${bound.toFixed(2)}  ${name.padEnd(14)}${cells.join("")}`;
}

const parts = new Map(partsIn(DIR).map((part) => [part, casesOf(part)]));
const seen = [...parts.keys()].filter((part) => !part.startsWith("unseen"));
const casesBut = (part: string | null) => seen.filter((each) => each !== part).flatMap((each) => parts.get(each)!);
const forests = train(casesBut(null));
const leftOut = seen.flatMap((part) => scoreWith(train(casesBut(part)), parts.get(part)!));
const unseen = [...parts].flatMap(([part, cases]) => (seen.includes(part) ? [] : scoreWith(forests, cases)));
console.log("what these trees add\nbound  part           right refused  wrong caught");
for (const bound of BOUNDS) {
  console.log(row("left out", leftOut, bound));
  console.log(row("unseen", unseen, bound));
}
for (const part of parts.keys()) {
  const some = (seen.includes(part) ? leftOut : unseen).filter(({ hand }) => hand === part);
  console.log(row(part, some, LEAST));
}
if (write) {
  const trained: Trained = { least: LEAST, forests };
  const file = join(import.meta.dir, "..", "..", "src", "statements", "trained-succession.json");
  await Bun.write(file, `${JSON.stringify(trained)}\n`);
  console.log(`written to ${file}`);
}
