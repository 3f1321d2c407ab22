// Learning: what a pass scans, what it leaves, and that no two passes teach the same packets.
import { describe, expect, test } from "bun:test";
import { ALONE_KEPT_MS, type FinishedPass, type NewPlan } from "../../src/domain/ports/learning-store.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import { BRAIN, brainOf, hashOf, NOW, recordIn, recordOne, vectorOf } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

export function passOf(brain: number, through: number, changes: Partial<FinishedPass> = {}): FinishedPass {
  const nothing = {
    lessons: [],
    merges: [],
    replaced: [],
    ended: [],
    learnedSeqs: [],
    llmCost: 0,
    error: null,
    tokenHash: null,
  };
  const counts = { packetsScanned: 0, clusters: 0, skipped: 0, writeFailed: 0 };
  const likeness = { forgottenSimilarity: 0.9, cosineBaseline: 0 };
  return {
    brain,
    distiller: "test",
    status: "ok",
    after: 0,
    through,
    ...counts,
    ...nothing,
    ...likeness,
    now: NOW,
    ...changes,
  };
}

export function lessonOf(id: string, sourceSeqs: number[], seed = 1) {
  return { id, text: `text of ${id}`, vector: vectorOf(seed), sourceSeqs, expiresAt: NOW + 100, isGeneral: false };
}

function planOf(token: string, brain: number, through: number, changes: Partial<NewPlan> = {}): NewPlan {
  const clusters = [{ id: "c1", seqs: [1, 2] }];
  const times = { createdAt: NOW, expiresAt: NOW + 100 };
  return { tokenHash: hashOf(token), brain, after: 0, through, packetsScanned: 2, clusters, ...times, ...changes };
}

async function threePackets(store: Store): Promise<{ brain: number; seqs: [number, number, number] }> {
  const seqs: [number, number, number] = [
    await recordOne(store, "a"),
    await recordOne(store, "b"),
    await recordOne(store, "c"),
  ];
  return { brain: await brainOf(store), seqs };
}

const scanNow = { withAlone: true, now: NOW + 20 };

