// Brains: their numbers, their self-attributes, and their erasure, which is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { Brain, BrainId, BrainKey } from "../brain.ts";
import type { SelfAttribute } from "../learning.ts";
import type { Seq } from "../packet.ts";
import type { Erasure, ErasureReceipt } from "../receipt.ts";

export interface BrainCounters {
  /** Turns recorded ever, also those forgotten since. */
  readonly turns: number;
  readonly coherenceSum: number;
  /** Prepared turns that had sources. */
  readonly coherenceCount: number;
  readonly memorySize: number;
}

/** The self-attributes of a brain, as they stand at one version. */
export interface BrainAttributes {
  readonly version: number;
  readonly confirmed: readonly AttributeOfPacket[];
  readonly claims: readonly AttributeOfPacket[];
}

/** What a new statement is judged by: where a confirmed value comes from does not matter. */
export interface KnownAttributes {
  readonly confirmed: readonly Omit<AttributeOfPacket, "seq">[];
  readonly claims: readonly AttributeOfPacket[];
}

/** `seq`: of the packet that states it. */
export interface AttributeOfPacket {
  readonly attribute: SelfAttribute;
  readonly value: string;
  readonly seq: Seq;
}

export interface BrainStore {
  find(key: BrainKey): Promise<Brain | null>;
  attributes(brain: BrainId): Promise<BrainAttributes>;
  counters(brain: BrainId): Promise<BrainCounters>;
  /** Of the brains with so many packets at least, the largest first, `limit` at most. */
  largest(packetsLeast: number, limit: number): Promise<BrainKey[]>;
  /** Erases packets, lessons and tokens; the brain itself and its count of turns stay. */
  erase(key: BrainKey, by?: Doer): Promise<ErasedMemory>;
  /** What another process has erased since the store was opened, or since this was asked last. */
  erasedElsewhere(): Promise<ErasedElsewhere>;
}

export interface ErasedMemory {
  /** null: it was never used. */
  readonly brain: BrainId | null;
  readonly receipt: ErasureReceipt;
}

/** What was erased with the user, the core or the account that it belonged to: the brains, for whoever has them in memory. */
export interface RemovedOwner extends Erasure {
  readonly brains: BrainId[];
}

/** What another process has erased. */
export interface ErasedElsewhere {
  readonly accounts: readonly string[];
  /**
   * At least all that are gone, and those whose memory may be in that of another process; perhaps more of them, of
   * whichever account and since whenever; none where `accounts` is empty.
   */
  readonly brains: readonly BrainId[];
}
