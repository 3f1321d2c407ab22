// Makes intents.json, the head that tells what a sentence is for: bun src/embedding/model/train-intents.ts [--check]
// From the labelled sentences beside it, each file by another hand. `--check` measures each file with a head that was
// made of the others, and writes nothing.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INTENTS, type Intent, type IntentThresholds } from "../../domain/intent.ts";
import { createIntentReader, gramsOf, type IntentHead, packIntentHead, parseIntentHead } from "../intent-head.ts";
import { openEmbedder } from "../open-embedder.ts";
import { fitIntents, type LabelledSentence } from "./fit-intents.ts";

const SENTENCES = join(import.meta.dir, "sentences");
const FILE = join(import.meta.dir, "intents.json");

/** Shares from which a sentence counts as said for good: see docs/learning.md for what they were measured on. */
const THRESHOLDS: IntentThresholds = { plain: 0.95, lasting: 0.85, worded: 0.4 };

interface Sentence extends LabelledSentence {
  readonly hand: string;
  readonly text: string;
}

async function readSentences(): Promise<Sentence[]> {
  const embedder = await openEmbedder("", {
    workerUrl: new URL("../worker.ts", import.meta.url),
    workers: 2,
    queueMax: 100_000,
    onEvent: () => {},
  });
  const rows = readdirSync(SENTENCES)
    .sort()
    .flatMap((hand) =>
      readFileSync(join(SENTENCES, hand), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => {
          const [label, text] = line.split("\t") as [Intent, string];
          return { hand, label, text: text.replaceAll("\\n", "\n").replaceAll("\\\\", "\\") };
        }),
    );
  const sentences = await Promise.all(
    rows.map(async (row): Promise<Sentence> => {
      const { vector } = await embedder.embed({ text: row.text, role: "query", lane: "background" });
      return { ...row, vector, grams: gramsOf(row.text) };
    }),
  );
  await embedder.close();
  return sentences;
}

function check(sentences: readonly Sentence[]): void {
  const judged: { readonly label: Intent; readonly shares: Readonly<Record<Intent, number>> }[] = [];
  for (const hand of new Set(sentences.map((each) => each.hand))) {
    const head = packed(fitIntents(sentences.filter((each) => each.hand !== hand), THRESHOLDS));
    const reader = createIntentReader(() => head);
    const own = sentences.filter((each) => each.hand === hand).map((each) => ({ label: each.label, shares: reader.read(each.text, each.vector) }));
    const right = own.filter(({ label, shares }) => INTENTS.every((other) => shares[other] <= shares[label])).length;
    console.log(`${hand}: ${own.length} sentences, ${(right / own.length).toFixed(3)} told right by a head of the other hands`);
    judged.push(...own);
  }
  for (const intent of ["order", "preference"] as const) {
    const ranked = [...judged].sort((a, b) => b.shares[intent] - a.shares[intent]);
    const all = judged.filter(({ label }) => label === intent).length;
    for (const precision of [0.98, 0.95, 0.9, 0.8]) {
      let right = 0;
      let best = { recall: 0, share: 1 };
      for (const [at, { label, shares }] of ranked.entries()) {
        if (label === intent) right += 1;
        if (at > 20 && right / (at + 1) >= precision) best = { recall: right / all, share: shares[intent] };
      }
      console.log(`${intent}, ${precision} of those found right: ${best.recall.toFixed(3)} found, share from ${best.share.toFixed(3)}`);
    }
  }
}

/** As it will be read. */
function packed(head: IntentHead): IntentHead {
  const read = parseIntentHead(JSON.parse(JSON.stringify(packIntentHead(head))));
  if (read === null) throw new Error("the head cannot be read back");
  return read;
}

const sentences = await readSentences();
if (process.argv.includes("--check")) check(sentences);
else writeFileSync(FILE, `${JSON.stringify(packIntentHead(fitIntents(sentences, THRESHOLDS)), null, 2)}\n`);
