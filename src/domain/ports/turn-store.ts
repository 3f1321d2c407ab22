// Turns: prepared under a token, recorded once. Every write is on the disk when its promise is kept.
import type { Brain, BrainId, BrainKey } from "../brain.ts";
import type { SelfAttribute, TurnSignals } from "../learning.ts";
import type { Metadata } from "../metadata.ts";
import type { PacketKind, Seq } from "../packet.ts";
import type { Allowance } from "../plan.ts";
import type { PreparedTurn } from "../turn.ts";

export interface NewTurn {
  readonly brain: BrainKey;
  readonly tokenHash: Uint8Array;
  readonly input: string;
  /** The input's embedding in the query role. */
  readonly inputVector: Float32Array;
  readonly inputTokens: number;
  readonly session: string | null;
  readonly occurredAt: number | null;
  readonly metadata: Metadata;
  readonly signals: TurnSignals | null;
  readonly constitution: string;
  readonly sourceSeqs: readonly Seq[];
  readonly coherence: number | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Lessons that were retrieved: each gets one use more and expires at `lessonsExpireAt`. */
  readonly retrievedLessonSeqs: readonly Seq[];
  readonly lessonsExpireAt: number;
  /** What the write keeps to; absent: no limits. */
  readonly allowance?: Allowance | undefined;
}

/** A turn that a gate stopped: it has no token, and counts all the same. */
export interface GatedTurn {
  readonly account: string;
  readonly at: number;
  readonly turnsPerMonth: number | null;
}

/** What becomes of one self-attribute that a turn states. */
export interface AttributeDecision {
  readonly attribute: SelfAttribute;
  readonly value: string;
  /**
   * `confirm`: it becomes the brain's value, and the packets of `confirms` rise. `claim`: it waits for a second
   * statement. `keep`: it is the value that stands.
   */
  readonly outcome: "confirm" | "claim" | "keep";
  /** Packets that claimed this very value before. */
  readonly confirms: readonly Seq[];
}

export interface RecordedTurn {
  readonly tokenHash: Uint8Array;
  readonly brain: BrainId;
  readonly answer: string;
  readonly answerHash: Uint8Array;
  /** What is stored instead of what was prepared; absent: that. */
  readonly restated?: Pick<NewTurn, "input" | "session" | "metadata" | "inputVector" | "inputTokens"> | undefined;
  readonly packetId: string;
  readonly kind: PacketKind;
  readonly confidence: number;
  readonly cues: readonly string[];
  /** It teaches something by itself, so that a pass comes soon. */
  readonly teaches: boolean;
  readonly attributes: readonly AttributeDecision[];
  /** The version of the self-attributes that `attributes` was decided on. */
  readonly attributesVersion: number;
  readonly now: number;
}

/**
 * `outdated`: the self-attributes changed meanwhile, and nothing was written. `raised`: earlier packets whose
 * confidence rose with this one. `at`: when the turn happened as far as is known, ms since the epoch.
 */
export type RecordOutcome =
  | { readonly kind: "recorded"; readonly seq: Seq; readonly at: number; readonly raised: readonly Seq[] }
  | { readonly kind: "repeated" }
  | { readonly kind: "outdated" };

export interface TurnStore {
  find(tokenHash: Uint8Array): Promise<PreparedTurn | null>;
  /**
   * Counts the turn, and makes the brain where it is not there yet. Throws `core_not_found` where the core has gone
   * meanwhile, `quota_exceeded` and `plan_upgrade_required` where the allowance is used up.
   */
  begin(turn: NewTurn): Promise<Brain>;
  /** Throws `quota_exceeded`. */
  countGated(turn: GatedTurn): Promise<void>;
  /**
   * Consumes the token and appends the packet, or says that this very answer was recorded before.
   * Throws `token_not_found`, `token_consumed`, `token_expired`.
   */
  record(turn: RecordedTurn): Promise<RecordOutcome>;
  /** Forgets what expired tokens held, and the tokens themselves once they are `keptMs` past expiry. */
  sweep(now: number, keptMs: number): Promise<void>;
  /** Lets go of turns held in memory: another process has erased some. */
  forget(): void;
}
