// A source that a later one replaced says so, and stands behind it.
import { type Packet, packetTime } from "../domain/packet.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import { type EndedTurn, type EndedWishesDeps, findEndedWishes } from "./ended-wishes.ts";
import type { Lookup, Question } from "./lookup.ts";

export interface OrderSupersededDeps extends EndedWishesDeps {
  readonly reading: Pick<TextReading, "findReplaced" | "readWishes">;
}

/**
 * The same packets, best first. What replaced another fits the question at least as well, so it comes in that one's place
 * where it was behind it, and the outdated one right behind it, whatever their scores; one of which only a part was
 * replaced keeps its place.
 */
export async function orderSuperseded(
  deps: OrderSupersededDeps,
  found: readonly RetrievedPacket[],
  lookup: Pick<Lookup, "brain" | "question">,
): Promise<RetrievedPacket[]> {
  const byTime = [...found].sort((a, b) => packetTime(a.packet) - packetTime(b.packet) || a.packet.seq - b.packet.seq);
  const turns = byTime.map(({ packet }) => packet);
  const [stated, wished] = await Promise.all([
    findReplaced(deps, turns, lookup.question),
    findEndedWishes(deps, turns, lookup),
  ]);
  const marked = new Map(
    byTime.map((each, at): [id: string, RetrievedPacket] => {
      const { id } = each.packet;
      const end = stated[at]?.isWhole === true ? stated[at] : (wished[at] ?? stated[at] ?? null);
      if (end === null) return [id, each];
      return [id, end.isWhole ? { ...each, supersededBy: end.by } : { ...each, supersededInPartBy: end.by }];
    }),
  );
  const ordered = new Set<RetrievedPacket>();
  for (const { packet } of found) ordered.add(newestOf(packet.id, marked)).add(marked.get(packet.id)!);
  return [...ordered];
}

async function findReplaced(
  { reading }: OrderSupersededDeps,
  turns: readonly Packet[],
  { text: question, account }: Pick<Question, "text" | "account">,
): Promise<(EndedTurn | null)[]> {
  if (turns.length < 2) return turns.map(() => null);
  const told = turns.map(({ input, answer }) => ({ input, answer }));
  const replaced = await reading.findReplaced({ turns: told, question }, account);
  return replaced.map((end) => (end === null ? null : { ...end, by: turns[end.by]!.id }));
}

/** What stands in the place of a packet among those found. Where packets are dated anew two may have ended each other. */
function newestOf(id: string, marked: ReadonlyMap<string, RetrievedPacket>): RetrievedPacket {
  const passed = new Set<string>();
  for (let at = id; ; ) {
    const packet = marked.get(at)!;
    const next = packet.supersededBy ?? null;
    if (next === null || !marked.has(next) || passed.has(next)) return packet;
    passed.add(at);
    at = next;
  }
}
