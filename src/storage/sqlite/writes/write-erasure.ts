// The write that erases the memory of one brain, with its entry in the audit.
import type { Doer } from "../../../domain/audit.ts";
import type { BrainKey } from "../../../domain/brain.ts";
import type { ErasedMemory } from "../../../domain/ports/brain-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { findBrain } from "../find-brain.ts";
import { auditErasure } from "./write-audit.ts";
import { eraseBrain } from "./write-brains.ts";

/** A brain that was never used is told of too: whoever asked for its erasure has a receipt that nothing is there. */
export function eraseMemory(db: Drizzle, { key, by }: { key: BrainKey; by?: Doer | undefined }): ErasedMemory {
  const brain = findBrain(db, key);
  const { packets, lessons } = brain === null ? { packets: 0, lessons: 0 } : eraseBrain(db, brain);
  const erased = { ...key, brains: brain === null ? 0 : 1, packets, lessons };
  return { brain, receipt: auditErasure(db, by, "memory.erased", erased) };
}
