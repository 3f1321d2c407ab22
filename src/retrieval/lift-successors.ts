// What replaced a source takes its place, if that was the better one.
import type { RetrievedPacket } from "../domain/retrieved.ts";

/**
 * `ordered` is `found` with each that was replaced right behind what replaced it. These come together, at the best place that
 * one of them had in `found`: who asks for the party and is told the old date needs the new one as much.
 */
export function liftSuccessors(
  found: readonly RetrievedPacket[],
  ordered: readonly RetrievedPacket[],
): RetrievedPacket[] {
  const placeOf = new Map(found.map(({ packet }, place) => [packet.seq, place]));
  const groups: { place: number; readonly sources: RetrievedPacket[] }[] = [];
  for (const source of ordered) {
    const place = placeOf.get(source.packet.seq) ?? found.length;
    const group = groups.at(-1);
    if (source.supersededBy === undefined || group === undefined) groups.push({ place, sources: [source] });
    else {
      group.sources.push(source);
      group.place = Math.min(group.place, place);
    }
  }
  return groups.sort((a, b) => a.place - b.place).flatMap(({ sources }) => sources);
}
