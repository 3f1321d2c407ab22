// Lessons: a live one is served, an expired one is not there, a forgotten one is remembered as such.
import { describe, expect, test } from "bun:test";
import { LESSON_TTL_MS, PINNED_MAX, PINNED_UNTIL } from "../../src/domain/lesson.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import { BRAIN, NOW, turnOf, vectorOf } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

const BOB = { ...BRAIN, user: "bob" };

function add(store: Store, id: string, changes: Partial<Parameters<Store["lessons"]["add"]>[0]> = {}) {
  const lesson = { id, brain: BRAIN, text: `text of ${id}`, vector: vectorOf(1), createdAt: NOW, sourceLink: [] };
  return store.lessons.add({ ...lesson, expiresAt: NOW + 100, isGeneral: false, ...changes });
}

function rewording(brain: number, id: string, text: string, now = NOW) {
  return { brain, id, wording: { text, vector: vectorOf(7), isGeneral: true }, pinned: null, now };
}

export function lessonsHold(withStore: WithStore): void {
  describe("lessons", () => {
    test("make their brain, and are there after a restart with all that they were given", () =>
      withStore(async (store, opened) => {
        const made = await add(store, "les_1", { sourceLink: ["mem_2", "mem_1"] });
        const { brain, seq } = made;
        expect(await store.brains.find(BRAIN)).toEqual({ id: brain, key: BRAIN });
        const lesson = {
          id: "les_1",
          brain,
          seq,
          text: "text of les_1",
          useCount: 0,
          createdAt: NOW,
          expiresAt: NOW + 100,
          isGeneral: false,
        };
        await everywhere(opened, async (each) => {
          expect(await each.lessons.find(brain, "les_1", NOW)).toEqual({
            ...lesson,
            sourceLink: ["mem_1", "mem_2"],
            llmCost: null,
            supersededBy: null,
          });
        });
      }));

    test("come newest first, page by page, live ones of their own brain alone", () =>
      withStore(async (store) => {
        const one = await add(store, "les_1");
        const gone = await add(store, "les_2", { expiresAt: NOW + 1 });
        const three = await add(store, "les_3");
        await add(store, "les_4", { brain: BOB });
        const now = NOW + 1;
        const list = async (limit: number, before: number | null) =>
          (await store.lessons.list(one.brain, { limit, before }, now)).map(({ id }) => id);
        expect([await list(1, null), await list(9, three.seq)]).toEqual([["les_3"], ["les_1"]]);
        expect(await store.lessons.countLive(one.brain, now)).toBe(2);
        expect(await store.lessons.find(one.brain, "les_2", now)).toBeNull();
        expect(await store.lessons.find(one.brain, "les_4", now)).toBeNull();
        const named = await store.lessons.bySeqs(one.brain, [one.seq, gone.seq, 99], now);
        expect(named.map(({ id }) => id)).toEqual(["les_1"]);
        // An expired one is neither changed nor removed.
        expect(await store.lessons.change(rewording(one.brain, "les_2", "x", now))).toBeNull();
        expect(await store.lessons.remove(one.brain, "les_2", true, now)).toBeNull();
      }));

    test("tell which packets they were learned from, as long as they live", () =>
      withStore(async (store) => {
        const { brain } = await add(store, "les_1", { sourceLink: ["mem_1", "mem_2"] });
        await add(store, "les_2", { sourceLink: ["mem_2", "mem_3"], expiresAt: NOW + 1 });
        await add(store, "les_3", { sourceLink: ["mem_4"], brain: BOB });
        const taughtBy = (now: number, ...ids: string[]) => store.lessons.teachingPackets(brain, ids, now);
        expect((await taughtBy(NOW, "mem_1", "mem_2", "mem_3", "mem_4")).toSorted()).toEqual([
          "mem_1",
          "mem_2",
          "mem_3",
        ]);
        expect(await taughtBy(NOW + 1, "mem_2", "mem_3", "mem_5")).toEqual(["mem_2"]);
        expect(await taughtBy(NOW)).toEqual([]);
      }));

    test("are ordered by use, then newest first, where the most reinforced are asked for", () =>
      withStore(async (store) => {
        const one = await add(store, "les_1");
        await add(store, "les_2");
        await add(store, "les_3");
        const changes = { retrievedLessonSeqs: [one.seq], lessonsExpireAt: NOW + 100 };
        await store.turns.begin(turnOf("t", changes));
        const ids = (await store.lessons.mostReinforced(one.brain, 2, NOW)).map(({ id }) => id);
        expect(ids).toEqual(["les_1", "les_3"]);
      }));

    test("are reworded with their embedding; sources and use stay", () =>
      withStore(async (store, { reopen }) => {
        const { brain, seq } = await add(store, "les_1", { sourceLink: ["mem_1"] });
        const reworded = await store.lessons.change(rewording(brain, "les_1", "New."));
        expect(reworded).toMatchObject({ text: "New.", sourceLink: ["mem_1"], seq });
        const again = await reopen();
        expect((await again.lessons.find(brain, "les_1", NOW))?.text).toBe("New.");
        expect((await again.vectorSource.read("lessons", brain, [seq])).vectors).toEqual(vectorOf(7));
        expect(await again.lessons.change(rewording(brain, "none", "x"))).toBeNull();
      }));

    test("are pinned in a write, up to 20 in a brain, and given back their 30 days", () =>
      withStore(async (store) => {
        const { brain, seq } = await add(store, "les_1");
        const pin = (id: string, pinned: boolean) =>
          store.lessons.change({ brain, id, wording: null, pinned, now: NOW });
        expect(await pin("les_1", true)).toMatchObject({ seq, expiresAt: PINNED_UNTIL, text: "text of les_1" });
        for (let at = 2; at <= PINNED_MAX; at += 1) await add(store, `les_${at}`, { expiresAt: PINNED_UNTIL });
        await add(store, "les_more");
        const more = { expiresAt: PINNED_UNTIL };
        expect(await codeOf(add(store, "les_most", more))).toBe("too_many_pinned");
        expect(await codeOf(pin("les_more", true))).toBe("too_many_pinned");
        expect((await add(store, "les_bob", { ...more, brain: BOB })).expiresAt).toBe(PINNED_UNTIL);
        // What is pinned already may be pinned again.
        expect(await pin("les_1", true)).toMatchObject({ expiresAt: PINNED_UNTIL });
        expect(await pin("les_1", false)).toMatchObject({ expiresAt: NOW + LESSON_TTL_MS });
        expect(await pin("les_1", false)).toMatchObject({ expiresAt: NOW + LESSON_TTL_MS });
        expect(await pin("les_more", true)).toMatchObject({ expiresAt: PINNED_UNTIL });
        // Retrieval does not shorten its life, and it stands before what is used more.
        const other = await add(store, "les_used");
        const used = { retrievedLessonSeqs: [seq, other.seq], lessonsExpireAt: NOW + LESSON_TTL_MS };
        await store.turns.begin(turnOf("t", used));
        await store.lessons.sweep(NOW + 2 * LESSON_TTL_MS);
        const left = await store.lessons.mostReinforced(brain, 99, NOW + 2 * LESSON_TTL_MS);
        expect(left.map(({ id }) => id)).not.toContain("les_1");
        expect(left).toHaveLength(PINNED_MAX);
      }));

    test("that are removed are gone; only those to be forgotten leave what they meant", () =>
      withStore(async (store) => {
        const { brain, seq } = await add(store, "les_1");
        const kept = await add(store, "les_2", { vector: vectorOf(9) });
        expect(await store.lessons.remove(brain, "les_1", false, NOW)).toBe(seq);
        expect(await store.lessons.remove(brain, "les_1", false, NOW)).toBeNull();
        const page = { brain, after: 0, before: 99, limit: 9 };
        expect(await store.exports.forgottenRules(page)).toEqual([]);
        expect(await store.lessons.remove(brain, "les_2", true, NOW + 5)).toBe(kept.seq);
        const rules = await store.exports.forgottenRules(page);
        expect(rules.map(({ createdAt, vector }) => ({ createdAt, vector }))).toEqual([
          { createdAt: NOW + 5, vector: vectorOf(9) },
        ]);
        expect((await store.vectorSource.scan("lessons", brain, -1, 9)).count).toBe(0);
      }));

    test("are swept from their end on, and told to whoever holds their vectors", () =>
      withStore(async (store) => {
        const gone = await add(store, "les_1", { expiresAt: NOW + 1 });
        const bob = await add(store, "les_2", { expiresAt: NOW + 1, brain: BOB });
        const kept = await add(store, "les_3");
        const swept = await store.lessons.sweep(NOW + 1);
        const expected = [gone, bob].map(({ brain, seq }) => ({ brain, seq }));
        expect(swept.sort((a, b) => a.brain - b.brain)).toEqual(expected.sort((a, b) => a.brain - b.brain));
        expect(await store.lessons.sweep(NOW + 1)).toEqual([]);
        expect([...(await store.vectorSource.scan("lessons", gone.brain, -1, 9)).seqs]).toEqual([kept.seq]);
      }));
  });
}
