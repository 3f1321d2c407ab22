// Makes intents.json or inputs.json, the heads that tell what a sentence, and what an input, is for:
// bun src/embedding/model/train-head.ts intents|inputs [--check]
// From the labelled texts in sentences/ or inputs/, each file by another hand, the former with twins and chats of classifier/.
// `--check` measures each file with a head that was made of the others, and writes nothing.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INPUT_HEAD } from "../../domain/input-kind.ts";
import { INTENT_HEAD } from "../../domain/intent.ts";
import type { HeadShape } from "../../domain/label-reader.ts";
import { INTENT_OF } from "../../domain/ports/message-classifier.ts";
import { openEmbedder } from "../open-embedder.ts";
import { createLabelReader, gramsOf, packHead, parseHead, type SentenceHead } from "../sentence-head.ts";
import { fitHead, type LabelledSentence } from "./fit-head.ts";

interface Made {
  readonly shape: HeadShape<string, string>;
  /** Folder of its texts. */
  readonly texts: string;
  /** Other files whose texts it learns from too. */
  readonly also: readonly string[];
  readonly thresholds: SentenceHead["thresholds"];
  /** Sentences from which a word, pair or triple says something of others; half of all stand in two. */
  readonly gramsMin: number;
  /** Labels whose precision matters most. */
  readonly checked: readonly string[];
}

/** Of whole chats: a line is an intent, relations, a message and its rule. */
const LIVES = "-lives.tsv";

const HEADS: Readonly<Record<string, Made>> = {
  intents: {
    shape: INTENT_HEAD,
    texts: "sentences",
    also: readdirSync(join(import.meta.dir, "classifier"))
      .filter((file) => /^p[a-l]-intents\.tsv$|-lives\.tsv$/.test(file))
      .sort()
      .map((file) => `classifier/${file}`),
    // Shares from which a sentence counts as said for good: see docs/learning.md for what they were measured on.
    thresholds: { plain: 0.95, lasting: 0.85, worded: 0.4 },
    gramsMin: 7,
    checked: ["order", "preference"],
  },
  inputs: {
    shape: INPUT_HEAD,
    texts: "inputs",
    also: [],
    thresholds: { social: 0.95, foreign: 0.9, own: 0.8, leans: 0.5, request: 0.8, sure: 0.98 },
    gramsMin: 2,
    checked: INPUT_HEAD.labels,
  },
};

interface Sentence extends LabelledSentence {
  readonly hand: string;
  readonly text: string;
}

const [name = "", ...flags] = process.argv.slice(2);
const made = HEADS[name];
if (made === undefined) throw new Error(`one of ${Object.keys(HEADS).join(", ")} is to be named`);
const { shape, texts, also, thresholds, gramsMin, checked } = made;
/** The classifier's labels, as the head for intents calls them. */
const coarser = new Map<string, string>(also.length === 0 ? [] : Object.entries(INTENT_OF));
const folder = readdirSync(join(import.meta.dir, texts)).sort();
const sentences = await readSentences([...folder.map((file) => join(texts, file)), ...also]);
if (flags.includes("--check")) check();
else
  writeFileSync(join(import.meta.dir, `${name}.json`), `${JSON.stringify(packHead(shape, fitted(sentences)), null, 2)}\n`);

async function readSentences(files: readonly string[]): Promise<Sentence[]> {
  const embedder = await openEmbedder("", {
    workerUrl: new URL("../worker.ts", import.meta.url),
    workers: 2,
    queueMax: 100_000,
    onEvent: () => {},
  });
  const rows = files.flatMap((hand) =>
    readFileSync(join(import.meta.dir, hand), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [label = "", ...rest] = line.split("\t");
        const text = rest[hand.endsWith(LIVES) ? 1 : 0]!.replaceAll("\\n", "\n").replaceAll("\\\\", "\\");
        return { hand, label: shape.labels.indexOf(coarser.get(label) ?? label), text };
      }),
  );
  const read = await Promise.all(
    rows.map(async (row): Promise<Sentence> => {
      const { vector } = await embedder.embed({ text: row.text, role: "query", lane: "background" });
      return { ...row, vector, grams: gramsOf(row.text) };
    }),
  );
  await embedder.close();
  return read;
}

function fitted(some: readonly Sentence[]): SentenceHead {
  return fitHead(some, { labelCount: shape.labels.length, gramsMin, thresholds });
}

function check(): void {
  const judged: { readonly label: string; readonly shares: Readonly<Record<string, number>> }[] = [];
  for (const hand of new Set(sentences.map((each) => each.hand))) {
    const head = packed(fitted(sentences.filter((each) => each.hand !== hand)));
    const reader = createLabelReader(shape, () => head);
    const own = sentences
      .filter((each) => each.hand === hand)
      .map(({ label, text, vector }) => ({ label: shape.labels[label]!, shares: reader.read(text, vector) }));
    const right = own.filter(({ label, shares }) => shape.labels.every((other) => shares[other]! <= shares[label]!)).length;
    console.log(`${hand}: ${own.length} sentences, ${(right / own.length).toFixed(3)} told right by a head of the other hands`);
    judged.push(...own);
  }
  for (const each of checked) {
    const ranked = [...judged].sort((a, b) => b.shares[each]! - a.shares[each]!);
    const all = judged.filter(({ label }) => label === each).length;
    for (const precision of [0.99, 0.98, 0.95, 0.9, 0.8]) {
      let right = 0;
      let best = { recall: 0, share: 1 };
      for (const [at, { label, shares }] of ranked.entries()) {
        if (label === each) right += 1;
        if (at > 20 && right / (at + 1) >= precision) best = { recall: right / all, share: shares[each]! };
      }
      console.log(`${each}, ${precision} of those found right: ${best.recall.toFixed(3)} found, share from ${best.share.toFixed(3)}`);
    }
  }
}

/** As it will be read. */
function packed(head: SentenceHead): SentenceHead {
  const read = parseHead(shape, JSON.parse(JSON.stringify(packHead(shape, head))));
  if (read === null) throw new Error("the head cannot be read back");
  return read;
}
