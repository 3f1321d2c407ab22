// Fits a head to labelled sentences: the same head for the same sentences.
import { DIMENSION } from "../../domain/model-spec.ts";
import { HIDDEN, type SentenceHead } from "../sentence-head.ts";

/** Chosen by `train-head.ts intents --check`: what the other hands' sentences are told best with. */
const VECTOR_SCALE = 2;
const GRAM_SCALE = 2.5;
const EPOCHS = 8;
const RATE = 0.03;
/** So often a sentence is read without its embedding, as a sentence is before it is worth one. */
const BLIND_SHARE = 0.1;

export interface LabelledSentence {
  /** Its place among the labels of the head. */
  readonly label: number;
  readonly vector: Float32Array;
  readonly grams: Uint32Array;
}

export interface FitOptions {
  readonly labelCount: number;
  /** A word, pair or triple has a weight where so many sentences have it. */
  readonly gramsMin: number;
  readonly thresholds: SentenceHead["thresholds"];
}

/** Numbers that are fitted, with how much each has been moved so far. */
class Weights {
  readonly values: Float64Array;
  readonly #moved: Float64Array;

  /** `spread`: of the random numbers that it begins with. */
  constructor(count: number, spread: number, random: () => number) {
    this.values = Float64Array.from({ length: count }, () => spread * (2 * random() - 1));
    this.#moved = new Float64Array(count).fill(1e-4);
  }

  move(at: number, slope: number, rate: number): void {
    this.#moved[at]! += slope * slope;
    this.values[at]! -= (rate * slope) / Math.sqrt(this.#moved[at]!);
  }
}

class Net {
  readonly #hidden = new Float64Array(HIDDEN);
  readonly #slopes = new Float64Array(HIDDEN);
  readonly #shares: Float64Array;
  readonly grams: Weights;
  readonly vector: Weights;
  readonly hiddenBias: Weights;
  readonly out: Weights;
  readonly outBias: Weights;

  constructor(gramCount: number, labelCount: number, random: () => number) {
    this.#shares = new Float64Array(labelCount);
    this.grams = new Weights(gramCount * HIDDEN, 0.02, random);
    this.vector = new Weights(DIMENSION * HIDDEN, 0.1, random);
    this.hiddenBias = new Weights(HIDDEN, 0.1, random);
    this.out = new Weights(labelCount * HIDDEN, 0.5, random);
    this.outBias = new Weights(labelCount, 0, random);
  }

  /** One step towards the label. `vector`: null for a sentence that is read by its words alone. */
  step(places: Int32Array, vector: Float32Array | null, label: number, rate: number): void {
    const share = GRAM_SCALE / Math.sqrt(places.length || 1);
    this.#forward(places, vector, share);
    this.#slopes.fill(0);
    for (let k = 0; k < this.#shares.length; k += 1) {
      const error = this.#shares[k]! - (k === label ? 1 : 0);
      this.outBias.move(k, error, rate);
      for (let unit = 0; unit < HIDDEN; unit += 1) {
        const at = k * HIDDEN + unit;
        this.#slopes[unit]! += error * this.out.values[at]!;
        if (this.#hidden[unit]! > 0) this.out.move(at, error * this.#hidden[unit]!, rate);
      }
    }
    for (let unit = 0; unit < HIDDEN; unit += 1) {
      const slope = this.#slopes[unit]!;
      if (this.#hidden[unit]! <= 0) continue;
      this.hiddenBias.move(unit, slope, rate);
      for (const place of places) this.grams.move(place * HIDDEN + unit, slope * share, rate);
      if (vector === null) continue;
      for (let d = 0; d < DIMENSION; d += 1) {
        this.vector.move(d * HIDDEN + unit, slope * VECTOR_SCALE * vector[d]!, rate);
      }
    }
  }

  #forward(places: Int32Array, vector: Float32Array | null, share: number): void {
    const hidden = this.#hidden;
    hidden.set(this.hiddenBias.values);
    for (const place of places) {
      for (let unit = 0; unit < HIDDEN; unit += 1) hidden[unit]! += share * this.grams.values[place * HIDDEN + unit]!;
    }
    if (vector !== null) {
      for (let d = 0; d < DIMENSION; d += 1) {
        const by = VECTOR_SCALE * vector[d]!;
        for (let unit = 0; unit < HIDDEN; unit += 1) hidden[unit]! += by * this.vector.values[d * HIDDEN + unit]!;
      }
    }
    for (let unit = 0; unit < HIDDEN; unit += 1) hidden[unit] = Math.max(0, hidden[unit]!);
    let sum = 0;
    for (let k = 0; k < this.#shares.length; k += 1) {
      let score = this.outBias.values[k]!;
      for (let unit = 0; unit < HIDDEN; unit += 1) score += hidden[unit]! * this.out.values[k * HIDDEN + unit]!;
      this.#shares[k] = Math.exp(score);
      sum += this.#shares[k]!;
    }
    for (let k = 0; k < this.#shares.length; k += 1) this.#shares[k]! /= sum;
  }
}

/** A small net by AdaGrad, over the sentences in a random order that is always the same. */
export function fitHead(
  sentences: readonly LabelledSentence[],
  { labelCount, gramsMin, thresholds }: FitOptions,
): SentenceHead {
  const grams = gramsSeenAgain(sentences, gramsMin);
  const placeOf = new Map([...grams].map((gram, at) => [gram, at]));
  const known = sentences.map(({ grams: own }) =>
    Int32Array.from([...own].flatMap((gram) => placeOf.get(gram) ?? [])),
  );
  const random = seeded(1);
  const net = new Net(grams.length, labelCount, random);
  const order = sentences.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const { vector, label } = sentences[at]!;
      net.step(known[at]!, random() < BLIND_SHARE ? null : vector, label, RATE);
    }
  }
  return {
    thresholds,
    grams,
    gramWeights: Float32Array.from(net.grams.values, (each) => each * GRAM_SCALE),
    vectorWeights: Float32Array.from(net.vector.values, (each) => each * VECTOR_SCALE),
    hiddenBias: Float32Array.from(net.hiddenBias.values),
    outWeights: Float32Array.from(net.out.values),
    outBias: Float32Array.from(net.outBias.values),
  };
}

function gramsSeenAgain(sentences: readonly LabelledSentence[], least: number): Uint32Array {
  const counts = new Map<number, number>();
  for (const { grams } of sentences) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return Uint32Array.from([...counts].flatMap(([gram, count]) => (count < least ? [] : gram))).sort();
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
