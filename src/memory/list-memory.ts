// Lists, shows and erases what a brain remembers.
import type { BrainKey } from "../domain/brain.ts";
import type { RememberingEmbedder } from "../domain/embedder.ts";
import { MemoryError } from "../domain/errors.ts";
import type { LexicalIndex } from "../domain/lexical-index.ts";
import type { Packet, Seq } from "../domain/packet.ts";
import type { BrainStore, PacketStore } from "../domain/ports.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import { type Page, pageOf } from "./page.ts";

export interface MemoryDeps {
  readonly brains: BrainStore;
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly embedder: Pick<RememberingEmbedder, "forget">;
}

/** Newest first. A brain that was never used is empty. */
export async function listMemory(
  deps: MemoryDeps,
  input: { brain: BrainKey; limit: number; before: Seq | null },
): Promise<Page<Packet>> {
  const brain = await deps.brains.find(input.brain);
  if (brain === null) return { items: [], next: null };
  // One more than asked for tells whether there is a next page.
  return pageOf(await deps.packets.list(brain.id, { limit: input.limit + 1, before: input.before }), input.limit);
}

function noSuchMemory(): MemoryError {
  return new MemoryError("memory_not_found", "there is no such memory in this brain");
}

/** Throws `memory_not_found`. */
export async function getMemory(deps: MemoryDeps, input: { brain: BrainKey; id: string }): Promise<Packet> {
  const brain = await deps.brains.find(input.brain);
  const packet = brain === null ? null : await deps.packets.find(brain.id, input.id);
  if (packet === null) throw noSuchMemory();
  return packet;
}

/** Erases one packet; its id leaves every lesson's `source_link`. Throws `memory_not_found`. */
export async function forgetMemory(deps: MemoryDeps, input: { brain: BrainKey; id: string }): Promise<void> {
  const brain = await deps.brains.find(input.brain);
  const seq = brain === null ? null : await deps.packets.remove(brain.id, input.id);
  if (brain === null || seq === null) throw noSuchMemory();
  deps.vectors.remove("packets", brain.id, seq);
  deps.words.remove(brain.id, seq);
  deps.embedder.forget();
}

/** Erases all packets, lessons and tokens of the brain; says how many packets and lessons went. */
export async function forgetBrain(
  deps: Pick<MemoryDeps, "brains" | "vectors" | "words" | "embedder">,
  key: BrainKey,
): Promise<{ packets: number; lessons: number }> {
  const brain = await deps.brains.find(key);
  if (brain === null) return { packets: 0, lessons: 0 };
  const erased = await deps.brains.erase(brain.id);
  deps.vectors.forget(brain.id);
  deps.words.forget(brain.id);
  deps.embedder.forget();
  return erased;
}
