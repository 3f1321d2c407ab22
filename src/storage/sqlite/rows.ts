// Row numbers: a brain's rows lie side by side in every table that is keyed by them.
import type { BrainId } from "../../domain/brain.ts";
import type { Seq } from "../../domain/packet.ts";

export const SEQ_SPAN = 2 ** 28;

/** 25 bits of brain and 28 of seq: 53 bits, all that a JavaScript number holds exactly. */
export function rowOf(brain: BrainId, seq: Seq): number {
  return brain * SEQ_SPAN + seq;
}

export function brainOf(row: number): BrainId {
  return Math.floor(row / SEQ_SPAN);
}

export function seqOf(row: number): Seq {
  return row % SEQ_SPAN;
}

/** All rows of a brain: first <= row < end. */
export function rowsOf(brain: BrainId): { first: number; end: number } {
  return { first: brain * SEQ_SPAN, end: (brain + 1) * SEQ_SPAN };
}
