// Accounts, cores and constitutions.
import { describe, expect, test } from "bun:test";
import { BRAIN, NOW, recordIn, turnOf } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

const WORK = { slug: "work", name: "Work", context: "" };

export function accountsHold(withStore: WithStore): void {
  describe("an account", () => {
    test("is there for everybody once it was made, and a second of its name is refused", () =>
      withStore(async (store, opened) => {
        await store.accounts.create("acme", NOW + 1, { plan: "free" });
        expect(await codeOf(store.accounts.create("acme", NOW))).toBe("account_exists");
        await everywhere(opened, async (each) => {
          expect(await each.accounts.exists("acme")).toBe(true);
          expect((await each.accounts.list()).map(({ name }) => name)).toEqual(["default", "acme"]);
          const acme = { name: "acme", createdAt: NOW + 1, plan: "free", pastDue: false };
          expect(await each.accounts.find("acme")).toMatchObject(acme);
        });
      }));

    test("of which nobody knows has no settings to change, and no standing", () =>
      withStore(async ({ accounts }) => {
        expect([await accounts.exists("nobody"), await accounts.find("nobody")]).toEqual([false, null]);
        expect(await codeOf(accounts.changeSettings("nobody", { sourcesMax: 2 }))).toBe("unauthorized");
        expect(await codeOf(accounts.changeStanding("nobody", { pastDue: true }))).toBe("account_not_found");
      }));

    test("changes what it was asked to change, and says so at once", () =>
      withStore(async (store, { reopen }) => {
        const before = await store.accounts.settings("default");
        await store.accounts.changeSettings("default", { sourcesMax: 3 });
        await store.accounts.changeSettings("default", { redact: ["emails"] });
        expect(await store.accounts.settings("default")).toEqual({ ...before, sourcesMax: 3, redact: ["emails"] });
        expect((await store.accounts.find("default"))?.pastDue).toBe(false);
        await store.accounts.changeStanding("default", { pastDue: true });
        expect((await store.accounts.find("default"))?.pastDue).toBe(true);
        const again = await reopen();
        expect((await again.accounts.settings("default")).sourcesMax).toBe(3);
        expect((await again.accounts.find("default"))?.pastDue).toBe(true);
        // An export holds what it chose, and no default.
        expect(await again.exports.settings("default")).toEqual({ sourcesMax: 3, redact: ["emails"] });
      }));

    test("a write that fails takes none with it that was asked for beside it", () =>
      withStore(async ({ accounts }) => {
        const asked = ["one", "default", "two"].map((name) => accounts.create(name, NOW));
        const settled = await Promise.allSettled(asked);
        expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect((await accounts.list()).map(({ name }) => name)).toEqual(["default", "one", "two"]);
      }));

    test("has the users that have a brain in it, each once, and nobody else's", () =>
      withStore(async (store) => {
        await store.accounts.create("acme", NOW);
        await store.cores.create("default", WORK, NOW);
        await recordIn(store, BRAIN, "a");
        await recordIn(store, { ...BRAIN, core: "work" }, "b");
        await recordIn(store, { ...BRAIN, user: null }, "c");
        await recordIn(store, { ...BRAIN, account: "acme", user: "bob" }, "d");
        expect([await store.accounts.countUsers("default"), await store.accounts.countUsers("acme")]).toEqual([1, 1]);
        expect(await store.accounts.hasUser("default", "ada")).toBe(true);
        expect(await store.accounts.hasUser("acme", "ada")).toBe(false);
      }));
  });

  describe("a core", () => {
    test("is found once it was made, by its own account alone, and listed in order of creation", () =>
      withStore(async (store, { beside }) => {
        await store.accounts.create("acme", NOW);
        await store.cores.create("default", WORK, NOW + 2);
        await store.cores.create("default", { ...WORK, slug: "home" }, NOW + 1);
        expect(await codeOf(store.cores.create("default", WORK, NOW))).toBe("core_exists");
        const other = await beside();
        expect(await other.cores.find("default", "work")).toEqual(WORK);
        expect(await other.cores.find("acme", "work")).toBeNull();
        expect((await other.cores.list("default")).map(({ slug }) => slug)).toEqual(["home", "work"]);
        expect(await other.cores.countBefore("default", "work")).toBe(1);
        expect(await other.cores.list("acme")).toEqual([]);
      }));

    test("changes at once; the default one has a row from its first change on", () =>
      withStore(async (store) => {
        await store.cores.create("default", WORK, NOW);
        expect(await store.cores.change("default", "work", { context: "Be brief." }, NOW)).toEqual({
          ...WORK,
          context: "Be brief.",
        });
        expect((await store.cores.find("default", "work"))?.context).toBe("Be brief.");
        expect(await codeOf(store.cores.change("default", "none", { name: "x" }, NOW))).toBe("core_not_found");
        expect((await store.cores.list("default")).map(({ slug }) => slug)).toEqual(["work"]);
        expect((await store.cores.change("default", "default", { name: "Main" }, NOW)).name).toBe("Main");
        expect((await store.cores.list("default")).length).toBe(2);
        expect(await store.cores.countBefore("default", "work")).toBe(0);
      }));

    test("that went takes no turn any more, and one that never was cannot go", () =>
      withStore(async (store) => {
        await store.cores.create("default", WORK, NOW);
        await store.cores.remove("default", "work");
        expect(await store.cores.find("default", "work")).toBeNull();
        expect(await codeOf(store.cores.remove("default", "work"))).toBe("core_not_found");
        const turn = turnOf("t", { brain: { ...BRAIN, core: "work" } });
        expect(await codeOf(store.turns.begin(turn))).toBe("core_not_found");
        expect(await store.brains.find(turn.brain)).toBeNull();
      }));
  });

  test("a constitution is put, put again, listed by name, and gone once it was removed", () =>
    withStore(async (store, { reopen }) => {
      const strict = { name: "strict", text: "Be.", gates: [{ pattern: "x", reason: "no x" }], prohibitions: [] };
      await store.constitutions.put("default", strict, NOW);
      await store.constitutions.put("default", { ...strict, name: "lax", gates: [] }, NOW);
      await store.constitutions.put("default", { ...strict, text: "Be strict." }, NOW);
      expect(await store.constitutions.find("default", "strict")).toMatchObject({ ...strict, text: "Be strict." });
      expect(await store.constitutions.find("acme", "strict")).toBeNull();
      const again = await reopen();
      expect((await again.constitutions.list("default")).map(({ name }) => name)).toEqual(["lax", "strict"]);
      expect(await again.constitutions.remove("default", "strict")).toBe(true);
      expect(await again.constitutions.remove("default", "strict")).toBe(false);
      expect(await again.constitutions.find("default", "strict")).toBeNull();
    }));
}
