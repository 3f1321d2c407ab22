// Makes intents.json, the head that tells what a sentence is for: bun src/embedding/model/train-intents.ts [--check]
// From the labelled sentences beside it, each file by another hand. `--check` measures each file with a head that was
// made of the others, and writes nothing.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INTENTS, type Intent, type IntentThresholds } from "../../domain/intent.ts";
import { DIMENSION } from "../../domain/model-spec.ts";
import {
  createIntentReader,
  type IntentHead,
  type IntentWeights,
  packIntentHead,
  parseIntentHead,
  WORD_BUCKETS,
  wordBuckets,
} from "../intent-head.ts";
import { openEmbedder } from "../open-embedder.ts";

const SENTENCES = join(import.meta.dir, "sentences");
const FILE = join(import.meta.dir, "intents.json");

/** Chosen by `--check`: what the other hands' sentences are told best with. */
const VECTOR_SCALE = 1.5;
const WORDS_SCALE = 1;
const DECAY = 2e-4;
const EPOCHS = 40;
const RATE = 0.3;
const RATE_FALL = 0.15;

/** Shares from which a sentence counts as said for good: see docs/learning.md for what they were measured on. */
const THRESHOLDS: IntentThresholds = { plain: 0.84, lasting: 0.65, worded: 0.4 };

interface Sentence {
  readonly hand: string;
  readonly label: Intent;
  readonly text: string;
  readonly vector: Float32Array;
  readonly buckets: Int32Array;
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
      return { ...row, vector, buckets: wordBuckets(row.text) };
    }),
  );
  await embedder.close();
  return sentences;
}

/** Softmax regression by AdaGrad over the sentences in a fixed random order: the same head for the same sentences. */
function train(sentences: readonly Sentence[]): IntentHead {
  const rows = INTENTS.map(() => ({
    bias: 0,
    vector: new Float64Array(DIMENSION),
    words: new Float64Array(WORD_BUCKETS),
    vectorSeen: new Float64Array(DIMENSION).fill(1e-3),
    wordsSeen: new Float64Array(WORD_BUCKETS).fill(1e-3),
  }));
  const order = sentences.map((_, at) => at);
  const random = seeded(1);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    const rate = RATE / (1 + epoch * RATE_FALL);
    for (const at of order) {
      const { vector, buckets, label } = sentences[at]!;
      const share = WORDS_SCALE / Math.sqrt(buckets.length);
      const scores = rows.map(({ bias, vector: weights, words }) => {
        let score = bias;
        for (let d = 0; d < DIMENSION; d += 1) score += VECTOR_SCALE * weights[d]! * vector[d]!;
        for (const bucket of buckets) score += share * words[bucket]!;
        return score;
      });
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const sum = powers.reduce((total, power) => total + power, 0);
      for (const [k, row] of rows.entries()) {
        const error = powers[k]! / sum - (INTENTS[k] === label ? 1 : 0);
        row.bias -= 0.1 * rate * error;
        for (let d = 0; d < DIMENSION; d += 1) {
          const slope = error * VECTOR_SCALE * vector[d]! + DECAY * row.vector[d]!;
          row.vectorSeen[d]! += slope * slope;
          row.vector[d]! -= (rate * slope) / Math.sqrt(row.vectorSeen[d]!);
        }
        for (const bucket of buckets) {
          const slope = error * share + DECAY * row.words[bucket]!;
          row.wordsSeen[bucket]! += slope * slope;
          row.words[bucket]! -= (rate * slope) / Math.sqrt(row.wordsSeen[bucket]!);
        }
      }
    }
  }
  const weights = rows.map(
    ({ bias, vector, words }): IntentWeights => ({
      bias,
      vector: Float32Array.from(vector, (each) => each * VECTOR_SCALE),
      words: Float32Array.from(words, (each) => each * WORDS_SCALE),
    }),
  );
  return { thresholds: THRESHOLDS, weights };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
}

function check(sentences: readonly Sentence[]): void {
  const judged: { readonly label: Intent; readonly shares: Readonly<Record<Intent, number>> }[] = [];
  for (const hand of new Set(sentences.map((each) => each.hand))) {
    const head = packed(train(sentences.filter((each) => each.hand !== hand)));
    const reader = createIntentReader(head);
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
else writeFileSync(FILE, `${JSON.stringify(packIntentHead(train(sentences)), null, 2)}\n`);
