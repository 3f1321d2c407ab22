// How likely a candidate is a contradiction: small trees that were grown from labelled answers.
import { type Candidate, type Family, type Features, isNewer } from "./candidate.ts";
import newer from "./trained-succession.json";
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
  readonly forests: Readonly<Partial<Record<Family, Forest>>>;
}

// The files are written by `bun run train:judge` and `bun run train:succession`, whose types these are.
const TRAINED: readonly Trained[] = [trained as unknown as Trained, newer as unknown as Trained];

const FORESTS = new Map(
  TRAINED.flatMap(({ least, forests }) =>
    Object.entries(forests).map(([family, forest]) => [family, { least, forest }]),
  ),
);

/** By so many words around a value memory speaks of the very thing where those of its sentence tell so much, 1 a word that one turn has. */
const TOPIC_LEAST_BY_NEAR_WORDS = [Number.POSITIVE_INFINITY, 1.7, 1] as const;

/** Most of what the trees saw is English: of others they must be surer. */
const FOREIGN_LEAST = 0.9;

/** 0 to 1; null: too little to say so. */
export function scoreCandidate(candidate: Candidate): number | null {
  const { family, features } = candidate;
  const { forest, least } = FORESTS.get(family)!;
  const whole = probability(forest, features);
  const score = standsAlone(candidate) ? Math.max(whole, probability(forest, alone(features))) : whole;
  return score < (features.foreign === 1 ? FOREIGN_LEAST : least) ? null : score;
}

/** Long answers invent more, which the trees learned: what is said in the words of memory is no invention. */
function standsAlone({ family, features }: Candidate): boolean {
  if (isNewer(family)) return false;
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
