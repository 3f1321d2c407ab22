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

/** 0 to 1. */
export function scoreCandidate({ family, features }: Candidate): number {
  return probability(TRAINED.forests[family], features);
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
