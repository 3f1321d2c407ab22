// bun run list:doubts -- OUT.jsonl: what the labelled answers leave to the judge of answers, a line each doubt, for judge/train_judge.py.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../../../src/base/steps.ts";
import { findDoubt } from "../../../src/statements/doubts.ts";
import { partsIn } from "../parts-in.ts";
import { draftOf, readBrains } from "./labelled-brains.ts";

const DIR = join(import.meta.dir, "..", "verify");

export interface ListedDoubts {
  readonly part: string;
  readonly right: boolean;
  readonly question: string;
  readonly claim: string;
  readonly told: readonly string[];
}

export function listDoubts(part: string, brainsMax = Number.POSITIVE_INFINITY): ListedDoubts[] {
  const brains = readBrains(join(DIR, `${part}.json`)).slice(0, brainsMax);
  return brains.flatMap((brain) =>
    brain.cases.flatMap(({ input, answer, right }) => {
      const doubt = finish(findDoubt(draftOf(brain, input, answer)));
      return doubt === null
        ? []
        : [{ part, right, question: input, claim: doubt.claim, told: doubt.told.map(({ text }) => text) }];
    }),
  );
}

if (import.meta.main) {
  const [out] = process.argv.slice(2);
  if (out === undefined) throw new Error("bun run list:doubts -- OUT.jsonl");
  const doubts = partsIn(DIR).flatMap((part) => listDoubts(part));
  writeFileSync(out, doubts.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
