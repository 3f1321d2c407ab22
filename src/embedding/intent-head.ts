// A linear head over a sentence's embedding and its words: what the sentence is for. Its weights belong to the model.

import { INTENTS, type IntentReader, type IntentShares, type IntentThresholds } from "../domain/intent.ts";
import { DIMENSION } from "../domain/model-spec.ts";

/** Words, pairs and triples of words share so many weights, by their hash. */
export const WORD_BUCKETS = 8_192;
const SENTENCE_CHARACTERS_MAX = 400;
const TOKENS = /[\p{L}\p{M}]+(?:['’][\p{L}]+)*|\d+|[?!:"“”()>]/gu;

/** Of one intent. */
export interface IntentWeights {
  readonly bias: number;
  /** 384, for the embedding. */
  readonly vector: Float32Array;
  /** WORD_BUCKETS, for the words. */
  readonly words: Float32Array;
}

export interface IntentHead {
  readonly thresholds: IntentThresholds;
  /** One for each of INTENTS, in their order. */
  readonly weights: readonly IntentWeights[];
}

/** The buckets of a sentence's words, pairs and triples, each once. */
export function wordBuckets(sentence: string): Int32Array {
  const words = sentence.slice(0, SENTENCE_CHARACTERS_MAX).toLowerCase().replaceAll("’", "'").match(TOKENS) ?? [];
  // Which number it is says nothing.
  const marked = ["^", ...words.map((word) => (/^\d/.test(word) ? "0" : word)), "$"];
  const buckets = new Set<number>();
  for (let at = 0; at < marked.length; at += 1) {
    for (let count = 1; count <= 3 && at + count <= marked.length; count += 1) {
      buckets.add(hashOf(`${count}${marked.slice(at, at + count).join(" ")}`));
    }
  }
  return Int32Array.from(buckets);
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return (hash >>> 0) % WORD_BUCKETS;
}

export function createIntentReader({ thresholds, weights: all }: IntentHead): IntentReader {
  return {
    thresholds,
    read(sentence, vector) {
      const buckets = wordBuckets(sentence);
      const scores = all.map((weights) => scoreOf(weights, vector, buckets));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const sum = powers.reduce((total, power) => total + power, 0);
      return Object.fromEntries(INTENTS.map((intent, at) => [intent, (powers[at] ?? 0) / sum])) as IntentShares;
    },
  };
}

function scoreOf(weights: IntentWeights, vector: Float32Array, buckets: Int32Array): number {
  let score = weights.bias;
  for (let at = 0; at < DIMENSION; at += 1) score += (weights.vector[at] ?? 0) * (vector[at] ?? 0);
  let words = 0;
  for (const bucket of buckets) words += weights.words[bucket] ?? 0;
  return score + words / Math.sqrt(buckets.length);
}

/** `intents.json` of a model folder: numbers from -127 to 127 in base64, and what each is to be multiplied by. */
interface IntentFile {
  readonly intents: readonly string[];
  readonly thresholds: IntentThresholds;
  readonly bias: readonly number[];
  readonly vector_scale: readonly number[];
  readonly vector: readonly string[];
  readonly words_scale: readonly number[];
  readonly words: readonly string[];
}

/** null where the JSON is no head for these intents. */
export function parseIntentHead(json: unknown): IntentHead | null {
  const file = json as Partial<IntentFile> | null;
  if (typeof file !== "object" || file === null || file.intents?.join() !== INTENTS.join()) return null;
  const head = INTENTS.map((_, at) => ({
    bias: Number(file.bias?.[at]),
    vector: unpacked(file.vector?.[at], file.vector_scale?.[at]),
    words: unpacked(file.words?.[at], file.words_scale?.[at]),
  }));
  const isWhole = head.every(
    ({ bias, vector, words }) =>
      Number.isFinite(bias) &&
      vector.length === DIMENSION &&
      words.length === WORD_BUCKETS &&
      !vector.some(Number.isNaN),
  );
  const { plain = 2, lasting = 2, worded = 2 } = file.thresholds ?? {};
  return isWhole ? { thresholds: { plain, lasting, worded }, weights: head } : null;
}

function unpacked(packed: string | undefined, scale: number | undefined): Float32Array {
  const bytes = new Int8Array(Buffer.from(packed ?? "", "base64"));
  return Float32Array.from(bytes, (value) => value * (scale ?? Number.NaN));
}

export function packIntentHead({ thresholds, weights: head }: IntentHead): IntentFile {
  const scaleOf = (numbers: Float32Array) =>
    numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / 127 || 1;
  const pack = (numbers: Float32Array) => {
    const scale = scaleOf(numbers);
    return Buffer.from(Int8Array.from(numbers, (each) => Math.round(each / scale)).buffer).toString("base64");
  };
  return {
    intents: INTENTS,
    thresholds,
    bias: head.map(({ bias }) => bias),
    vector_scale: head.map(({ vector }) => scaleOf(vector)),
    vector: head.map(({ vector }) => pack(vector)),
    words_scale: head.map(({ words }) => scaleOf(words)),
    words: head.map(({ words }) => pack(words)),
  };
}
