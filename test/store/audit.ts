// The audit: an entry with each action, in one chain, whoever writes.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SHELL } from "../../src/domain/audit.ts";
import { BRAIN, NOW, recordIn } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

const ALL = { limit: 1_000, before: null };

export function auditHolds(withStore: WithStore): void {
  describe("the audit", () => {
    test("is listed newest first, page by page, of one account or of all", () =>
      withStore(async (store, { reopen }) => {
        await store.accounts.create("acme", NOW, {}, { actor: "key_1", at: NOW + 1 });
        await store.accounts.create("other", NOW, {}, { actor: "key_1", at: NOW + 2 });
        const again = await reopen();
        const [newest, before] = await again.audit.list(null, { limit: 2, before: null });
        expect([newest?.account, before?.account]).toEqual(["other", "acme"]);
        expect(newest).toMatchObject({ action: "account.created", actor: "key_1", at: NOW + 2 });
        expect((await again.audit.list("acme", ALL)).map(({ seq }) => seq)).toEqual([before!.seq]);
        const older = await again.audit.list(null, { limit: 1_000, before: before!.seq });
        expect(older.every(({ seq }) => seq < before!.seq)).toBe(true);
      }));

    test("is one chain without gaps, though two processes write at the same time", () =>
      withStore(async (store, { beside }) => {
        const other = await beside();
        await Promise.all(
          Array.from({ length: 20 }, (_, at) => [store, other][at % 2]!.accounts.create(`a${at}`, NOW)),
        );
        const entries = (await store.audit.list(null, ALL)).reverse();
        expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
        expect(entries.slice(1).map(({ previous }) => previous)).toEqual(entries.slice(0, -1).map(({ hash }) => hash));
      }));

    test("knows of no backup where none was finished", () =>
      withStore(async (store) => {
        expect(await store.audit.lastBackup()).toBeNull();
      }));

    test("knows of a backup that was finished, whoever made it, and of none that failed", () =>
      withStore(async (store, opened) => {
        const { files } = store;
        if (files === null) return;
        expect(await store.audit.lastBackup()).toBeNull();
        const order = { mayReplace: false, memorydVersion: "1", now: NOW, actor: SHELL };
        const target = join(files.place, "a.backup");
        await files.backup({ ...order, target });
        await everywhere(opened, async (each) => expect(await each.audit.lastBackup()).toBe(NOW));
        const again = await opened.reopen();
        await expect(files.backup({ ...order, target, now: NOW + 1 })).rejects.toThrow("exists already");
        expect(await again.audit.lastBackup()).toBe(NOW);
        await files.backup({ ...order, target, now: NOW + 2, mayReplace: true });
        expect(await again.audit.lastBackup()).toBe(NOW + 2);
        const both = [NOW + 2, NOW].map((at) => ({ actor: SHELL, at }));
        expect(await again.audit.finishedBackups(10)).toEqual(both);
        expect(await again.audit.finishedBackups(1)).toEqual(both.slice(0, 1));
      }));

    test("says nothing of an action that failed", () =>
      withStore(async (store) => {
        const before = await store.audit.list(null, ALL);
        expect(await codeOf(store.accounts.create("default", NOW))).toBe("account_exists");
        expect(await store.audit.list(null, ALL)).toEqual(before);
      }));

    test("takes notes of what has no write of its own, and never names a user or a text", () =>
      withStore(async (store) => {
        // A name that no hash can hold.
        const zoe = { ...BRAIN, user: "zoe" };
        const { brain } = await recordIn(store, zoe, "secret");
        const by = { actor: "key_1", at: NOW };
        await store.audit.note({ action: "memory.exported", account: "default", user: "zoe", by });
        await store.packets.remove(brain, "mem_secret", by);
        const { receipt } = await store.brains.erase(zoe, by);
        const entries = await store.audit.list("default", ALL);
        expect(entries.slice(0, 1).map(({ action, seq, hash }) => ({ action, seq, hash }))).toEqual([
          { action: "memory.erased", seq: receipt.audit_seq, hash: receipt.audit_hash },
        ]);
        const text = JSON.stringify(entries);
        for (const word of ["zoe", "input of", "answer of"]) expect(text).not.toContain(word);
        const { dataId, publicKey } = await store.audit.identity();
        expect([receipt.data_id, receipt.public_key]).toEqual([dataId, publicKey]);
      }));
  });

  test("a sound store reads, has no fault, and counts what waits", () =>
    withStore(async (store) => {
      await store.health.check();
      expect(await store.health.fault()).toBeNull();
      expect(await store.health.stats()).toMatchObject({ writesWaiting: 0, batchMs: 0 });
      store.health.noteReadFault("EIO", "the disk fails");
      expect(await store.health.fault()).toMatchObject({ kind: "reading", code: "EIO", message: "the disk fails" });
    }));
}
