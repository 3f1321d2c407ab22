// A packet that retrieval brought back, and how it came to its place.
import type { Packet } from "./packet.ts";

/**
 * The steps that make up a packet's similarity, in their order. `part`: what an explanation calls that which the step adds.
 * `adds` and `ranked` say to clients what the part is, and which order its place is in.
 */
export const SUM_STEPS = {
  cosine: {
    part: "cosine",
    adds: "Similarity of its embedding to the input's.",
    ranked: "By the embedding alone.",
  },
  words: {
    part: "lexical",
    adds: "What its words add: BM25 over the input's best here, times a weight.",
    ranked: "With the words.",
  },
  time: {
    part: "time",
    adds: "What it gains by lying in the time that the input names.",
    ranked: "With the time.",
  },
  recency: {
    part: "recency",
    adds: "What it gains by being new, in a small memory.",
    ranked: "With its recency.",
  },
  session: {
    part: "session",
    adds: "What it gains as the turn before, where the input leans on that.",
    ranked: "With the turn before.",
  },
  neighbours: {
    part: "neighbours",
    adds: "What the turns before and after it in its session add.",
    ranked: "With its neighbours.",
  },
} as const;

export type SumStep = keyof typeof SUM_STEPS;
/** Steps that add a term of the packet's own to its cosine. */
export type AddedStep = Exclude<SumStep, "cosine" | "neighbours">;
/** In their order. */
export const ADDED_STEPS = (Object.keys(SUM_STEPS) as SumStep[]).filter(
  (step): step is AddedStep => step !== "cosine" && step !== "neighbours",
);
export type SumPart = (typeof SUM_STEPS)[SumStep]["part"];

/** Place among all packets of the brain that were looked at, 1 the best, after each step of the ranking. */
export type StepRanks = Readonly<Record<SumStep | "confidence" | "newest", number>>;

/** The way in that it took: the first of these that was open. */
export type Entry = "similarity" | "words" | "time" | "nearest";

/** What a score is made of; steps that did not take part add 0 and leave the rank as it was. */
export interface ScoreParts extends Readonly<Record<SumPart, number>> {
  /** What it was lifted by to stand before an older statement of the same. */
  readonly newest: number;
  readonly confidence: number;
  readonly ranks: StepRanks;
}

/** Of a source. */
export interface Explanation extends ScoreParts {
  readonly enteredBy: Entry;
}

export interface RetrievedPacket {
  readonly packet: Packet;
  /** Of cosine retrieval the cosine; of hybrid retrieval the sum of the parts, which may be above 1. */
  readonly similarity: number;
  readonly score: number;
  /** Made where it was asked for. */
  readonly explanation: Explanation | null;
  /** The id of the packet beside it that replaced what it states; absent or null: it stands, as far as is known. */
  readonly supersededBy?: string | null;
  /** The same of a part of what it states. */
  readonly supersededInPartBy?: string | null;
}

/** A packet that did not enter: it is among no sources, however many are asked for. */
export interface PacketBelow {
  readonly packet: Packet;
  readonly score: number;
  /** Made where it was asked for. */
  readonly parts: ScoreParts | null;
}
