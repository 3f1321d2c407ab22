// What all accounts hold together, counted.
import { describe, expect, test } from "bun:test";
import { BRAIN, brainOf, NOW, recordIn, recordOne } from "./fixture.ts";
import { lessonOf, passOf } from "./learning.ts";
import type { WithStore } from "./opened-store.ts";

const NOTHING = { users: 0, turns: 0, packets: 0, lessons: 0, brainsWithNews: 0, lastPass: null };

export function totalsHold(withStore: WithStore): void {
  describe("the totals", () => {
    test("of a new store are its account", () =>
      withStore(async (store) => {
        expect(await store.totals.read(NOW)).toEqual({ ...NOTHING, accounts: 1 });
      }));

    test("count a user once in an account, and forgotten turns as recorded", () =>
      withStore(async (store) => {
        await store.accounts.create("acme", NOW);
        await store.cores.create("default", { slug: "support", name: "Support", context: "" }, NOW);
        await recordOne(store, "a");
        await recordIn(store, { ...BRAIN, core: "support" }, "b");
        await recordIn(store, { ...BRAIN, user: null }, "c");
        await recordIn(store, { ...BRAIN, account: "acme" }, "d");
        await store.packets.remove(await brainOf(store), "mem_a");
        expect(await store.totals.read(NOW)).toEqual({
          ...NOTHING,
          ...{ accounts: 2, users: 2, turns: 4, packets: 3, brainsWithNews: 3 },
        });
      }));

    test("show the pass that ended last, live lessons, and brains that no pass has read", () =>
      withStore(async (store) => {
        const first = await recordOne(store, "a");
        const other = await recordIn(store, { ...BRAIN, user: "bob" }, "b");
        const brain = await brainOf(store);
        await store.learning.finishPass(passOf(brain, first, { lessons: [lessonOf("les_1", [first])] }));
        await store.learning.finishPass(passOf(other.brain, 0, { status: "failed", now: NOW + 5 }));
        const { lessons, brainsWithNews, lastPass } = await store.totals.read(NOW);
        expect([lessons, brainsWithNews]).toEqual([1, 1]);
        expect(lastPass).toEqual({ finishedAt: NOW + 5, status: "failed", lessonsCreated: 0 });
        expect((await store.totals.read(NOW + 100)).lessons).toBe(0);
      }));
  });
}
