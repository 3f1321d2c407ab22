// A small net over a text's embedding and its words: which of some labels it has. Its weights belong to the model.
import type { HeadShape, LabelReader } from "../domain/label-reader.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import { softmax } from "./softmax.ts";

/** Units between what is read of a sentence and the shares. */
export const HIDDEN = 16;
/** No share is as great. */
const OUT_OF_REACH = 2;
const SENTENCE_CHARACTERS_MAX = 400;
const TOKENS = /[\p{L}\p{M}]+(?:['’][\p{L}]+)*|\d+|[?!:"“”()>]/gu;

export interface SentenceHead {
  /** By their names. */
  readonly thresholds: Readonly<Record<string, number>>;
  /** Hashes of the words, pairs and triples that were seen more than once, ascending. */
  readonly grams: Uint32Array;
  /** grams.length x HIDDEN, row by row. */
  readonly gramWeights: Float32Array;
  /** DIMENSION x HIDDEN, row by row. */
  readonly vectorWeights: Float32Array;
  /** HIDDEN */
  readonly hiddenBias: Float32Array;
  /** A row of HIDDEN for each label. */
  readonly outWeights: Float32Array;
  /** One for each label. */
  readonly outBias: Float32Array;
}

/** The hashes of a sentence's words, pairs and triples, each once. */
export function gramsOf(sentence: string): Uint32Array {
  const words = sentence.slice(0, SENTENCE_CHARACTERS_MAX).toLowerCase().replaceAll("’", "'").match(TOKENS) ?? [];
  // Which number it is says nothing.
  const marked = ["^", ...words.map((word) => (/^\d/.test(word) ? "0" : word)), "$"];
  const grams = new Set<number>();
  for (let at = 0; at < marked.length; at += 1) {
    for (let count = 1; count <= 3 && at + count <= marked.length; count += 1) {
      grams.add(hashOf(`${count}${marked.slice(at, at + count).join(" ")}`));
    }
  }
  return Uint32Array.from(grams);
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

/** Opens the head at its first use: most commands, and many starts, never need it. */
export function createLabelReader<Label extends string, Threshold extends string>(
  { labels }: HeadShape<Label, Threshold>,
  open: () => SentenceHead,
): LabelReader<Label, Threshold> {
  let opened: SentenceHead | null = null;
  const headOf = () => (opened ??= open());
  return {
    get thresholds() {
      return headOf().thresholds as Readonly<Record<Threshold, number>>;
    },
    read(sentence, vector) {
      const head = headOf();
      const shares = sharesOf(head, hiddenOf(head, sentence, vector));
      return Object.fromEntries(labels.map((label, at) => [label, shares[at]])) as Record<Label, number>;
    },
  };
}

/** HIDDEN numbers, none below 0. */
function hiddenOf(head: SentenceHead, sentence: string, vector: Float32Array): Float64Array {
  const places = [...gramsOf(sentence)].map((gram) => placeOf(head.grams, gram)).filter((place) => place >= 0);
  const share = 1 / Math.sqrt(places.length || 1);
  const hidden = Float64Array.from(head.hiddenBias);
  addRows(hidden, head.vectorWeights, vector);
  for (const place of places) {
    for (let unit = 0; unit < HIDDEN; unit += 1) hidden[unit]! += share * head.gramWeights[place * HIDDEN + unit]!;
  }
  return hidden.map((sum) => Math.max(0, sum));
}

function addRows(sums: Float64Array, rows: Float32Array, by: Float32Array): void {
  for (let d = 0; d < DIMENSION; d += 1) {
    for (let unit = 0; unit < HIDDEN; unit += 1) sums[unit]! += by[d]! * rows[d * HIDDEN + unit]!;
  }
}

/** One of each label; they add up to 1. */
function sharesOf({ outWeights, outBias }: SentenceHead, hidden: Float64Array): number[] {
  return softmax(
    Array.from(outBias, (bias, k) =>
      hidden.reduce((sum, value, unit) => sum + value * outWeights[k * HIDDEN + unit]!, bias),
    ),
  );
}

/** -1 where it is not there. */
function placeOf(grams: Uint32Array, gram: number): number {
  let from = 0;
  let to = grams.length - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    const found = grams[middle]!;
    if (found === gram) return middle;
    if (found < gram) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

/** Numbers from -127 to 127 in base64, and what each is to be multiplied by. */
interface Packed {
  readonly scale: number;
  readonly numbers: string;
}

/** `intents.json` or `inputs.json` of a model folder; the labels stand beside this by the name of the shape. */
interface HeadFile {
  readonly thresholds: Readonly<Record<string, number>>;
  /** 32 bits each, little-endian, in base64. */
  readonly grams: string;
  readonly gram_weights: Packed;
  readonly vector_weights: Packed;
  readonly hidden_bias: readonly number[];
  readonly out_weights: readonly number[];
  readonly out_bias: readonly number[];
}

/** null where the JSON is no head of this shape. A threshold that the file lacks is out of reach. */
export function parseHead({ name, labels, thresholds }: HeadShape<string, string>, json: unknown): SentenceHead | null {
  const file = json as (Partial<HeadFile> & Readonly<Record<string, unknown>>) | null;
  if (typeof file !== "object" || file === null || String(file[name]) !== labels.join()) return null;
  const grams = Buffer.from(typeof file.grams === "string" ? file.grams : "", "base64");
  const head: SentenceHead = {
    thresholds: Object.fromEntries(thresholds.map((each) => [each, file.thresholds?.[each] ?? OUT_OF_REACH])),
    grams: new Uint32Array(Uint8Array.from(grams).buffer, 0, Math.floor(grams.length / 4)),
    gramWeights: unpacked(file.gram_weights),
    vectorWeights: unpacked(file.vector_weights),
    hiddenBias: Float32Array.from(file.hidden_bias ?? []),
    outWeights: Float32Array.from(file.out_weights ?? []),
    outBias: Float32Array.from(file.out_bias ?? []),
  };
  return isWhole(head, labels.length) ? head : null;
}

function isWhole(head: SentenceHead, labels: number): boolean {
  const { grams, gramWeights, vectorWeights, hiddenBias, outWeights, outBias } = head;
  const sizes: readonly (readonly [Float32Array, number])[] = [
    [gramWeights, grams.length * HIDDEN],
    [vectorWeights, DIMENSION * HIDDEN],
    [hiddenBias, HIDDEN],
    [outWeights, labels * HIDDEN],
    [outBias, labels],
  ];
  return sizes.every(([numbers, size]) => numbers.length === size && numbers.every(Number.isFinite));
}

function unpacked(packed: Partial<Packed> | undefined): Float32Array {
  const numbers = new Float32Array(new Int8Array(Buffer.from(packed?.numbers ?? "", "base64")));
  const scale = packed?.scale ?? Number.NaN;
  for (let at = 0; at < numbers.length; at += 1) numbers[at]! *= scale;
  return numbers;
}

function pack(numbers: Float32Array): Packed {
  const scale = numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / 127 || 1;
  return {
    scale,
    numbers: Buffer.from(Int8Array.from(numbers, (each) => Math.round(each / scale)).buffer).toString("base64"),
  };
}

export function packHead({ name, labels }: HeadShape<string, string>, head: SentenceHead): object {
  const { buffer, byteOffset, byteLength } = head.grams;
  const file: HeadFile = {
    thresholds: head.thresholds,
    grams: Buffer.from(buffer, byteOffset, byteLength).toString("base64"),
    gram_weights: pack(head.gramWeights),
    vector_weights: pack(head.vectorWeights),
    hidden_bias: [...head.hiddenBias],
    out_weights: [...head.outWeights],
    out_bias: [...head.outBias],
  };
  return { [name]: labels, ...file };
}
