// Packets and their embeddings. Every write is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { BrainId } from "../brain.ts";
import type { Packet, Seq } from "../packet.ts";
import type { PageRequest } from "../page.ts";
import type { PacketTerms } from "./lexical-index.ts";

/** A packet that has no embedding yet, with what its embedding is made from. */
export interface PendingEmbedding {
  readonly brain: BrainId;
  readonly account: string;
  readonly seq: Seq;
  readonly input: string;
  readonly answer: string;
  readonly confidence: number;
  /** null where a learning pass was done with it already: it is made again then. */
  readonly inputVector: Float32Array | null;
  readonly inputTokens: number;
  /** Whether its input's embedding is there, but another model's. */
  readonly renewsInput: boolean;
}

export interface MadeEmbedding {
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly vector: Float32Array;
  /** In place of another model's. */
  readonly inputVector?: Float32Array | undefined;
  /** What the index of words makes of the packet, stored with its embedding. */
  readonly words?: { readonly version: number; readonly terms: PacketTerms };
}

export interface PacketStore {
  list(brain: BrainId, page: PageRequest): Promise<Packet[]>;
  /** Those of one session by its exact name, newest first. */
  listSession(brain: BrainId, session: string, page: PageRequest): Promise<Packet[]>;
  find(brain: BrainId, id: string): Promise<Packet | null>;
  /** Those of the named that are there, in no order. */
  bySeqs(brain: BrainId, seqs: readonly Seq[]): Promise<Packet[]>;
  inputVectors(brain: BrainId, seqs: readonly Seq[]): Promise<Map<Seq, Float32Array>>;
  /** Erases the packet and takes its id out of every `source_link`; null where it is not there. */
  remove(brain: BrainId, id: string, by?: Doer): Promise<Seq | null>;
  /** Brains with packets that wait for their embedding, each with the last of them. */
  brainsPending(): Promise<{ brain: BrainId; through: Seq }[]>;
  /** Packets of all brains that wait for their embedding. */
  countPending(): Promise<number>;
  pending(brain: BrainId, limit: number): Promise<PendingEmbedding[]>;
  /** Stores embeddings of packets that still wait for one; returns those stored, ascending. */
  saveEmbeddings(made: readonly MadeEmbedding[]): Promise<{ seq: Seq; confidence: number }[]>;
}
