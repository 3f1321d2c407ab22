import { expect, test } from "bun:test";
import type { Packet } from "../../src/domain/packet.ts";
import type { RetrievedPacket } from "../../src/domain/retrieved.ts";
import { liftSuccessors } from "../../src/retrieval/lift-successors.ts";

function source(seq: number, supersededBy?: string): RetrievedPacket {
  const packet = { id: `mem_${seq}`, seq } as Packet;
  return {
    packet,
    similarity: 0,
    score: 0,
    explanation: null,
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}

/** The places before, and the order after the replaced ones were put behind their successors. */
const orderOf = (found: readonly number[], ordered: readonly RetrievedPacket[]) =>
  liftSuccessors(
    found.map((seq) => source(seq)),
    ordered,
  ).map(({ packet }) => packet.seq);

test("what replaced a source takes the place of that one, and it comes right behind", () => {
  expect(orderOf([1, 2, 3], [source(2), source(3), source(1, "mem_3")])).toEqual([3, 1, 2]);
});

test("what stood before it anyway stays there", () => {
  expect(orderOf([3, 2, 1], [source(3), source(1, "mem_3"), source(2)])).toEqual([3, 1, 2]);
});

test("the last of a chain takes the best place of all", () => {
  const chain = [source(4), source(5), source(3, "mem_5"), source(1, "mem_3")];
  expect(orderOf([4, 1, 3, 5], chain)).toEqual([4, 5, 3, 1]);
  expect(orderOf([1, 4, 3, 5], chain)).toEqual([5, 3, 1, 4]);
});

test("without one that was replaced the order stays, and of nothing comes nothing", () => {
  expect(orderOf([2, 1], [source(2), source(1)])).toEqual([2, 1]);
  expect(orderOf([], [])).toEqual([]);
});
