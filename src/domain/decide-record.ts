// What becomes of a record, from what stands in the store: whatever engine reads the rows, and writes what is decided.
import type { BrainId } from "./brain.ts";
import { MemoryError } from "./errors.ts";
import { CONFIDENCE, type PacketKind, type Seq } from "./packet.ts";
import { sameBytes } from "./same-bytes.ts";

/** The turn that stands under the token. */
export interface StandingTurn {
  readonly brain: BrainId;
  readonly expiresAt: number;
  /** What was prepared: a recorded turn has lost it, and one that expired may have. */
  readonly input: string | null;
  readonly inputVector: object | null;
  readonly consumedAt: number | null;
  /** null until it is consumed. */
  readonly answerHash: Uint8Array | null;
}

interface AskedRecord {
  readonly brain: BrainId;
  readonly answerHash: Uint8Array;
  /** What was decided of the self-attributes that the turn states. */
  readonly attributes: readonly unknown[];
  /** The version of the brain's self-attributes that it was decided on. */
  readonly attributesVersion: number;
  readonly now: number;
}

/** With what was prepared. */
type Whole<T extends StandingTurn> = T & {
  readonly input: string;
  readonly inputVector: NonNullable<T["inputVector"]>;
};

function isWhole<T extends StandingTurn>(turn: T): turn is Whole<T> {
  return turn.input !== null && turn.inputVector !== null;
}

/**
 * `version`: of the brain's self-attributes now; null where the turn states none, and nobody need look it up.
 * Throws `token_not_found`, `token_consumed`, `token_expired`.
 */
export function decideRecord<T extends StandingTurn>(
  turn: T | null,
  asked: AskedRecord,
  version: number | null,
): { readonly kind: "record"; readonly turn: Whole<T> } | { readonly kind: "repeated" | "outdated" } {
  if (turn === null || turn.brain !== asked.brain) {
    throw new MemoryError("token_not_found", "there is no such turn token");
  }
  if (turn.consumedAt !== null) {
    if (turn.answerHash === null || !sameBytes(turn.answerHash, asked.answerHash)) {
      throw new MemoryError("token_consumed", "this turn was recorded already, with another answer");
    }
    return { kind: "repeated" };
  }
  if (turn.expiresAt <= asked.now || !isWhole(turn)) {
    throw new MemoryError("token_expired", "this turn token has expired");
  }
  const isOutdated = asked.attributes.length > 0 && version !== asked.attributesVersion;
  return isOutdated ? { kind: "outdated" } : { kind: "record", turn };
}

/**
 * Which of the packets that claimed a value rise now that it is confirmed, and to what: those with no other claim open.
 * `claimants`: those that are there still.
 */
export function whatRises(
  claimants: readonly { readonly seq: Seq; readonly kind: PacketKind }[],
  stillOpen: ReadonlySet<Seq>,
): { seq: Seq; confidence: number }[] {
  return claimants
    .filter(({ seq }) => !stillOpen.has(seq))
    .map(({ seq, kind }) => ({ seq, confidence: CONFIDENCE[kind] }));
}

/** Whether what was decided leaves a claim open, so that its packet is an unconfirmed overwrite. */
export function statesClaim(attributes: readonly { readonly outcome: string }[]): boolean {
  return attributes.some(({ outcome }) => outcome === "claim");
}
