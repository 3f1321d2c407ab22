// A packet that retrieval brought back, and how it came to its place.
import type { Packet } from "./packet.ts";

/** Place among all packets of the brain that were looked at, 1 the best, after each step of the ranking. */
export interface StepRanks {
  readonly cosine: number;
  readonly words: number;
  readonly time: number;
  readonly neighbours: number;
  readonly confidence: number;
  readonly newest: number;
}

/** The way in that it took: the first of these that was open. */
export type Entry = "similarity" | "words" | "time";

/** What a source's score is made of; steps that did not take part add 0 and leave the rank as it was. */
export interface Explanation {
  /** Similarity of the embeddings, the model's baseline taken off. */
  readonly cosine: number;
  /** BM25 over the question's best in this brain, times the lexical weight. */
  readonly lexical: number;
  /** For lying in the time that the question names. */
  readonly time: number;
  /** From the better one of its neighbours in the session. */
  readonly neighbours: number;
  /** What it was lifted by to stand before an older statement of the same. */
  readonly newest: number;
  readonly confidence: number;
  readonly enteredBy: Entry;
  readonly ranks: StepRanks;
}

export interface RetrievedPacket {
  readonly packet: Packet;
  /** Of cosine retrieval the cosine; of hybrid retrieval the sum of the parts, which may be above 1. */
  readonly similarity: number;
  readonly score: number;
  /** Made where it was asked for. */
  readonly explanation: Explanation | null;
}
