// How likely a candidate is a contradiction: small trees that were grown from labelled answers.
import type { Candidate, Family, Features } from "./candidate.ts";
import trained from "./trained-trees.json";

/** A leaf is a number; a branch asks whether a feature is at most a bound: [feature, bound, if so, else]. */
export type Tree = number | readonly [feature: number, bound: number, atMost: Tree, more: Tree];

export interface Forest {
  readonly features: readonly string[];
  /** What is added to the sum of the trees' leaves: the logarithm of odds. */
  readonly base: number;
  readonly trees: readonly Tree[];
}

export interface Trained {
  /** Odds that a candidate must have at least, as a probability. */
  readonly least: number;
  readonly forests: Readonly<Record<Family, Forest>>;
}

// The file is written by `bun run train:judge`, whose types these are.
const TRAINED = trained as unknown as Trained;

export const PROBABILITY_LEAST = TRAINED.least;

/** By so many words around a value memory speaks of the very thing where those of its sentence tell so much, 1 a word that one turn has. */
const TOPIC_LEAST_BY_NEAR_WORDS = [Number.POSITIVE_INFINITY, 1.7, 1] as const;

/** 0 to 1. */
export function scoreCandidate(candidate: Candidate): number {
  const { family, features } = candidate;
  const whole = probability(TRAINED.forests[family], features);
  return standsAlone(candidate) ? Math.max(whole, probability(TRAINED.forests[family], alone(features))) : whole;
}

/** Long answers invent more, which the trees learned: what is said in the words of memory is no invention. */
function standsAlone({ family, features }: Candidate): boolean {
  const least = TOPIC_LEAST_BY_NEAR_WORDS[features.nearWords!] ?? TOPIC_LEAST_BY_NEAR_WORDS[2];
  return family === "name" || features.topicOfSentence! >= least;
}

/** As if the answer were this sentence: what stands beside it makes it no truer. */
function alone(features: Features): Features {
  return { ...features, answerTokens: Math.min(features.answerTokens!, Math.log1p(features.tokens!)) };
}

export function probability({ features: names, base, trees }: Forest, features: Features): number {
  const row = names.map((name) => features[name] ?? 0);
  let sum = base;
  for (const tree of trees) sum += leafOf(tree, row);
  return 1 / (1 + Math.exp(-sum));
}

function leafOf(tree: Tree, row: readonly number[]): number {
  let at = tree;
  while (typeof at !== "number") at = row[at[0]]! <= at[1] ? at[2] : at[3];
  return at;
}
