// Conversations by the names that callers gave them.
import { createGiveWay } from "../base/give-way.ts";
import type { BrainKey } from "../domain/brain.ts";
import type { Packet, Seq } from "../domain/packet.ts";
import type { Page } from "../domain/page.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { PacketStore, Session } from "../domain/ports/packet-store.ts";
import { readPage } from "./list-memory.ts";

export interface SessionDeps {
  readonly brains: BrainStore;
  readonly packets: PacketStore;
}

/** Sessions of one look at the store. */
const READ_AT_ONCE = 64;

/** The one with the newest turn first; `before`: those whose last turn lies before it. */
export async function listSessions(
  { brains, packets }: SessionDeps,
  input: { readonly brain: BrainKey; readonly limit: number; readonly before: Seq | null },
): Promise<{ readonly items: readonly Session[]; readonly next: Seq | null }> {
  const brain = await brains.find(input.brain);
  if (brain === null) return { items: [], next: null };
  const giveWay = createGiveWay();
  const all: Session[] = [];
  for (let after: string | null = null; ; ) {
    const found: Session[] = await packets.sessions(brain.id, { limit: READ_AT_ONCE, after });
    all.push(...found.filter(({ lastSeq }) => input.before === null || lastSeq < input.before));
    if (found.length < READ_AT_ONCE) break;
    after = found.at(-1)?.name ?? null;
    await giveWay();
  }
  all.sort((a, b) => b.lastSeq - a.lastSeq);
  const items = all.slice(0, input.limit);
  return { items, next: all.length > items.length ? (items.at(-1)?.lastSeq ?? null) : null };
}

export async function countSessions(deps: SessionDeps, brain: BrainKey): Promise<number> {
  const { items } = await listSessions(deps, { brain, limit: Number.MAX_SAFE_INTEGER, before: null });
  return items.length;
}

/** The turns of one session, oldest first; none of a session that is not there. */
export async function readSession(
  { brains, packets }: SessionDeps,
  input: { readonly brain: BrainKey; readonly session: string; readonly limit: number; readonly after: Seq | null },
): Promise<Page<Packet>> {
  const brain = await brains.find(input.brain);
  if (brain === null) return { items: [], next: null };
  const { session, limit, after } = input;
  return readPage(limit, after, (most, from) => packets.sessionFrom(brain.id, session, { limit: most, after: from }));
}
