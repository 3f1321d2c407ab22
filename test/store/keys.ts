// Keys: made, found, used, revoked, and lost with what they are bound to.
import { describe, expect, test } from "bun:test";
import type { StoredKey } from "../../src/domain/key.ts";
import { hashOf, NOW } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

const WORK = { slug: "work", name: "Work", context: "" };

function keyOf(id: string, changes: Partial<StoredKey> = {}): StoredKey {
  const bound = { account: "default", core: null, user: null } as const;
  const times = { createdAt: NOW, lastUsedAt: null, expiresAt: null, revokedAt: null, replacedBy: null };
  return { id, hash: hashOf(id), name: id, scope: "agent", ...bound, ...times, ...changes };
}

export function keysHold(withStore: WithStore): void {
  describe("a key", () => {
    test("is found with its hash, and listed without it, oldest first", () =>
      withStore(async (store, opened) => {
        await store.keys.add(keyOf("newer", { createdAt: NOW + 1 }));
        await store.keys.add(keyOf("older", { user: "ada", expiresAt: NOW + 9 }));
        await everywhere(opened, async (each) => {
          const found = await each.keys.find("older");
          expect(found).toMatchObject({ name: "older", user: "ada", expiresAt: NOW + 9, lostCore: false });
          expect([...(found?.hash ?? [])]).toEqual([...hashOf("older")]);
          expect([await each.keys.isKnown("older"), await each.keys.isKnown("never")]).toEqual([true, false]);
          const listed = await each.keys.list("default");
          expect(listed.map(({ id }) => id)).toEqual(["older", "newer"]);
          expect(listed.some((key) => "hash" in key)).toBe(false);
        });
      }));

    test("needs an account and a core that are there, and an issuer that is not revoked", () =>
      withStore(async (store) => {
        expect(await codeOf(store.keys.add(keyOf("a", { account: "none" })))).toBe("account_not_found");
        expect(await codeOf(store.keys.add(keyOf("a", { core: "none" })))).toBe("core_not_found");
        await store.keys.add(keyOf("admin", { scope: "admin" }));
        await store.keys.add(keyOf("child"), { actor: "admin", at: NOW });
        await store.keys.revoke("default", "admin", NOW);
        expect(await codeOf(store.keys.add(keyOf("late"), { actor: "admin", at: NOW }))).toBe("unauthorized");
        expect((await store.keys.list("default")).map(({ id }) => id)).toEqual(["admin", "child"]);
      }));

    test("is rotated for one of the same kind, works on for a while, and is rotated once", () =>
      withStore(async (store, opened) => {
        await store.cores.create("default", WORK, NOW);
        const old = keyOf("old", { core: "work", user: "ada", name: "web", scope: "admin", lastUsedAt: NOW });
        await store.keys.add(old);
        const next = { id: "next", hash: hashOf("next"), createdAt: NOW + 1, expiresAt: NOW + 999 };
        const by = { actor: "shell", at: NOW + 1 };
        const { key, old: ended } = await store.keys.rotate("old", next, NOW + 50, by);
        const kind = { account: "default", core: "work", user: "ada", name: "web", scope: "admin" } as const;
        expect(key).toEqual({
          ...{ id: "next", ...kind, createdAt: NOW + 1, expiresAt: NOW + 999 },
          ...{ lastUsedAt: null, revokedAt: null, replacedBy: null },
        });
        expect(ended).toMatchObject({ id: "old", ...kind, expiresAt: NOW + 50, replacedBy: "next", revokedAt: null });
        const another = { ...next, id: "another" };
        expect(await codeOf(store.keys.rotate("old", another, NOW + 50))).toBe("invalid_request");
        expect(await codeOf(store.keys.rotate("none", another, NOW + 50))).toBe("key_not_found");
        await store.keys.add(keyOf("brief", { expiresAt: NOW + 5 }));
        const soon = { ...next, id: "soon", expiresAt: null };
        expect((await store.keys.rotate("brief", soon, NOW + 50)).old.expiresAt).toBe(NOW + 5);
        await store.keys.add(keyOf("over", { expiresAt: NOW + 1 }));
        await store.keys.add(keyOf("revoked"));
        await store.keys.revoke("default", "revoked", NOW);
        for (const id of ["over", "revoked"]) {
          expect([id, await codeOf(store.keys.rotate(id, another, NOW + 50))]).toEqual([id, "invalid_request"]);
        }
        const audit = (await store.audit.list("default", { limit: 99, before: null })).reverse();
        const of = (id: string) => audit.filter(({ target }) => target === `key:${id}`).map(({ action }) => action);
        expect([of("old"), of("next"), of("another")]).toEqual([["key.issued", "key.rotated"], ["key.issued"], []]);
        await everywhere(opened, async (each) => {
          expect([...((await each.keys.find("next"))?.hash ?? [])]).toEqual([...hashOf("next")]);
          expect(await each.keys.find("old")).toMatchObject({ expiresAt: NOW + 50, replacedBy: "next" });
          expect([await each.keys.wasIssued("old"), await each.keys.wasIssued("another")]).toEqual([true, false]);
        });
        // It is bound to the very core, as the old one was.
        const again = await opened.reopen();
        await again.cores.remove("default", "work");
        expect((await again.keys.find("next"))?.revokedAt).not.toBeNull();
      }));

    test("is revoked once, at once, by its own account alone", () =>
      withStore(async (store, { reopen }) => {
        await store.accounts.create("acme", NOW);
        await store.keys.add(keyOf("a"));
        expect(await store.keys.revoke("acme", "a", NOW)).toBe(false);
        expect((await store.keys.find("a"))?.revokedAt).toBeNull();
        expect(await store.keys.revoke("default", "a", NOW + 5)).toBe(true);
        expect((await store.keys.find("a"))?.revokedAt).toBe(NOW + 5);
        expect(await store.keys.revoke("default", "a", NOW + 9)).toBe(true);
        expect((await (await reopen()).keys.find("a"))?.revokedAt).toBe(NOW + 5);
      }));

    test("that another process revoked is found revoked within a second", () =>
      withStore(async (store, { beside }) => {
        await store.keys.add(keyOf("a"));
        expect((await store.keys.find("a"))?.revokedAt).toBeNull();
        await (await beside()).keys.revoke("default", "a", NOW + 1);
        const before = performance.now();
        while ((await store.keys.find("a"))?.revokedAt === null) {
          if (performance.now() - before > 1_000) throw new Error("still valid");
          await Bun.sleep(10);
        }
      }));

    test("bound to a core goes with that very core, whatever has its name later", () =>
      withStore(async (store) => {
        await store.cores.create("default", WORK, NOW);
        await store.keys.add(keyOf("bound", { core: "work" }));
        await store.keys.add(keyOf("free"));
        expect((await store.cores.remove("default", "work")).keysRevoked).toBe(1);
        await store.cores.create("default", WORK, NOW);
        expect(await store.keys.find("bound")).toMatchObject({ revokedAt: expect.any(Number), lostCore: true });
        expect(await store.keys.find("free")).toMatchObject({ revokedAt: null, lostCore: false });
      }));

    test("was used last when it was, from the next flush on", () =>
      withStore(async (store, { reopen }) => {
        await store.keys.add(keyOf("a"));
        store.keys.touch("a", NOW + 60_000);
        await store.keys.flushTouches();
        expect((await store.keys.list("default"))[0]?.lastUsedAt).toBe(NOW + 60_000);
        // The store that closes writes what it has.
        store.keys.touch("a", NOW + 120_000);
        expect((await (await reopen()).keys.list("default"))[0]?.lastUsedAt).toBe(NOW + 120_000);
      }));
  });
}
