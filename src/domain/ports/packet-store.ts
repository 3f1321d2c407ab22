// Packets and their embeddings. Every write is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { Brain, BrainId, BrainKey } from "../brain.ts";
import type { Metadata } from "../metadata.ts";
import type { Packet, PacketKind, Seq, UnplacedPacket } from "../packet.ts";
import type { PageRequest } from "../page.ts";
import type { PacketTerms } from "./lexical-index.ts";
import type { AttributeDecision } from "./turn-store.ts";

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

/** A packet as an engine appends it to a brain, recorded or told. */
export interface AppendedPacket extends Omit<UnplacedPacket, "unconfirmedOverwrite"> {
  readonly inputTokens: number;
  /** The bytes of the input's embedding, and the generation of the model that made it. */
  readonly inputVector: Uint8Array;
  readonly inputModel: number;
  readonly attributes: readonly AttributeDecision[];
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

/** What is written without a turn. */
export interface RememberedMemory {
  readonly brain: BrainKey;
  /** The most users that the plan allows; null: any number. */
  readonly subBrainsMax: number | null;
  readonly packet: Omit<UnplacedPacket, "unconfirmedOverwrite"> & {
    readonly inputVector: Float32Array;
    readonly inputTokens: number;
  };
  readonly teaches: boolean;
  readonly attributes: readonly AttributeDecision[];
  /** The version of the self-attributes that `attributes` was decided on; 0 for a brain that is not there yet. */
  readonly attributesVersion: number;
}

/** `outdated`: the self-attributes changed meanwhile, and nothing was written. `raised`: see RecordOutcome. */
export type RememberOutcome =
  | { readonly kind: "remembered"; readonly brain: Brain; readonly seq: Seq; readonly raised: readonly Seq[] }
  | { readonly kind: "outdated" };

/** What a packet becomes; what is absent stays. */
export interface ChangedMemory {
  readonly brain: BrainId;
  readonly id: string;
  readonly metadata?: Metadata;
  /** Both texts, with what is made of them. */
  readonly texts?: {
    readonly input: string;
    readonly answer: string;
    readonly vector: Float32Array;
    /** The input's alone, in the role of a question: what is there may be another model's. */
    readonly inputVector: Float32Array;
    readonly inputTokens: number;
    readonly words: { readonly version: number; readonly terms: PacketTerms };
  };
  /** Where the input is another: what that says. */
  readonly said?: {
    readonly kind: PacketKind;
    readonly confidence: number;
    readonly cues: readonly string[];
    readonly attributes: readonly AttributeDecision[];
    readonly attributesVersion: number;
  };
  readonly by?: Doer | undefined;
}

/** `waited`: it had no embedding before. `outdated` as in RememberOutcome; `gone`: there is no such packet. */
export type ChangeOutcome =
  | { readonly kind: "changed"; readonly seq: Seq; readonly raised: readonly Seq[]; readonly waited: boolean }
  | { readonly kind: "outdated" }
  | { readonly kind: "gone" };

/** The turns of one session together. */
export interface Session {
  readonly name: string;
  readonly turns: number;
  /** When its first and its last turn happened, ms since the epoch. */
  readonly first: number;
  readonly last: number;
  readonly lastSeq: Seq;
}

export interface PacketStore {
  list(brain: BrainId, page: PageRequest): Promise<Packet[]>;
  /** Those of one session by its exact name, newest first. */
  listSession(brain: BrainId, session: string, page: PageRequest): Promise<Packet[]>;
  /** The same, oldest first: those after `after`. */
  sessionFrom(
    brain: BrainId,
    session: string,
    page: { readonly limit: number; readonly after: Seq | null },
  ): Promise<Packet[]>;
  /** The sessions behind `after` (null: from the first), in the order of their names. */
  sessions(brain: BrainId, page: { readonly limit: number; readonly after: string | null }): Promise<Session[]>;
  /** Of those that have every one of the fields, with that very value; ascending. No field: none. */
  withMetadata(brain: BrainId, metadata: Metadata): Promise<Seq[]>;
  /** Those that tell a lasting preference and taught no rule that was replaced since, newest first. */
  preferences(brain: BrainId, limit: number): Promise<Packet[]>;
  find(brain: BrainId, id: string): Promise<Packet | null>;
  /** Those of the named that are there, in no order. */
  bySeqs(brain: BrainId, seqs: readonly Seq[]): Promise<Packet[]>;
  inputVectors(brain: BrainId, seqs: readonly Seq[]): Promise<Map<Seq, Float32Array>>;
  /** Makes the brain where it is not there. Throws `core_not_found`, `plan_upgrade_required`, `unauthorized`. */
  remember(memory: RememberedMemory): Promise<RememberOutcome>;
  change(change: ChangedMemory): Promise<ChangeOutcome>;
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
