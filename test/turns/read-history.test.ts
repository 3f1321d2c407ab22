import { expect, test } from "bun:test";
import type { Packet } from "../../src/domain/packet.ts";
import type { PageRequest } from "../../src/domain/page.ts";
import { historyMessages, readHistory } from "../../src/turns/read-history.ts";

function packetOf(seq: number, input: string, answer: string): Packet {
  const what = { id: `mem_${seq}`, brain: 1, seq, kind: "raw" as const, input, answer, confidence: 0.5 };
  return {
    ...what,
    unconfirmedOverwrite: false,
    cues: [],
    session: "s",
    occurredAt: null,
    metadata: {},
    createdAt: seq,
  };
}

/** A session of so many turns, 20 tokens each, and how many of them were read. */
function sessionOf(count: number) {
  const all = Array.from({ length: count }, (_, at) => packetOf(at + 1, "i".repeat(40), "a".repeat(40))).reverse();
  let read = 0;
  const listSession = async (_: number, session: string, { limit, before }: PageRequest) => {
    const found = all.filter(({ seq }) => session === "s" && (before === null || seq < before)).slice(0, limit);
    read += found.length;
    return found;
  };
  return { packets: { listSession }, read: () => read };
}

async function seqsOf(count: number, turns: number, tokensMax: number): Promise<number[]> {
  const found = await readHistory(sessionOf(count).packets, 1, { session: "s", turns, tokensMax });
  return found.map(({ seq }) => seq);
}

test("the last turns are read, however many pages they are, and fewer where there are fewer", async () => {
  expect(await seqsOf(60, 50, 1_000_000)).toEqual(Array.from({ length: 50 }, (_, at) => at + 11));
  expect(await seqsOf(20, 17, 1_000_000)).toEqual(Array.from({ length: 17 }, (_, at) => at + 4));
  for (const count of [0, 1, 7, 8, 9, 16]) expect(await seqsOf(count, 50, 1_000_000)).toHaveLength(count);
  expect(await seqsOf(9, 0, 1_000_000)).toEqual([]);
});

test("turns fit whole up to the very token, and what lies before the first that does not fit is not read", async () => {
  expect(await seqsOf(9, 9, 40)).toEqual([8, 9]);
  expect(await seqsOf(9, 9, 39)).toEqual([9]);
  expect(await seqsOf(9, 9, 19)).toEqual([]);
  const session = sessionOf(1_000);
  await readHistory(session.packets, 1, { session: "s", turns: 50, tokensMax: 30 });
  expect(session.read()).toBeLessThan(10);
});

test("a turn is a message of the user and one of the assistant, and an empty text is none", () => {
  expect(historyMessages([packetOf(1, "a", "b"), packetOf(2, "c", "")])).toEqual([
    { role: "user", content: "a" },
    { role: "assistant", content: "b" },
    { role: "user", content: "c" },
  ]);
});
