// Erasure: what went is found through no port any more, by nobody, and what is beside it stays.
import { describe, expect, test } from "bun:test";
import { SHELL } from "../../src/domain/audit.ts";
import type { BrainKey } from "../../src/domain/brain.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import { BRAIN, brainOf, hashOf, NOW, recordIn, turnOf, vectorOf } from "./fixture.ts";
import { codeOf, everywhere, type WithStore } from "./opened-store.ts";

const WORK = { slug: "work", name: "Work", context: "" };
const BOB = { ...BRAIN, user: "bob" };
const AT_WORK = { ...BRAIN, core: "work" };
const CLAIM = { attribute: "name", value: "Ada", outcome: "claim", confirms: [] } as const;
const MODEL = { id: "m", sha256: "a".repeat(64) };

/** A brain with something in it for every port to find. */
async function fill(store: Store, key: BrainKey): Promise<number> {
  const name = `${key.core}-${key.user}`;
  const { brain, seq } = await recordIn(store, key, `${name}-1`, { attributes: [CLAIM] });
  await recordIn(store, key, `${name}-2`);
  await store.packets.saveEmbeddings([{ brain, seq, vector: vectorOf(1) }]);
  await store.turns.begin(turnOf(`${name}-open`, { brain: key }));
  const rule = {
    brain: key,
    text: "x",
    vector: vectorOf(1),
    createdAt: NOW,
    expiresAt: NOW + 100,
    isGeneral: false,
    sourceLink: [],
  };
  await store.lessons.add({ ...rule, id: `les_${name}` });
  await store.lessons.add({ ...rule, id: `les_${name}_gone` });
  await store.lessons.remove(brain, `les_${name}_gone`, true, NOW);
  const plan = { tokenHash: hashOf(`plan ${name}`), brain, after: 0, through: seq, packetsScanned: 1 };
  await store.learning.savePlan({ ...plan, clusters: [], createdAt: NOW, expiresAt: NOW + 100 });
  return brain;
}

/** Everything of a brain that some port still finds, counted. */
async function leftOf(store: Store, key: BrainKey, brain: number): Promise<Record<string, number>> {
  const name = `${key.core}-${key.user}`;
  const ids = [`${name}-1`, `${name}-2`];
  const page = { brain, after: 0, before: 999, limit: 99 };
  const all = { limit: 99, before: null };
  const tokens = [...ids, `${name}-open`];
  const seqs = [1, 2, 3, 4, 5];
  const { confirmed, claims } = await store.brains.attributes(brain);
  const scanned = await store.learning.scan(brain, { withAlone: true, now: NOW });
  const turns = await Promise.all(tokens.map((token) => store.turns.find(hashOf(token))));
  const packets = await Promise.all(ids.map((id) => store.packets.find(brain, `mem_${id}`)));
  const vectors = await Promise.all(
    (["packets", "lessons"] as const).map((set) => store.vectorSource.scan(set, brain, -1, 99)),
  );
  return {
    turns: turns.filter((turn) => turn !== null).length,
    named: packets.filter((packet) => packet !== null).length,
    packets: (await store.packets.list(brain, all)).length,
    bySeqs: (await store.packets.bySeqs(brain, seqs)).length,
    inputVectors: (await store.packets.inputVectors(brain, seqs)).size,
    pending: (await store.packets.pending(brain, 99)).length,
    pendingBrains: (await store.packets.brainsPending()).filter((each) => each.brain === brain).length,
    attributes: confirmed.length + claims.length,
    memorySize: (await store.brains.counters(brain)).memorySize,
    lessons: (await store.lessons.list(brain, all, NOW)).length,
    scanned: scanned.fresh.length + scanned.alone.length,
    news: (await store.learning.brainsWithNews()).filter(({ id }) => id === brain).length,
    plans: (await store.learning.findPlan(hashOf(`plan ${name}`))) === null ? 0 : 1,
    vectors: vectors.reduce((sum, { count }) => sum + count, 0),
    words: (await store.lexicalSource.scan(brain, -1, 99, 1)).length,
    exported: (await store.exports.packets(page)).length + (await store.exports.lessons(page, NOW)).length,
    rules: (await store.exports.forgottenRules(page)).length,
    stale: await store.stale.countPackets(brain, 99),
  };
}

const NOTHING = {
  ...{ turns: 0, named: 0, packets: 0, bySeqs: 0, inputVectors: 0, pending: 0, pendingBrains: 0, attributes: 0 },
  ...{
    memorySize: 0,
    lessons: 0,
    scanned: 0,
    news: 0,
    plans: 0,
    vectors: 0,
    words: 0,
    exported: 0,
    rules: 0,
    stale: 0,
  },
};

