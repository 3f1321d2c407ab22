// bun run list:doubts -- OUT.jsonl: what the labelled answers leave to the judge of answers, a line each doubt, for judge/train_judge.py.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { finish } from "../../../src/base/steps.ts";
import { packetText } from "../../../src/domain/packet.ts";
import type { Embedder } from "../../../src/domain/ports/embedder.ts";
import { cosineOf } from "../../../src/domain/similarity.ts";
import { findDoubt } from "../../../src/statements/doubts.ts";
import { partsIn } from "../parts-in.ts";
import { withEmbedder } from "../with-embedder.ts";
import { draftOf, type LabelledBrain, readBrains } from "./labelled-brains.ts";

const DIR = join(import.meta.dir, "..", "verify");

export interface ListedDoubts {
  readonly part: string;
  readonly right: boolean;
  readonly question: string;
  readonly claim: string;
  readonly told: readonly string[];
}

/** Of the first brains of each part, with the model inside. */
export async function listDoubts(
  parts: readonly string[],
  brainsMax = Number.POSITIVE_INFINITY,
): Promise<ListedDoubts[]> {
  return withEmbedder({ modelDir: "", queueMax: 1_000 }, async (embedder) => {
    const listed: ListedDoubts[] = [];
    for (const part of parts)
      for (const brain of readBrains(join(DIR, `${part}.json`)).slice(0, brainsMax))
        listed.push(...(await doubtsOf(embedder, part, brain)));
    return listed;
  });
}

async function doubtsOf(embedder: Embedder, part: string, brain: LabelledBrain): Promise<ListedDoubts[]> {
  const embed = async (text: string) => (await embedder.embed({ text, role: "passage", lane: "background" })).vector;
  const turns = await Promise.all(brain.turns.map((turn) => embed(packetText(turn))));
  const answers = await Promise.all(brain.cases.map(({ answer }) => embed(answer)));
  return brain.cases.flatMap(({ input: question, answer, right }, at) => {
    const similarities = turns.map((turn) => cosineOf(turn, answers[at]!));
    const doubt = finish(findDoubt(draftOf(brain, question, answer), similarities));
    if (doubt === null) return [];
    return [{ part, right, question, claim: doubt.claim, told: doubt.told.map(({ text }) => text) }];
  });
}

if (import.meta.main) {
  const [out] = process.argv.slice(2);
  if (out === undefined) throw new Error("bun run list:doubts -- OUT.jsonl");
  const doubts = await listDoubts(partsIn(DIR));
  writeFileSync(out, doubts.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
