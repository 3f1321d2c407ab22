// Lists, shows and erases what a brain remembers.
import type { Doer } from "../domain/audit.ts";
import type { BrainKey } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Packet, Seq } from "../domain/packet.ts";
import { type Page, pageOf } from "../domain/page.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { RememberingEmbedder } from "../domain/ports/embedder.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { ErasureReceipt } from "../domain/receipt.ts";
import { forgetBrains } from "../indexing/forget-brains.ts";

export interface MemoryDeps {
  readonly brains: BrainStore;
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly embedder: Pick<RememberingEmbedder, "forget">;
}

/** Packets read at a time. A page ends before its limit once its texts are so long together. */
const READ_AT_ONCE = 16;
const PAGE_CHARS_MAX = 2 * 1024 * 1024;

/** Newest first. A brain that was never used is empty. Fewer than `limit` where their texts are long. */
export async function listMemory(
  deps: MemoryDeps,
  input: { brain: BrainKey; limit: number; before: Seq | null },
): Promise<Page<Packet>> {
  const brain = await deps.brains.find(input.brain);
  if (brain === null) return { items: [], next: null };
  const packets: Packet[] = [];
  let { before } = input;
  let chars = 0;
  // One more than asked for tells whether there is a next page.
  while (packets.length <= input.limit) {
    const limit = Math.min(READ_AT_ONCE, input.limit + 1 - packets.length);
    const found = await deps.packets.list(brain.id, { limit, before });
    packets.push(...found);
    before = found.at(-1)?.seq ?? null;
    if (found.length < limit) break;
    for (const { input: said, answer } of found) chars += said.length + answer.length;
    if (chars > PAGE_CHARS_MAX && packets.length > 1) return pageOf(packets, packets.length - 1);
  }
  return pageOf(packets, input.limit);
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
export async function forgetMemory(deps: MemoryDeps, input: { brain: BrainKey; id: string; by?: Doer }): Promise<void> {
  const brain = await deps.brains.find(input.brain);
  const seq = brain === null ? null : await deps.packets.remove(brain.id, input.id, input.by);
  if (brain === null || seq === null) throw noSuchMemory();
  deps.vectors.remove("packets", brain.id, seq);
  deps.words.remove(brain.id, seq, input.brain.account);
  deps.embedder.forget(input.brain.account);
}

/** Erases all packets, lessons and tokens of the brain; the receipt says how many went. */
export async function forgetBrain(
  deps: Pick<MemoryDeps, "brains" | "vectors" | "words" | "embedder">,
  key: BrainKey,
  by?: Doer,
): Promise<ErasureReceipt> {
  const { brain, receipt } = await deps.brains.erase(key, by);
  if (brain !== null) forgetBrains(deps, key.account, [brain]);
  return receipt;
}
