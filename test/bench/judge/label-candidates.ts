// Which candidates of a wrong answer are the wrong ones: the label says it of the answer, and its note of what would be right.
import { type Candidate, type Family, isNewer } from "../../../src/statements/candidate.ts";
import type { Example } from "./grow-forest.ts";
import type { JudgedCase } from "./labelled-brains.ts";

/** Kind of case -> families, or kinds of value, that may be what is wrong. "value" stands for each kind of value. */
const MAY_BE: Readonly<Record<string, readonly string[]>> = {
  money: ["money", "bare", "count"],
  number: ["value"],
  count: ["value"],
  unit: ["value"],
  duration: ["duration", "bare", "count"],
  date: ["date", "weekday"],
  weekday: ["weekday", "date"],
  time: ["time", "bare", "duration"],
  kinship: ["kinship", "name"],
  name: ["name", "kinship"],
  place: ["name"],
  role: ["name", "kinship", "side", "role"],
  outdated: ["value", "name"],
  polarity: ["value", "name"],
  preference: ["value"],
};

/** What is sure weighs 1; the rest of a wrong answer is likely right. */
const REST_WEIGHT = 0.5;
const BESIDE_SURE_WEIGHT = 0.2;
const GUESSED_WEIGHT = 0.7;
/** A candidate that the forest so far finds less likely is not guessed to be the wrong one. */
const GUESSED_LEAST = 0.15;

type Guess = (candidate: Candidate) => number;

/** `guess`: what a forest that was grown before thinks of a candidate; null: there is none yet. */
export function examplesOf(cases: readonly JudgedCase[], family: Family, guess: Guess | null): Example[] {
  return cases.flatMap((each) => {
    const candidates = each.candidates.filter((candidate) => candidate.family === family);
    if (each.right) return candidates.map((candidate) => example(candidate, false, 1));
    return wrongExamples(each, candidates, guess);
  });
}

function example({ features }: Candidate, positive: boolean, weight: number): Example {
  return { features, positive, weight };
}

function wrongExamples(each: JudgedCase, candidates: readonly Candidate[], guess: Guess | null): Example[] {
  const possible = candidates.filter((candidate) => mayBeWrong(each, candidate));
  const rest = candidates.filter((candidate) => !possible.includes(candidate));
  const negatives = rest.map((candidate) => example(candidate, false, REST_WEIGHT));
  const sure = possible.filter((candidate) => isNamed(each, candidate));
  if (sure.length > 0) {
    const others = possible.filter((candidate) => !sure.includes(candidate));
    return [
      ...negatives,
      ...sure.map((candidate) => example(candidate, true, 1)),
      ...others.map((candidate) => example(candidate, false, BESIDE_SURE_WEIGHT)),
    ];
  }
  if (guess === null)
    return [...negatives, ...possible.map((candidate) => example(candidate, true, REST_WEIGHT / possible.length))];
  const [likeliest] = possible.toSorted((one, other) => guess(other) - guess(one));
  if (likeliest === undefined || guess(likeliest) <= GUESSED_LEAST) return negatives;
  return [...negatives, example(likeliest, true, GUESSED_WEIGHT)];
}

function mayBeWrong({ kind }: JudgedCase, { family, features }: Candidate): boolean {
  if (isNewer(family)) return true;
  const may = MAY_BE[kind];
  return may === undefined || may.includes(family) || may.some((type) => features[`is ${type}`] === 1);
}

/** The note tells what memory has in its place. */
function isNamed({ note = "" }: JudgedCase, { known }: Candidate): boolean {
  const words = new Set(wordsOf(note));
  return wordsOf(known).some((word) => (word.length > 2 || /^\d/.test(word)) && words.has(word));
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (NUMBERS.includes(word) ? String(NUMBERS.indexOf(word)) : word));
}
