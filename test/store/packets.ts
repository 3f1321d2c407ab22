// Packets: pages, names, embeddings that wait, and what goes when one goes.
import { describe, expect, test } from "bun:test";
import type { NewTurn } from "../../src/domain/ports/turn-store.ts";
import { BRAIN, brainOf, NOW, recordIn, recordOf, recordOne, seqOfRecord, turnOf, vectorOf } from "./fixture.ts";
import { everywhere, type WithStore } from "./opened-store.ts";

const BOB = { ...BRAIN, user: "bob" };

export function packetsHold(withStore: WithStore): void {
  describe("packets", () => {
    test("come newest first, page by page, each once", () =>
      withStore(async (store) => {
        const seqs: number[] = [];
        for (const token of ["a", "b", "c", "d", "e"]) seqs.unshift(await recordOne(store, token));
        const brain = await brainOf(store);
        const page = async (before: number | null) =>
          (await store.packets.list(brain, { limit: 2, before })).map(({ seq }) => seq);
        expect([await page(null), await page(seqs[1]!), await page(seqs[3]!), await page(seqs[4]!)]).toEqual([
          seqs.slice(0, 2),
          seqs.slice(2, 4),
          seqs.slice(4),
          [],
        ]);
      }));

    test("of a session come newest first, by its exact name, in their own brain alone", () =>
      withStore(async (store, opened) => {
        const say = async (token: string, session: string | null, brain: NewTurn["brain"] = BRAIN) => {
          const { id } = await store.turns.begin(turnOf(token, { brain, session }));
          return seqOfRecord(await store.turns.record(recordOf(token, id)));
        };
        const seqs = [await say("a", "s"), await say("b", "S"), await say("c", "s"), await say("d", null)];
        const last = await say("e", "s");
        await say("f", "s", BOB);
        const brain = await brainOf(store);
        await everywhere(opened, async (each) => {
          const page = async (session: string, before: number | null, limit = 9) =>
            (await each.packets.listSession(brain, session, { limit, before })).map(({ seq }) => seq);
          expect(await page("s", null)).toEqual([last, seqs[2]!, seqs[0]!]);
          expect(await page("s", null, 2)).toEqual([last, seqs[2]!]);
          expect(await page("s", seqs[2]!)).toEqual([seqs[0]!]);
          expect([await page("S", null), await page("", null), await page("s ", null)]).toEqual([[seqs[1]!], [], []]);
        });
      }));

    test("are found by id and by seq in their own brain alone, though another has the same id", () =>
      withStore(async (store) => {
        const ada = await recordIn(store, BRAIN, "a", { packetId: "mem_1", answer: "ada's" });
        const bob = await recordIn(store, BOB, "b", { packetId: "mem_1", answer: "bob's" });
        await recordIn(store, BOB, "c");
        expect((await store.packets.find(ada.brain, "mem_1"))?.answer).toBe("ada's");
        expect((await store.packets.find(bob.brain, "mem_1"))?.answer).toBe("bob's");
        expect(await store.packets.find(ada.brain, "mem_c")).toBeNull();
        const found = await store.packets.bySeqs(ada.brain, [ada.seq, 77]);
        expect(found.map(({ answer }) => answer)).toEqual(["ada's"]);
        expect(await store.packets.bySeqs(ada.brain, [])).toEqual([]);
        expect(await store.packets.remove(ada.brain, "mem_1")).toBe(ada.seq);
        expect((await store.packets.find(bob.brain, "mem_1"))?.answer).toBe("bob's");
        expect(await store.packets.remove(ada.brain, "mem_c")).toBeNull();
      }));

    test("one that is removed is gone at once, for good, and out of every lesson's sources", () =>
      withStore(async (store, opened) => {
        const seq = await recordOne(store, "a");
        await recordOne(store, "b");
        const brain = await brainOf(store);
        const lesson = {
          id: "les_1",
          brain: BRAIN,
          text: "x",
          vector: vectorOf(1),
          createdAt: NOW,
          expiresAt: NOW + 9,
          isGeneral: false,
        };
        await store.lessons.add({ ...lesson, sourceLink: ["mem_b", "mem_a"] });
        expect((await store.lessons.find(brain, "les_1", NOW))?.sourceLink).toEqual(["mem_a", "mem_b"]);
        expect(await store.packets.remove(brain, "mem_a")).toBe(seq);
        expect(await store.packets.remove(brain, "mem_a")).toBeNull();
        await everywhere(opened, async (each) => {
          expect(await each.packets.find(brain, "mem_a")).toBeNull();
          expect((await each.lessons.find(brain, "les_1", NOW))?.sourceLink).toEqual(["mem_b"]);
          expect(await each.brains.counters(brain)).toMatchObject({ turns: 2, memorySize: 1 });
          expect((await each.packets.inputVectors(brain, [seq])).size).toBe(0);
        });
        // Its place is never given again.
        expect(await recordOne(opened.store, "c")).toBeGreaterThan(seq + 1);
      }));
  });

  test("are counted by brain: the largest go first, and small ones are left out", () =>
    withStore(async (store, opened) => {
      const [carol, dora] = [
        { ...BRAIN, user: "carol" },
        { ...BRAIN, user: null },
      ];
      for (const token of ["a", "b"]) await recordIn(store, BRAIN, token);
      for (const token of ["c", "d", "e"]) await recordIn(store, carol, token);
      for (const token of ["f", "g", "h", "i"]) await recordIn(store, dora, token);
      await recordIn(store, BOB, "j");
      await store.packets.remove(await brainOf(store, dora), "mem_f");
      await store.packets.remove(await brainOf(store, dora), "mem_g");
      await store.packets.remove(await brainOf(store, dora), "mem_h");
      await everywhere(opened, async (each) => {
        expect(await each.brains.largest(2, 9)).toEqual([carol, BRAIN]);
        expect(await each.brains.largest(1, 2)).toEqual([carol, BRAIN]);
        expect(await each.brains.largest(4, 9)).toEqual([]);
      });
    }));

  describe("embeddings that wait", () => {
    test("are found by brain, oldest first, and wait no more once they were saved", () =>
      withStore(async (store, { reopen }) => {
        const one = await recordOne(store, "a");
        const two = await recordOne(store, "b");
        const bob = await recordIn(store, BOB, "c");
        const ada = await brainOf(store);
        expect(await store.packets.brainsPending()).toEqual([
          { brain: ada, through: two },
          { brain: bob.brain, through: bob.seq },
        ]);
        expect(await store.packets.countPending()).toBe(3);
        const [first, ...rest] = await store.packets.pending(ada, 1);
        const text = { input: "input of a", answer: "answer of a", account: "default", inputTokens: 3 };
        expect(first).toEqual({
          brain: ada,
          seq: one,
          ...text,
          confidence: 0.5,
          inputVector: vectorOf(1),
          renewsInput: false,
        });
        expect(rest).toEqual([]);
        const made = [{ brain: ada, seq: one, vector: vectorOf(2) }];
        expect(await store.packets.saveEmbeddings(made)).toEqual([{ seq: one, confidence: 0.5 }]);
        expect(await store.packets.saveEmbeddings(made)).toEqual([]);
        const again = await reopen();
        expect((await again.packets.pending(ada, 9)).map(({ seq }) => seq)).toEqual([two]);
        expect((await again.vectorSource.read("packets", ada, [one])).vectors).toEqual(vectorOf(2));
      }));

    test("of a packet that went meanwhile are dropped", () =>
      withStore(async (store) => {
        const seq = await recordOne(store, "a");
        const brain = await brainOf(store);
        await store.packets.remove(brain, "mem_a");
        expect(await store.packets.saveEmbeddings([{ brain, seq, vector: vectorOf(1) }])).toEqual([]);
        expect([await store.packets.countPending(), await store.packets.brainsPending()]).toEqual([0, []]);
        expect((await store.vectorSource.scan("packets", brain, -1, 10)).count).toBe(0);
      }));
  });
}
