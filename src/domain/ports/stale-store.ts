// Data that another model embedded: what is left of it, and what makes it anew.
import type { BrainId } from "../brain.ts";
import type { Seq } from "../packet.ts";
import type { ReembeddingProgress } from "./reembedding.ts";

/** A packet as it must be embedded anew. */
export interface StalePacket {
  readonly seq: Seq;
  readonly input: string;
  readonly answer: string;
  /** Whether learning still needs its input's own embedding. */
  readonly hasInputVector: boolean;
}

export interface StaleLesson {
  readonly seq: Seq;
  readonly text: string;
}

export interface RenewedPacket {
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly vector: Float32Array;
  /** The input's in the query role; null where nobody needs it any more. */
  readonly inputVector: Float32Array | null;
}

export interface RenewedLesson {
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly vector: Float32Array;
}

/** What other models than the one in use embedded. Every answer is a jump or two, however much data there is. */
export interface StaleStore {
  /** null where there is nothing, neither packets nor lessons: whole brains are read without looking for it then. */
  count(): Promise<ReembeddingProgress | null>;
  /** Packets of the brain, counted up to `limit`. */
  countPackets(brain: BrainId, limit: number): Promise<number>;
  isStale(brain: BrainId): Promise<boolean>;
  /** The first brain with such rows whose id is `from` or more; null where there is none. */
  nextBrain(from: BrainId): Promise<BrainId | null>;
  /** Brains whose turns were prepared last, the latest first; some of those that are known. */
  usedLately(): Promise<BrainId[]>;
  /** The first so many with seq > `after`, ascending. */
  packets(brain: BrainId, after: Seq, limit: number): Promise<StalePacket[]>;
  /** Of the named those that there are. */
  named(brain: BrainId, seqs: readonly Seq[]): Promise<StalePacket[]>;
  lessons(brain: BrainId, after: Seq, limit: number): Promise<StaleLesson[]>;
  /** Stores what is still there, each packet with its input's embedding; returns those stored, ascending. */
  renewPackets(made: readonly RenewedPacket[]): Promise<{ seq: Seq; confidence: number }[]>;
  renewLessons(made: readonly RenewedLesson[]): Promise<Seq[]>;
}
