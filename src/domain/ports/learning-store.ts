// What learning asks of the store. Every write has reached the disk when its promise is kept.
import type { Brain, BrainId } from "../brain.ts";
import type { ClusterPacket } from "../learning.ts";
import type { Lesson } from "../lesson.ts";
import type { PacketKind, Seq } from "../packet.ts";

/** Most packets of one pass, and most older ones that may join them. */
export const SCAN_MAX = 2_000;

/** So long a packet's input embedding waits for company. */
export const ALONE_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export const SYNTHESIS_TOKEN_TTL_MS = 60 * 60 * 1000;

/** A packet for clustering; `vector` is its input's embedding, null where that is gone. */
export interface ScannedPacket {
  readonly seq: Seq;
  readonly kind: PacketKind;
  readonly vector: Float32Array | null;
  /** Its input's embedding is another model's, and is made anew soon. */
  readonly isStale: boolean;
}

export interface Scan {
  /** The watermark: packets up to here were scanned before. */
  readonly after: Seq;
  /** New packets, oldest first, at most SCAN_MAX. */
  readonly fresh: readonly ScannedPacket[];
  /** Packets that stayed alone in earlier passes, oldest first, at most SCAN_MAX; empty where not asked for. */
  readonly alone: readonly ScannedPacket[];
}

export interface PlannedCluster {
  readonly id: string;
  readonly seqs: readonly Seq[];
}

export interface NewPlan {
  readonly tokenHash: Uint8Array;
  readonly brain: BrainId;
  readonly after: Seq;
  readonly through: Seq;
  readonly packetsScanned: number;
  readonly clusters: readonly PlannedCluster[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface StoredPlan extends Omit<NewPlan, "tokenHash" | "brain" | "createdAt"> {
  readonly brain: Brain;
  readonly consumed: boolean;
}

export interface LearnedLesson extends Pick<Lesson, "id" | "text" | "expiresAt" | "isGeneral"> {
  readonly vector: Float32Array;
  readonly sourceSeqs: readonly Seq[];
}

export type PassStatus = "ok" | "partial" | "failed";

/** The packets that told them say so from then on, as long as `by` is there when the pass ends. */
export interface EndedWishes {
  readonly lessons: readonly Seq[];
  readonly packets: readonly Seq[];
  /** The packet that ended them. */
  readonly by: Seq;
}

export interface FinishedPass {
  readonly brain: BrainId;
  readonly distiller: string;
  readonly status: PassStatus;
  readonly after: Seq;
  /** The watermark moves here, unless the pass failed; it never moves back. */
  readonly through: Seq;
  readonly packetsScanned: number;
  readonly clusters: number;
  readonly skipped: number;
  readonly writeFailed: number;
  readonly llmCost: number;
  readonly error: string | null;
  readonly lessons: readonly LearnedLesson[];
  /** Live lessons that a cluster only confirmed: they get its packets as further sources. */
  readonly merges: readonly { readonly lessonSeq: Seq; readonly sourceSeqs: readonly Seq[] }[];
  /** Live lessons that hold no longer: `by` is the id of the lesson that takes the place; null: they end without one. */
  readonly replaced: readonly { readonly lessonSeq: Seq; readonly by: string | null }[];
  /** What ended wishes: lessons that went, of `replaced`, and packets whose rules of the same pass did. */
  readonly ended: readonly EndedWishes[];
  /** Packets of kept clusters: no later pass looks at them again. */
  readonly learnedSeqs: readonly Seq[];
  /** A rule at least this similar to one that was deleted for good is not made. */
  readonly forgottenSimilarity: number;
  readonly cosineBaseline: number;
  /** The plan that this records; null for a pass of the service. */
  readonly tokenHash: Uint8Array | null;
  readonly now: number;
}

export interface PassOutcome {
  readonly lessons: readonly Lesson[];
  /** Lessons of it that were not made: see decideLessons. */
  readonly unmade: number;
  /** Lessons that held before the pass and hold no longer. */
  readonly replaced: readonly Seq[];
}

/** A lesson that a pass would make. */
export interface ForeseenLesson {
  readonly text: string;
  /** Ids of the packets that it would be distilled from. */
  readonly sourceLink: readonly string[];
}

export interface LearningStore {
  scan(brain: BrainId, options: { withAlone: boolean; now: number }): Promise<Scan>;
  /** Those of the named that are there, in no order. */
  packets(brain: BrainId, seqs: readonly Seq[]): Promise<ClusterPacket[]>;
  /** Brains with packets that no pass has scanned. */
  brainsWithNews(): Promise<Brain[]>;
  /** Those among them with a packet that teaches something by itself. */
  brainsTaught(): Promise<Brain[]>;
  savePlan(plan: NewPlan): Promise<void>;
  findPlan(tokenHash: Uint8Array): Promise<StoredPlan | null>;
  /** For a full scan that held nothing to keep, so that it does not come again. */
  moveWatermark(brain: BrainId, through: Seq): Promise<void>;
  /**
   * All of the pass in one transaction: lessons, merges, watermark, plans overtaken. A lesson none of whose sources is
   * left is not made. Throws `token_consumed` where the plan was recorded or overtaken meanwhile.
   */
  finishPass(pass: FinishedPass): Promise<PassOutcome>;
  /** The lessons that `finishPass` would make of it now; nothing is written. */
  foreseeLessons(pass: FinishedPass): Promise<ForeseenLesson[]>;
  /** Drops input embeddings that waited too long, and plans that expired long ago. */
  sweep(now: number): Promise<void>;
}
