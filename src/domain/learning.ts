// What a turn teaches, and how recorded turns become standing rules.
import type { PacketKind, Seq } from "./packet.ts";
import type { LastingWish } from "./wish.ts";

/** What the user is called, and what the user does for a living: each has one confirmed value in a brain. */
export type SelfAttribute = "name" | "occupation";

export interface StatedAttribute {
  readonly attribute: SelfAttribute;
  /** As it was said, without article and punctuation: "Dana", "software engineer". */
  readonly value: string;
  /** Which pattern of words gave it; for people who ask why. */
  readonly cue: string;
  /** The user says that it has become so: "I'm a teacher now". Absent: nobody says. */
  readonly isChange?: true;
}

/** What the words of an input say about itself. */
export interface TurnSignals {
  /** The cue by which the input corrects what went before; null where it does not. */
  readonly correction: string | null;
  /** The user's own attributes, stated as values; at most one of each. */
  readonly attributes: readonly StatedAttribute[];
  /** What the input wants or tells for good; null: nothing. Absent: nobody looked. */
  readonly wish?: LastingWish | null;
  /** It may be a wish, which a pass is to find out. Absent: it is none. */
  readonly mayWish?: boolean;
}

/** A packet as a distiller sees it. */
export interface ClusterPacket {
  readonly seq: Seq;
  readonly id: string;
  readonly kind: PacketKind;
  readonly input: string;
  readonly answer: string;
  readonly createdAt: number;
}

/** The members of one kept cluster: corrections first, each group oldest first, the most central one named. */
export interface PacketCluster {
  readonly packets: readonly ClusterPacket[];
  /** The member whose input is nearest to the centroid. */
  readonly centralSeq: Seq;
}