export function learningHolds(withStore: WithStore): void {
  describe("a scan", () => {
    test("has what is new, oldest first, and beside it what stayed alone before", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        expect(await store.learning.scan(brain, { ...scanNow, withAlone: false })).toEqual({
          after: 0,
          fresh: seqs.map((seq) => ({ seq, kind: "raw", vector: vectorOf(1), isStale: false })),
          alone: [],
        });
        await store.learning.finishPass(passOf(brain, seqs[1], { learnedSeqs: [seqs[0]] }));
        const { after, fresh, alone } = await store.learning.scan(brain, scanNow);
        expect([after, fresh.map(({ seq }) => seq), alone.map(({ seq }) => seq)]).toEqual([
          seqs[1],
          [seqs[2]],
          [seqs[1]],
        ]);
        const late = await store.learning.scan(brain, { withAlone: true, now: NOW + ALONE_KEPT_MS + 100 });
        expect(late.alone).toEqual([]);
      }));

    test("is worth it for brains with news alone", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        const bob = await recordIn(store, { ...BRAIN, user: "bob" }, "d");
        expect((await store.learning.brainsWithNews()).map(({ id }) => id)).toEqual([brain, bob.brain]);
        await store.learning.moveWatermark(brain, seqs[2]);
        expect(await store.learning.brainsWithNews()).toEqual([{ id: bob.brain, key: { ...BRAIN, user: "bob" } }]);
      }));

    test("comes soon for brains with a new packet that teaches something by itself", () =>
      withStore(async (store, { reopen }) => {
        const ada = await recordIn(store, BRAIN, "a", { teaches: true });
        await recordIn(store, BRAIN, "b");
        const bob = await recordIn(store, { ...BRAIN, user: "bob" }, "c");
        expect(await store.learning.brainsTaught()).toEqual([{ id: ada.brain, key: BRAIN }]);
        await store.learning.moveWatermark(ada.brain, ada.seq);
        expect(await store.learning.brainsTaught()).toEqual([]);
        await recordIn(store, { ...BRAIN, user: "bob" }, "d", { teaches: true });
        const again = await reopen();
        expect((await again.learning.brainsTaught()).map(({ id }) => id)).toEqual([bob.brain]);
      }));

    test("names packets that can be read, those that are left", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        await store.packets.remove(brain, "mem_b");
        const found = await store.learning.packets(brain, seqs);
        expect(found.map(({ id, input }) => [id, input]).sort()).toEqual([
          ["mem_a", "input of a"],
          ["mem_c", "input of c"],
        ]);
      }));
  });

  describe("the watermark", () => {
    test("moves forward, and never back", () =>
      withStore(async (store, { reopen }) => {
        const { brain, seqs } = await threePackets(store);
        await store.learning.moveWatermark(brain, seqs[2]);
        await store.learning.moveWatermark(brain, seqs[0]);
        expect((await (await reopen()).learning.scan(brain, scanNow)).after).toBe(seqs[2]);
      }));

    test("ends lessons and puts others in their place, live ones alone, and shows those that were replaced", () =>
      withStore(async (store, opened) => {
        const { brain, seqs } = await threePackets(store);
        const first = passOf(brain, seqs[0], {
          lessons: [lessonOf("les_1", [seqs[0]]), lessonOf("les_2", [seqs[0]], 2)],
        });
        expect(await store.learning.foreseeLessons(first)).toMatchObject([{ text: first.lessons[0]?.text }, {}]);
        expect((await store.lessons.list(brain, { limit: 10, before: null }, NOW)).length).toBe(0);
        const { lessons } = await store.learning.finishPass(first);
        const [one, two] = lessons.map(({ seq }) => seq) as [number, number];
        const replaced = [
          { lessonSeq: one, by: "les_3" },
          { lessonSeq: two, by: null },
          { lessonSeq: 9_999, by: "les_3" },
        ];
        const made = [lessonOf("les_3", [seqs[1]], 3)];
        const next = passOf(brain, seqs[1], { after: seqs[0], lessons: made, replaced, now: NOW + 20 });
        expect((await store.learning.finishPass(next)).replaced).toEqual([one, two]);
        const all = { limit: 10, before: null };
        await everywhere(opened, async (each) => {
          expect((await each.lessons.list(brain, all, NOW + 20)).map(({ id }) => id)).toEqual(["les_3"]);
          expect(await each.lessons.listReplaced(brain, all)).toMatchObject([{ id: "les_1", supersededBy: "les_3" }]);
        });
        // A rule that was not made replaces nothing: it was deleted for good before.
        await opened.store.lessons.remove(brain, "les_3", true, NOW + 30);
        const { lessons: again } = await opened.store.learning.finishPass(
          passOf(brain, seqs[2], { after: seqs[1], lessons: [lessonOf("les_4", [seqs[2]], 4)], now: NOW + 40 }),
        );
        const vain = [{ lessonSeq: again[0]?.seq ?? 0, by: "les_5" }];
        const forgotten = passOf(brain, seqs[2], {
          after: seqs[2],
          lessons: [lessonOf("les_5", [seqs[2]], 3)],
          replaced: vain,
          now: NOW + 50,
        });
        expect(await opened.store.learning.foreseeLessons(forgotten)).toEqual([]);
        expect(await opened.store.learning.finishPass(forgotten)).toMatchObject({ unmade: 1, replaced: [] });
        expect((await opened.store.lessons.list(brain, all, NOW + 50)).map(({ id }) => id)).toEqual(["les_4"]);
        // The sweep takes expired lessons, and replaced ones a month later.
        await opened.store.lessons.sweep(NOW + 60);
        expect(await opened.store.lessons.listReplaced(brain, all)).toHaveLength(1);
        await opened.store.lessons.sweep(NOW + 20 + 30 * 24 * 60 * 60 * 1000);
        expect(await opened.store.lessons.listReplaced(brain, all)).toEqual([]);
      }));

    test("tells the packets of what went which packet ended it, as long as that is there", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        const { lessons } = await store.learning.finishPass(
          passOf(brain, seqs[0], { lessons: [lessonOf("les_1", [seqs[0]]), lessonOf("les_2", [seqs[1]], 2)] }),
        );
        const [gone, kept] = lessons.map(({ seq }) => seq) as [number, number];
        const ids = new Map((await store.packets.bySeqs(brain, seqs)).map(({ seq, id }) => [seq, id]));
        const ended = [
          { lessons: [gone, kept], packets: [], by: seqs[2] },
          { lessons: [gone], packets: [seqs[2]], by: 9_999 },
        ];
        const replaced = [{ lessonSeq: gone, by: null }];
        const cues = async () =>
          (await store.packets.bySeqs(brain, seqs)).toSorted((a, b) => a.seq - b.seq).map((each) => each.cues);
        const [first, second, third] = (await cues()) as [string[], string[], string[]];
        const end = `ended-by:${ids.get(seqs[2])}`;
        await store.learning.finishPass(passOf(brain, seqs[2], { after: seqs[0], ended, replaced }));
        expect(await cues()).toEqual([[...first, end], second, third]);
        // Of the same pass, and once more: the last end counts.
        const again = [{ lessons: [], packets: [seqs[0], seqs[1]], by: seqs[1] }];
        await store.learning.finishPass(passOf(brain, seqs[2], { after: seqs[2], ended: again }));
        expect(await cues()).toEqual([[...first, `ended-by:${ids.get(seqs[1])}`], second, third]);
      }));

    test("stays where the pass failed", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        const failed = passOf(brain, seqs[2], { status: "failed", lessons: [lessonOf("les_1", [...seqs])] });
        expect(await store.learning.finishPass(failed)).toEqual({ lessons: [], unmade: 0, replaced: [] });
        expect((await store.learning.scan(brain, scanNow)).after).toBe(0);
        expect(await store.lessons.countLive(brain, NOW)).toBe(0);
      }));
  });

  describe("a pass", () => {
    test("leaves all that it learned, in one step, for good", () =>
      withStore(async (store, opened) => {
        const { brain, seqs } = await threePackets(store);
        const there = {
          id: "les_0",
          brain: BRAIN,
          text: "x",
          vector: vectorOf(8),
          createdAt: NOW,
          expiresAt: NOW + 100,
          isGeneral: false,
        };
        const old = await store.lessons.add({ ...there, sourceLink: ["mem_0"] });
        const pass = passOf(brain, seqs[2], {
          lessons: [lessonOf("les_1", [seqs[1], seqs[0]])],
          merges: [{ lessonSeq: old.seq, sourceSeqs: [seqs[2]] }],
          learnedSeqs: seqs,
          llmCost: 0.5,
        });
        const { lessons, unmade } = await store.learning.finishPass(pass);
        expect([lessons.map(({ id, sourceLink }) => [id, sourceLink]), unmade]).toEqual([
          [["les_1", ["mem_a", "mem_b"]]],
          0,
        ]);
        await everywhere(opened, async (each) => {
          expect(await each.lessons.find(brain, "les_1", NOW)).toEqual(lessons[0]!);
          expect((await each.lessons.find(brain, "les_0", NOW))?.sourceLink).toEqual(["mem_0", "mem_c"]);
          expect(await each.learning.scan(brain, scanNow)).toEqual({ after: seqs[2], fresh: [], alone: [] });
          expect((await each.packets.inputVectors(brain, seqs)).size).toBe(0);
        });
      }));

    test("has nothing to add where another has taught the same packets", () =>
      withStore(async (store, { beside }) => {
        const { brain, seqs } = await threePackets(store);
        const other = await beside();
        const outcomes = await Promise.all(
          [store, other].map((each, at) =>
            each.learning.finishPass(passOf(brain, seqs[2], { lessons: [lessonOf(`les_${at}`, [...seqs])] })),
          ),
        );
        expect(outcomes.map(({ lessons }) => lessons.length).sort()).toEqual([0, 1]);
        expect(await store.lessons.countLive(brain, NOW)).toBe(1);
      }));

    test("makes no lesson of which no source is left, and none that was deleted for good while it ran", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        const rule = {
          id: "les_0",
          brain: BRAIN,
          text: "x",
          vector: vectorOf(3),
          createdAt: NOW,
          expiresAt: NOW + 100,
          isGeneral: false,
        };
        await store.lessons.add({ ...rule, sourceLink: [] });
        await store.lessons.remove(brain, "les_0", true, NOW);
        await store.packets.remove(brain, "mem_a");
        const lessons = [lessonOf("les_1", [seqs[0]]), lessonOf("les_2", [seqs[1]], 3), lessonOf("les_3", [seqs[1]])];
        const outcome = await store.learning.finishPass(passOf(brain, seqs[2], { lessons }));
        expect([outcome.lessons.map(({ id }) => id), outcome.unmade]).toEqual([["les_3"], 2]);
      }));

    test("of a brain that went leaves nothing", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        await store.users.remove({ account: "default", core: null }, "ada");
        const pass = passOf(brain, seqs[2], { lessons: [lessonOf("les_1", [...seqs])] });
        expect(await store.learning.finishPass(pass)).toEqual({ lessons: [], unmade: 0, replaced: [] });
        expect(await store.lessons.countLive(brain, NOW)).toBe(0);
      }));
  });

  describe("a plan", () => {
    test("is found as it was saved, after a restart too", () =>
      withStore(async (store, { reopen }) => {
        const { brain, seqs } = await threePackets(store);
        await store.learning.savePlan(planOf("p", brain, seqs[2]));
        const found = await (await reopen()).learning.findPlan(hashOf("p"));
        const { clusters, expiresAt } = planOf("p", brain, seqs[2]);
        const plan = { after: 0, through: seqs[2], packetsScanned: 2, clusters, expiresAt, consumed: false };
        expect(found).toEqual({ brain: { id: brain, key: BRAIN }, ...plan });
        expect(await store.learning.findPlan(hashOf("q")).catch(() => null)).toBeNull();
      }));

    test("is recorded once, and takes those with it that scanned some of the same packets", () =>
      withStore(async (store, { beside }) => {
        const { brain, seqs } = await threePackets(store);
        await store.learning.savePlan(planOf("p", brain, seqs[1]));
        await store.learning.savePlan(planOf("same", brain, seqs[2]));
        await store.learning.savePlan(planOf("later", brain, seqs[2], { after: seqs[1] }));
        const pass = (token: string) => passOf(brain, seqs[1], { tokenHash: hashOf(token) });
        const other = await beside();
        const codes = await Promise.all(
          [store, other, store].map((each) => codeOf(each.learning.finishPass(pass("p")))),
        );
        expect(codes.sort()).toEqual(["not refused", "token_consumed", "token_consumed"]);
        expect(await codeOf(store.learning.finishPass(pass("same")))).toBe("token_consumed");
        const consumed = async (token: string) => (await store.learning.findPlan(hashOf(token)))?.consumed;
        expect([await consumed("p"), await consumed("same"), await consumed("later")]).toEqual([true, true, false]);
        expect((await store.learning.findPlan(hashOf("same")))?.clusters).toEqual([]);
      }));

    test("and input embeddings that waited too long are swept", () =>
      withStore(async (store) => {
        const { brain, seqs } = await threePackets(store);
        await store.learning.savePlan(planOf("p", brain, seqs[2]));
        await store.learning.sweep(NOW + 1_000);
        expect(await store.learning.findPlan(hashOf("p"))).not.toBeNull();
        expect((await store.packets.inputVectors(brain, seqs)).size).toBe(3);
        await store.learning.sweep(NOW + ALONE_KEPT_MS + 1_000);
        expect(await store.learning.findPlan(hashOf("p"))).toBeNull();
        expect((await store.packets.inputVectors(brain, seqs)).size).toBe(0);
      }));
  });
}
