// What other processes change of brains that this one has in memory: of an engine that several write to.
import type { BrainId } from "../brain.ts";
import type { Seq } from "../packet.ts";

/** What whoever has the brain in memory must read again; what is absent is as it was. */
export interface BrainChange {
  /** Packets that wait for their embedding. */
  waiting?: Seq[];
  /** Packets that have an embedding now, or another one, or another confidence. */
  packets?: Seq[];
  /** Packets whose words are others now. */
  reworded?: Seq[];
  packetsGone?: Seq[];
  /** Lessons that are new, or have another embedding. */
  lessons?: Seq[];
  lessonsGone?: Seq[];
  /** All of it. */
  whole?: boolean;
}

export interface BrainVersion {
  readonly brain: BrainId;
  /** Raised by each write that changes what is kept in memory of the brain; none is given twice. */
  readonly version: number;
}

/** `after`: the version that it had before. */
export interface BrainRaise extends BrainVersion {
  readonly after: number;
}

/** What others wrote up to a version, in order. */
export interface BrainNews {
  readonly version: number;
  readonly changes: readonly BrainChange[];
}

export interface BrainFollower {
  /** A brain was looked up. Whoever looked it up waits until what is in memory is as of that version. */
  found(at: BrainVersion): Promise<void>;
  /** This process wrote to the brain, and changes what it has in memory itself. */
  wrote(at: BrainRaise): void;
}

export interface BrainChanges {
  /** From then on the follower is told of each brain that is looked up or written. */
  follow(follower: BrainFollower): void;
  /**
   * What other processes have changed since the version. `unknown`: that is not known any more, and may be all. `lost`: the
   * data has never had that version; it went back to an earlier moment.
   */
  since(at: BrainVersion): Promise<BrainNews | "unknown" | "lost">;
  /** The versions at present; of brains that are gone, none. */
  versions(brains: readonly BrainId[]): Promise<Map<BrainId, number>>;
}
