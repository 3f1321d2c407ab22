// A source that a later one replaced says so, and stands behind it.
import { packetTime } from "../domain/packet.ts";
import type { ReplacedTurn, TextReading } from "../domain/ports/text-reading.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import { type EndedWishesDeps, findEndedWishes } from "./ended-wishes.ts";
import type { Question } from "./lookup.ts";

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
  { text: question, account }: Pick<Question, "text" | "account">,
): Promise<RetrievedPacket[]> {
  if (found.length < 2) return [...found];
  const byTime = [...found].sort((a, b) => packetTime(a.packet) - packetTime(b.packet) || a.packet.seq - b.packet.seq);
  const turns = byTime.map(({ packet }) => ({ input: packet.input, answer: packet.answer }));
  const [stated, wished] = await Promise.all([
    deps.reading.findReplaced({ turns, question }, account),
    findEndedWishes(
      deps,
      byTime.map(({ packet }) => packet),
      account,
    ),
  ]);
  const replaced = stated.map((end, at) => (end?.isWhole === true ? end : (wished[at] ?? end)));
  const inTime = new Map(byTime.map(({ packet }, at) => [packet.seq, at]));
  const marked = byTime.map((each, at): RetrievedPacket => {
    const end = replaced[at] ?? null;
    if (end === null) return each;
    const { id } = byTime[end.by]!.packet;
    return end.isWhole ? { ...each, supersededBy: id } : { ...each, supersededInPartBy: id };
  });
  const ordered = new Set<RetrievedPacket>();
  for (const { packet } of found) {
    const at = inTime.get(packet.seq)!;
    ordered.add(marked[newestOf(at, replaced)]!).add(marked[at]!);
  }
  return [...ordered];
}

/** What stands in the place of a turn; a later one is never replaced by an earlier one, so this ends. */
function newestOf(turn: number, replaced: readonly (ReplacedTurn | null)[]): number {
  const end = replaced[turn] ?? null;
  return end?.isWhole === true ? newestOf(end.by, replaced) : turn;
}
