// A source that a later one replaced says so, and stands behind it.
import { packetTime } from "../domain/packet.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";

export interface OrderSupersededDeps {
  readonly reading: Pick<TextReading, "findReplaced">;
}

/**
 * The same packets, best first: one that another of them replaced comes right behind that one, whatever its score.
 * `account`: the owner of the texts.
 */
export async function orderSuperseded(
  { reading }: OrderSupersededDeps,
  found: readonly RetrievedPacket[],
  account: string,
): Promise<RetrievedPacket[]> {
  if (found.length < 2) return [...found];
  const byTime = [...found].sort((a, b) => packetTime(a.packet) - packetTime(b.packet) || a.packet.seq - b.packet.seq);
  const turns = byTime.map(({ packet }) => ({ input: packet.input, answer: packet.answer }));
  const replaced = await reading.findReplaced({ turns }, account);
  const newer = new Map(byTime.map(({ packet }, at) => [packet.seq, replaced[at] ?? null]));
  const ordered: RetrievedPacket[] = [];
  const moved = new Map<number, RetrievedPacket[]>();
  for (const each of found) {
    const by = newer.get(each.packet.seq) ?? null;
    if (by === null) {
      ordered.push(each);
      continue;
    }
    const { seq, id } = byTime[by]!.packet;
    const marked = { ...each, supersededBy: id };
    if (ordered.some(({ packet }) => packet.seq === seq)) ordered.push(marked);
    else moved.set(seq, [...(moved.get(seq) ?? []), marked]);
  }
  return ordered.flatMap((each) => behind(each, moved));
}

/** What it replaced, and what that replaced: a later one is never replaced by an earlier one, so this ends. */
function behind(each: RetrievedPacket, moved: ReadonlyMap<number, readonly RetrievedPacket[]>): RetrievedPacket[] {
  return [each, ...(moved.get(each.packet.seq) ?? []).flatMap((older) => behind(older, moved))];
}