export function erasureHolds(withStore: WithStore): void {
  const withData: typeof withStore = (use) =>
    withStore(async (store, opened) => {
      await store.model.adopt(MODEL);
      await store.cores.create("default", WORK, NOW);
      for (const key of [BRAIN, BOB, AT_WORK]) await fill(store, key);
      // Everything counts as stale, so that this way to it is looked at as well.
      await store.model.adopt({ ...MODEL, sha256: "b".repeat(64) });
      await use(store, opened);
    });

  const ways: [string, (store: Store) => Promise<unknown>, BrainKey[], BrainKey[]][] = [
    ["the memory of a brain", (store) => store.brains.erase(BRAIN), [BRAIN], [BOB, AT_WORK]],
    ["a core", (store) => store.cores.remove("default", "work"), [AT_WORK], [BRAIN, BOB]],
    ["a user", (store) => store.users.remove({ account: "default", core: null }, "ada"), [BRAIN, AT_WORK], [BOB]],
    [
      "a user in one core",
      (store) => store.users.remove({ account: "default", core: "work" }, "ada"),
      [AT_WORK],
      [BRAIN, BOB],
    ],
  ];

  describe.each(ways)("erasing %s", (_, erase, gone, kept) => {
    test("leaves nothing of it that any port finds, and all of what is beside it", () =>
      withData(async (store, opened) => {
        const brains = new Map<BrainKey, number>();
        for (const key of [...gone, ...kept]) brains.set(key, await brainOf(store, key));
        const before = await Promise.all(kept.map((key) => leftOf(store, key, brains.get(key)!)));
        for (const each of before)
          expect(Object.values(each).every((count) => count > 0 || each.vectors === 0)).toBe(true);
        await erase(store);
        await everywhere(opened, async (each) => {
          for (const key of gone) expect(await leftOf(each, key, brains.get(key)!)).toEqual(NOTHING);
          expect(await Promise.all(kept.map((key) => leftOf(each, key, brains.get(key)!)))).toEqual(before);
        });
      }));

    test("is told of by a receipt that counts it, once", () =>
      withData(async (store) => {
        const erased = (await erase(store)) as { receipt: { brains: number; packets: number; lessons: number } };
        const { brains, packets, lessons } = erased.receipt;
        expect({ brains, packets, lessons }).toEqual({
          brains: gone.length,
          packets: 2 * gone.length,
          lessons: gone.length,
        });
      }));

    test("by another process is heard of once, with the brains that are gone", () =>
      withData(async (store, { beside }) => {
        const numbers = await Promise.all(gone.map((key) => brainOf(store, key)));
        const other = await beside();
        expect(await store.brains.erasedElsewhere()).toEqual({ accounts: [], brains: [] });
        const by = { actor: SHELL, at: NOW };
        const isWhole = gone.length === 1 && gone[0] === BRAIN;
        if (isWhole) await other.brains.erase(BRAIN, by);
        else await other.users.remove({ account: "default", core: gone.length === 2 ? null : "work" }, "ada", by);
        const heard = await store.brains.erasedElsewhere();
        expect(heard.accounts).toEqual(["default"]);
        // The brain itself stays where its memory alone went, and may be told of all the same.
        expect(numbers).toEqual(expect.arrayContaining([...heard.brains]));
        if (!isWhole) expect(heard.brains.toSorted((a, b) => a - b)).toEqual(numbers.sort((a, b) => a - b));
        expect(await store.brains.erasedElsewhere()).toEqual({ accounts: [], brains: [] });
      }));
  });

  test("deleting an account leaves nothing of it that any port finds, and all of what is beside it", () =>
    withData(async (store, opened) => {
      const mine = { ...BRAIN, account: "acme", user: "ann" };
      const fillAcme = async (each: Store) => {
        await each.accounts.create("acme", NOW, { plan: "free" });
        await each.accounts.changeSettings("acme", { sourcesMax: 3 });
        await each.cores.create("acme", WORK, NOW);
        await each.constitutions.put("acme", { name: "strict", text: "x", gates: [], prohibitions: [] }, NOW);
        const key = { account: "acme", name: "k", scope: "admin", core: null, user: null, createdAt: NOW } as const;
        const unused = { lastUsedAt: null, expiresAt: null, revokedAt: null, replacedBy: null, hash: hashOf("k") };
        await each.keys.add({ ...key, ...unused, id: "acmekey1" });
        return [await fill(each, mine), await fill(each, { ...mine, core: "work" })] as const;
      };
      const numbers = await fillAcme(store);
      const beside = await leftOf(store, BRAIN, await brainOf(store));
      const other = await opened.beside();
      expect(await other.brains.erasedElsewhere()).toEqual({ accounts: [], brains: [] });
      const removed = await store.accounts.remove("acme", { actor: SHELL, at: NOW });
      expect([removed.brains, removed.keysRevoked]).toEqual([[...numbers], 1]);
      const counts = { account: "acme", user: null, core: null, brains: 2, packets: 4, lessons: 2 };
      expect(removed.receipt).toMatchObject({ ...counts, action: "account.deleted", target: "account:acme" });
      expect(await other.brains.erasedElsewhere()).toEqual({ accounts: ["acme"], brains: [...numbers] });
      const isBare = async (each: Store) => {
        expect(await leftOf(each, mine, numbers[0])).toEqual(NOTHING);
        expect(await each.keys.find("acmekey1")).toBeNull();
        expect([await each.keys.list("acme"), await each.cores.list("acme")]).toEqual([[], []]);
        expect([await each.constitutions.list("acme"), await each.accounts.countUsers("acme")]).toEqual([[], 0]);
        expect((await each.accounts.settings("acme")).sourcesMax).toBeNull();
        expect((await each.accounts.turnsOf("2026-01")).has("acme")).toBe(false);
        expect(await leftOf(each, BRAIN, await brainOf(each))).toEqual(beside);
      };
      expect(await codeOf(store.accounts.remove("acme"))).toBe("account_not_found");
      // Who still writes for it is told that its key is gone, and makes nothing.
      expect(await codeOf(store.turns.begin(turnOf("late", { brain: mine })))).toBe("unauthorized");
      expect(await codeOf(store.cores.create("acme", WORK, NOW))).toBe("unauthorized");
      await everywhere(opened, async (each) => {
        await isBare(each);
        expect(await each.accounts.exists("acme")).toBe(false);
      });
      const again = await opened.reopen();
      await again.accounts.create("acme", NOW);
      await isBare(again);
      expect((await again.accounts.find("acme"))?.plan).toBe("unlimited");
      const [made, ...before] = await again.audit.listOwn("acme", { limit: 99, before: null });
      expect([made?.action, before]).toEqual(["account.created", []]);
      expect(await again.audit.listOwn("acme", { limit: 99, before: made!.seq })).toEqual([]);
      const actions = (await again.audit.list("acme", { limit: 3, before: null })).map(({ action }) => action);
      expect(actions).toEqual(["account.created", "account.deleted", "key.revoked"]);
    }));

  test("a brain goes on after its memory was erased, with its turns counted, and no place is given twice", () =>
    withData(async (store) => {
      const brain = await brainOf(store);
      const last = (await store.packets.list(brain, { limit: 1, before: null }))[0]!.seq;
      const { version } = await store.brains.attributes(brain);
      await store.brains.erase(BRAIN);
      expect(await store.brains.counters(brain)).toMatchObject({ turns: 2, memorySize: 0 });
      expect((await store.brains.attributes(brain)).version).toBeGreaterThan(version);
      const again = await recordIn(store, BRAIN, "again", { attributesVersion: 99 });
      expect(again.brain).toBe(brain);
      expect(again.seq).toBeGreaterThan(last);
    }));

  test("the number of a brain that was erased whole is never given again", () =>
    withData(async (store, { reopen }) => {
      const first = await brainOf(store, AT_WORK);
      await store.cores.remove("default", "work");
      const again = await reopen();
      await again.cores.create("default", WORK, NOW);
      expect((await again.turns.begin(turnOf("t", { brain: AT_WORK }))).id).toBeGreaterThan(first);
    }));

  test("what was prepared before cannot be recorded after", () =>
    withData(async (store) => {
      const brain = await brainOf(store);
      const open = { ...turnOf("x"), tokenHash: hashOf("default-ada-open") };
      await store.brains.erase(BRAIN);
      const late = { tokenHash: open.tokenHash, brain, answer: "a", answerHash: hashOf("a"), packetId: "mem_late" };
      const said = { kind: "raw", confidence: 0.5, cues: [], teaches: false } as const;
      const rest = { ...said, attributes: [], attributesVersion: 0, now: NOW };
      expect(await codeOf(store.turns.record({ ...late, ...rest }))).toBe("token_not_found");
    }));

  test("users are listed by name with what they hold, and those of whom nothing is there are not found", () =>
    withData(async (store) => {
      const everywhere = { account: "default", core: null };
      const first = { after: null, limit: 9, holding: null };
      const [ada, bob, ...more] = await store.users.list(everywhere, first, NOW);
      expect(ada).toMatchObject({ user: "ada", brains: 2, packets: 4, lessons: 2, lastActiveAt: NOW + 10 });
      expect([bob?.user, more]).toEqual(["bob", []]);
      const page = await store.users.list(everywhere, { ...first, after: "ada" }, NOW);
      expect(page.map(({ user }) => user)).toEqual(["bob"]);
      const found = await store.users.list(everywhere, { ...first, holding: "DA" }, NOW);
      expect(found.map(({ user }) => user)).toEqual(["ada"]);
      expect(await store.users.find({ account: "default", core: "work" }, "bob", NOW)).toBeNull();
      expect(await store.users.remove(everywhere, "nobody")).toBeNull();
      expect((await store.users.find(everywhere, "ada", NOW))?.brains).toBe(2);
    }));
}
