// What an erasure took, added up over the brains that it went through.
import type { BrainId } from "../../domain/brain.ts";

export interface ErasedMemories {
  readonly packets: number;
  readonly lessons: number;
}

export const NOTHING_ERASED: ErasedMemories = { packets: 0, lessons: 0 };

/** Which brains were erased, for whoever has them in memory, and what they held together. */
export interface ErasedBrains extends ErasedMemories {
  readonly brains: BrainId[];
}

/** `erased`: of each brain, in the order of `brains`. */
export function erasedTogether(brains: BrainId[], erased: readonly ErasedMemories[]): ErasedBrains {
  return {
    brains,
    packets: erased.reduce((sum, { packets }) => sum + packets, 0),
    lessons: erased.reduce((sum, { lessons }) => sum + lessons, 0),
  };
}
