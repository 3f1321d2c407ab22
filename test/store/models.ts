// Embeddings of several models: only those of the model in use are read, the others are found, and made anew.
import { describe, expect, test } from "bun:test";
import type { Store } from "../../src/domain/ports/store.ts";
import { BRAIN, brainOf, hashOf, NOW, recordOf, recordOne, turnOf, vectorOf } from "./fixture.ts";
import type { WithStore } from "./opened-store.ts";

const A = { id: "a", sha256: "a".repeat(64) };
const B = { id: "b", sha256: "b".repeat(64) };

/** So many packets, embedded by the model that is in use. */
async function embedded(store: Store, tokens: readonly string[]): Promise<number[]> {
  const seqs: number[] = [];
  for (const token of tokens) seqs.push(await recordOne(store, token));
  const brain = await brainOf(store);
  await store.packets.saveEmbeddings(seqs.map((seq) => ({ brain, seq, vector: vectorOf(seq) })));
  return seqs;
}

async function read(store: Store): Promise<number[]> {
  const { seqs } = await store.vectorSource.scan("packets", await brainOf(store), -1, 99);
  return [...seqs];
}

export function modelsHold(withStore: WithStore): void {
  describe("after a change of the model", () => {
    test("nothing of the other one is read, whichever way", () =>
      withStore(async (store) => {
        await store.model.adopt(A);
        const seqs = await embedded(store, ["a", "b", "c"]);
        const brain = await brainOf(store);
        expect(await read(store)).toEqual(seqs);
        await store.model.adopt(B);
        expect(await read(store)).toEqual([]);
        expect((await store.vectorSource.read("packets", brain, seqs)).count).toBe(0);
        expect((await store.packets.inputVectors(brain, seqs)).size).toBe(0);
        const { fresh } = await store.learning.scan(brain, { withAlone: true, now: NOW });
        expect(fresh.map(({ vector, isStale }) => ({ vector, isStale }))).toEqual(
          seqs.map(() => ({ vector: null, isStale: true })),
        );
        expect(await store.model.current()).toEqual(B);
      }));

    test("all of it is left, and less with each packet that is renewed, both embeddings at once", () =>
      withStore(async (store) => {
        await store.model.adopt(A);
        const [one = 0, two = 0] = await embedded(store, ["a", "b"]);
        const brain = await brainOf(store);
        expect(await store.stale.count()).toBeNull();
        await store.model.adopt(B);
        expect(await store.stale.count()).toEqual({ total: 2, done: 0 });
        expect(await store.stale.nextBrain(0)).toBe(brain);
        expect(await store.stale.usedLately()).toEqual([brain]);
        expect((await store.stale.packets(brain, 0, 9)).map(({ seq }) => seq)).toEqual([one, two]);
        expect(await store.stale.packets(brain, one, 9)).toEqual([
          { seq: two, input: "input of b", answer: "answer of b", hasInputVector: true },
        ]);
        const made = { brain, seq: one, vector: vectorOf(7), inputVector: vectorOf(8) };
        expect(await store.stale.renewPackets([made])).toEqual([{ seq: one, confidence: 0.5 }]);
        // A second time there is nothing to renew.
        expect(await store.stale.renewPackets([made])).toEqual([]);
        expect(await store.stale.count()).toEqual({ total: 2, done: 1 });
        expect(await read(store)).toEqual([one]);
        expect([...(await store.packets.inputVectors(brain, [one, two]))]).toEqual([[one, vectorOf(8)]]);
        expect((await store.stale.named(brain, [one, two])).map(({ seq }) => seq)).toEqual([two]);
        await store.stale.renewPackets([{ ...made, seq: two }]);
        expect([await store.stale.count(), await store.stale.isStale(brain)]).toEqual([null, false]);
        expect(await store.stale.nextBrain(0)).toBeNull();
      }));

    test("what the first model made is there again once it is back, and what the second made is not", () =>
      withStore(async (store) => {
        await store.model.adopt(A);
        const [one = 0] = await embedded(store, ["a"]);
        await store.model.adopt(B);
        const [two = 0] = await embedded(store, ["b"]);
        expect(await read(store)).toEqual([two]);
        await store.model.adopt(A);
        expect(await read(store)).toEqual([one]);
        // And a look with a model that made nothing finds nothing, and changes nothing.
        await store.model.readAs({ sha256: "c".repeat(64) });
        expect(await read(store)).toEqual([]);
        await store.model.readAs(B);
        expect(await read(store)).toEqual([two]);
        expect(await store.model.current()).toEqual(A);
      }));

    test("a turn prepared before brings an embedding that waits to be renewed with the packet's own", () =>
      withStore(async (store) => {
        await store.model.adopt(A);
        const brain = await store.turns.begin(turnOf("t"));
        await store.model.adopt(B);
        const outcome = await store.turns.record(recordOf("t", brain.id, { answerHash: hashOf("answer of t") }));
        expect(outcome.kind).toBe("recorded");
        const [pending] = await store.packets.pending(brain.id, 9);
        expect(pending).toMatchObject({ inputVector: null, renewsInput: true });
        const seq = pending?.seq ?? 0;
        await store.packets.saveEmbeddings([{ brain: brain.id, seq, vector: vectorOf(1), inputVector: vectorOf(2) }]);
        expect([...(await store.packets.inputVectors(brain.id, [seq]))]).toEqual([[seq, vectorOf(2)]]);
        expect(await store.stale.count()).toBeNull();
      }));

    test("a lesson that is reworded meanwhile keeps the embedding of its new wording", () =>
      withStore(async (store) => {
        await store.model.adopt(A);
        const lesson = { id: "les_1", brain: BRAIN, text: "Be brief.", vector: vectorOf(1) };
        const { brain, seq } = await store.lessons.add({
          ...lesson,
          createdAt: NOW,
          expiresAt: NOW + 9,
          isGeneral: false,
          sourceLink: [],
        });
        await store.model.adopt(B);
        expect(await store.stale.lessons(brain, 0, 9)).toEqual([{ seq, text: "Be brief." }]);
        await store.lessons.change({
          brain,
          id: "les_1",
          wording: { text: "Be briefer.", vector: vectorOf(2), isGeneral: false },
          pinned: null,
          now: NOW,
        });
        expect(await store.stale.renewLessons([{ brain, seq, vector: vectorOf(3) }])).toEqual([]);
        expect((await store.vectorSource.read("lessons", brain, [seq])).vectors).toEqual(vectorOf(2));
      }));
  });
}
