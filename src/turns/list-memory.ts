// Lists, shows and erases what a brain remembers.
import { createGiveWay } from "../base/give-way.ts";
import type { Doer } from "../domain/audit.ts";
import type { Brain, BrainId, BrainKey } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import { askedMetadata, type Metadata } from "../domain/metadata.ts";
import type { Packet, Seq } from "../domain/packet.ts";
import { type Page, pageOf } from "../domain/page.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { RememberingEmbedder } from "../domain/ports/embedder.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { ErasureReceipt } from "../domain/receipt.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { forgetBrains } from "../indexing/forget-brains.ts";

export interface MemoryDeps {
  readonly brains: BrainStore;
  readonly packets: PacketStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly backlog: Pick<EmbeddingBacklog, "settle">;
  readonly embedder: Pick<RememberingEmbedder, "forget">;
}

/** Packets read at a time. A page ends before its limit once its texts are so long together. */
const READ_AT_ONCE = 16;
const PAGE_CHARS_MAX = 2 * 1024 * 1024;

/** What a list is to hold: every field lets through what it says, and an absent one everything. Times in ms since the epoch. */
export interface MemoryFilter {
  readonly session?: string | undefined;
  /** What happened then or later, and what happened before. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Every word of it, in any of its forms. */
  readonly words?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface ListMemoryInput {
  readonly brain: BrainKey;
  readonly limit: number;
  /** What lies before it; null: the newest. */
  readonly cursor: Seq | null;
  readonly filter?: MemoryFilter;
}

/** Newest first. A brain that was never used is empty. Fewer than `limit` where their texts are long. */
export async function listMemory(deps: MemoryDeps, input: ListMemoryInput): Promise<Page<Packet>> {
  const brain = await deps.brains.find(input.brain);
  if (brain === null) return { items: [], next: null };
  const read = await readerOf(deps, brain, input.filter ?? {});
  return readPage(input.limit, input.cursor, read);
}

/** Reads the next of a list: those that lie behind `from` in its order; null: its first. */
export type ReadPackets = (limit: number, from: Seq | null) => Promise<readonly Packet[]>;

export async function readPage(most: number, cursor: Seq | null, read: ReadPackets): Promise<Page<Packet>> {
  const packets: Packet[] = [];
  const giveWay = createGiveWay();
  let from = cursor;
  let chars = 0;
  // One more than asked for tells whether there is a next page.
  while (packets.length <= most) {
    const limit = Math.min(READ_AT_ONCE, most + 1 - packets.length);
    const found = await read(limit, from);
    packets.push(...found);
    from = found.at(-1)?.seq ?? null;
    if (found.length < limit) break;
    for (const { input: said, answer } of found) chars += said.length + answer.length;
    if (chars > PAGE_CHARS_MAX && packets.length > 1) return pageOf(packets, packets.length - 1);
    await giveWay();
  }
  return pageOf(packets, most);
}

async function readerOf(deps: MemoryDeps, brain: Brain, filter: MemoryFilter): Promise<ReadPackets> {
  const { session, after, before, words } = filter;
  const metadata = askedMetadata(filter.metadata);
  const { packets } = deps;
  const isPlain = after === undefined && before === undefined && words === undefined;
  if (isPlain && metadata === undefined) {
    return session === undefined
      ? (limit, from) => packets.list(brain.id, { limit, before: from })
      : (limit, from) => packets.listSession(brain.id, session, { limit, before: from });
  }
  const among = metadata === undefined ? undefined : await packets.withMetadata(brain.id, metadata);
  if (isPlain && session === undefined) return readerAmong(packets, brain.id, (among ?? []).toReversed());
  // The index of words knows the time and the session of every packet too.
  await deps.backlog.settle(brain.id);
  const scope = { session, after, before, among: among === undefined ? undefined : new Set(among) };
  const sought = { text: words ?? null, account: brain.key.account, scope };
  return readerAmong(packets, brain.id, await deps.words.find(brain.id, sought));
}

/** `seqs`: newest first. */
function readerAmong(packets: PacketStore, brain: BrainId, seqs: readonly Seq[]): ReadPackets {
  return async (limit, from) => {
    const start = from === null ? 0 : seqs.findIndex((seq) => seq < from);
    if (start === -1) return [];
    for (let at = start; ; at += limit) {
      const named = seqs.slice(at, at + limit);
      const found = await packets.bySeqs(brain, named);
      // Some may have been erased since the look.
      if (found.length > 0 || named.length < limit) return found.sort((a, b) => b.seq - a.seq);
    }
  };
}

export function noSuchMemory(): MemoryError {
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
