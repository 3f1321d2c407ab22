// Turns as they are prepared: the token, the brain that it makes, what it counts.
import { describe, expect, test } from "bun:test";
import { BRAIN, brainOf, hashOf, NOW, recordOf, recordOne, turnOf, vectorOf } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

export function turnsHold(withStore: WithStore): void {
  describe("a prepared turn", () => {
    const signals = { correction: "no", attributes: [{ attribute: "name", value: "Ada", cue: "call me" }] } as const;
    const metadata = { topic: "food" };
    const full = {
      session: "s",
      signals,
      sourceSeqs: [3, 1],
      coherence: 0.5,
      occurredAt: NOW - 5,
      metadata,
      constitution: "strict",
    };

    test("is found by its token alone, the same for everybody, and after a restart", () =>
      withStore(async (store, opened) => {
        const brain = await store.turns.begin(turnOf("t", full));
        expect(brain.key).toEqual(BRAIN);
        const told = {
          brain: { id: brain.id, key: BRAIN },
          input: "input of t",
          session: "s",
          constitution: "strict",
          metadata,
        };
        const kept = { signals, sourceSeqs: [3, 1], createdAt: NOW, expiresAt: NOW + 1_000, consumed: null };
        await everywhere(opened, async (each) => {
          expect(await each.turns.find(hashOf("t"))).toEqual({ ...told, ...kept });
          expect(await each.turns.find(hashOf("u"))).toBeNull();
          expect(await each.brains.find(BRAIN)).toEqual({ id: brain.id, key: BRAIN });
        });
      }));

    test("makes its brain once, however many begin together, and no other's", () =>
      withStore(async (store, { beside }) => {
        const other = await beside();
        const tokens = ["a", "b", "c", "d", "e", "f"];
        const begun = await Promise.all(tokens.map((t, at) => [store, other][at % 2]!.turns.begin(turnOf(t))));
        expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
        const shared = await store.turns.begin(turnOf("g", { brain: { ...BRAIN, user: null } }));
        expect(shared.id).not.toBe(begun[0]!.id);
        expect(await store.brains.find({ ...BRAIN, user: "grace" })).toBeNull();
      }));

    test("counts its coherence in its brain, where it has one", () =>
      withStore(async (store) => {
        const { id } = await store.turns.begin(turnOf("a", { coherence: 0.25 }));
        await store.turns.begin(turnOf("b", { coherence: 0.5 }));
        await store.turns.begin(turnOf("c"));
        const counted = { turns: 0, coherenceSum: 0.75, coherenceCount: 2, memorySize: 0 };
        expect(await store.brains.counters(id)).toEqual(counted);
      }));

    test("renews the lessons that were retrieved for it, and no other", () =>
      withStore(async (store) => {
        const lesson = {
          brain: BRAIN,
          text: "x",
          vector: vectorOf(1),
          createdAt: NOW,
          expiresAt: NOW + 9,
          isGeneral: false,
          sourceLink: [],
        };
        const used = await store.lessons.add({ ...lesson, id: "les_1" });
        await store.lessons.add({ ...lesson, id: "les_2" });
        await store.turns.begin(turnOf("t", { retrievedLessonSeqs: [used.seq], lessonsExpireAt: NOW + 500 }));
        const find = (id: string) => store.lessons.find(used.brain, id, NOW);
        expect(await find("les_1")).toMatchObject({ useCount: 1, expiresAt: NOW + 500 });
        expect(await find("les_2")).toMatchObject({ useCount: 0, expiresAt: NOW + 9 });
      }));

    test("is swept once it expired: what it held first, its token later; a recorded one stays known", () =>
      withStore(async (store) => {
        const { id } = await store.turns.begin(turnOf("open"));
        await recordOne(store, "done");
        await store.turns.sweep(NOW + 2_000, 10_000);
        expect((await store.turns.find(hashOf("open")))?.input).toBeNull();
        expect(await codeOf(store.turns.record(recordOf("open", id, { now: NOW })))).toBe("token_expired");
        await store.turns.sweep(NOW + 20_000, 10_000);
        expect(await store.turns.find(hashOf("open"))).toBeNull();
        expect(await codeOf(store.turns.record(recordOf("open", id)))).toBe("token_not_found");
        expect((await store.turns.find(hashOf("done")))?.consumed).not.toBeNull();
      }));
  });

  test("a brain that nobody used is none, and has counted nothing", () =>
    withStore(async (store) => {
      expect(await brainOf(store)).toBe(0);
      expect(await store.brains.counters(99)).toEqual({ turns: 0, coherenceSum: 0, coherenceCount: 0, memorySize: 0 });
      expect(await store.brains.attributes(99)).toEqual({ version: 0, confirmed: [], claims: [] });
    }));
}
