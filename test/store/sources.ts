// What the indexes in memory are read from: whole, in order, of one brain.
import { describe, expect, test } from "bun:test";
import type { Store } from "../../src/domain/ports/store.ts";
import { BRAIN, brainOf, NOW, recordIn, recordOf, seqOfRecord, turnOf, vectorOf } from "./fixture.ts";
import type { WithStore } from "./opened-store.ts";

const VERSION = 3;
const TERMS = {
  language: "en",
  inputLength: 2,
  answerLength: 1,
  terms: new TextEncoder().encode("zebra\nlion"),
  counts: new Uint8Array([1, 0, 1, 1]),
};

/** Five packets with embeddings in ada's brain, and one of bob's between them. */
async function fill(store: Store): Promise<{ brain: number; seqs: number[] }> {
  const seqs: number[] = [];
  for (const token of ["a", "b", "c", "d", "e"]) {
    if (token === "c") await recordIn(store, { ...BRAIN, user: "bob" }, "bob");
    seqs.push((await recordIn(store, BRAIN, token)).seq);
  }
  const brain = await brainOf(store);
  // Not in order: an index must not depend on when an embedding was made.
  const made = seqs.toReversed().map((seq) => ({ brain, seq, vector: vectorOf(seq) }));
  await store.packets.saveEmbeddings(made);
  return { brain, seqs };
}

export function sourcesHold(withStore: WithStore): void {
  describe("the source of vectors", () => {
    test("is scanned in order, piece by piece, each row once, and no other brain's", () =>
      withStore(async (store, { beside }) => {
        const { brain, seqs } = await fill(store);
        for (const { vectorSource } of [store, await beside()]) {
          const read: number[] = [];
          for (let after = -1; ; after = read.at(-1)!) {
            const chunk = await vectorSource.scan("packets", brain, after, 2);
            expect([chunk.seqs.length, chunk.confidences.length, chunk.vectors.length]).toEqual([
              chunk.count,
              chunk.count,
              chunk.count * 384,
            ]);
            for (let at = 0; at < chunk.count; at++) {
              expect(chunk.vectors.subarray(at * 384, (at + 1) * 384)).toEqual(vectorOf(chunk.seqs[at]!));
            }
            read.push(...chunk.seqs);
            if (chunk.count < 2) break;
          }
          expect(read).toEqual(seqs);
        }
      }));

    test("reads the rows that are named and there", () =>
      withStore(async (store) => {
        const { brain, seqs } = await fill(store);
        await store.packets.remove(brain, "mem_b");
        const chunk = await store.vectorSource.read("packets", brain, [...seqs.slice(0, 3), 99]);
        expect([...chunk.seqs]).toEqual([seqs[0]!, seqs[2]!]);
        expect((await store.vectorSource.read("lessons", brain, seqs)).count).toBe(0);
        expect((await store.vectorSource.scan("packets", 99, -1, 9)).count).toBe(0);
      }));
  });

  describe("the source of words", () => {
    test("has a packet's words where they were made, its text where they were not, and an account for each brain", () =>
      withStore(async (store) => {
        const { id: brain } = await store.turns.begin(turnOf("a", { session: "s", occurredAt: NOW - 3 }));
        const one = seqOfRecord(await store.turns.record(recordOf("a", brain)));
        const { seq: two } = await recordIn(store, BRAIN, "b");
        const words = { version: VERSION, terms: TERMS };
        await store.packets.saveEmbeddings([{ brain, seq: one, vector: vectorOf(1), words }]);
        const text = { input: "input of b", answer: "answer of b" };
        const placed = { seq: one, session: "s", at: NOW - 3 };
        expect(await store.lexicalSource.scan(brain, -1, 9, VERSION)).toEqual([
          { ...placed, terms: TERMS },
          { seq: two, session: null, at: NOW + 10, ...text, terms: null },
        ]);
        // Words of another version are of no use.
        const [first] = await store.lexicalSource.scan(brain, -1, 1, VERSION + 1);
        expect(first).toEqual({ ...placed, input: "input of a", answer: "answer of a", terms: null });
        expect((await store.lexicalSource.scan(brain, one, 9, VERSION)).map(({ seq }) => seq)).toEqual([two]);
        expect(await store.lexicalSource.accountOf(brain)).toBe("default");
        expect(await store.lexicalSource.accountOf(99)).toBe("");
      }));
  });
}
