// Leaving and coming back: what is exported comes in again as it was, once, and nowhere that it does not belong.
import { describe, expect, test } from "bun:test";
import type { BrainKey } from "../../src/domain/brain.ts";
import type { PortableLesson, PortablePacket, PortableRule } from "../../src/domain/portability.ts";
import type { ExportedBrain } from "../../src/domain/ports/export-source.ts";
import type { ImportPart } from "../../src/domain/ports/import-store.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import { BRAIN, brainOf, NOW, recordIn, turnOf, vectorOf } from "./fixture.ts";
import { codeOf, type WithStore } from "./opened-store.ts";

const THERE = { account: "acme", core: "default", user: "ada" };
const CONFIRM = { attribute: "name", value: "Ada", outcome: "confirm", confirms: [] } as const;
const EVERYTHING = { account: "default", core: null, user: null };
const WORDS = {
  version: 1,
  terms: { language: "en", inputLength: 0, answerLength: 0, terms: new Uint8Array(), counts: new Uint8Array() },
};

/** Three packets, two learned from and one waiting, a lesson, a rule that was deleted for good. */
async function fill(store: Store): Promise<number> {
  await store.model.adopt({ id: "m", sha256: "a".repeat(64) });
  const { brain, seq } = await recordIn(store, BRAIN, "a", { attributes: [CONFIRM], kind: "correction" });
  const { version } = await store.brains.attributes(brain);
  const claim = { ...CONFIRM, value: "Eve", outcome: "claim" as const };
  const second = await recordIn(store, BRAIN, "b", { attributes: [claim], attributesVersion: version });
  await store.learning.moveWatermark(brain, second.seq);
  const third = await recordIn(store, BRAIN, "c");
  const made = [seq, second.seq, third.seq].map((each) => ({ brain, seq: each, vector: vectorOf(each) }));
  await store.packets.saveEmbeddings(made);
  const times = { createdAt: NOW, expiresAt: NOW + 100 };
  const lesson = { brain: BRAIN, text: "x", vector: vectorOf(8), isGeneral: true, ...times };
  await store.lessons.add({ ...lesson, id: "les_1", sourceLink: ["mem_a", "mem_b"] });
  await store.lessons.add({ ...lesson, id: "les_2", sourceLink: [] });
  await store.lessons.remove(brain, "les_2", true, NOW);
  await store.turns.begin(turnOf("coherent", { coherence: 0.5 }));
  return brain;
}

interface Exported {
  readonly counters: ExportedBrain["counters"];
  readonly packets: PortablePacket[];
  readonly lessons: PortableLesson[];
  readonly rules: PortableRule[];
}

/** As an export reads it: a few rows a page, from the first to the last. */
async function exported(store: Store, key: BrainKey): Promise<Exported> {
  const scope = { account: key.account, core: key.core, user: key.user };
  const [brain] = await store.exports.brains(scope, null, 2);
  if (brain === undefined) throw new Error("there is no such brain");
  const { nextSeq: before, learnedThrough } = brain;
  async function all<T extends { readonly seq: number }>(read: (after: number) => Promise<T[]>): Promise<T[]> {
    const rows: T[] = [];
    for (;;) {
      const page = await read(rows.at(-1)?.seq ?? 0);
      if (page.length === 0) return rows;
      rows.push(...page);
    }
  }
  const page = (after: number) => ({ brain: brain.id, after, before, limit: 2 });
  const packets = await all((after) => store.exports.packets(page(after)));
  const lessons = await all((after) => store.exports.lessons(page(after), NOW));
  const rules = await all((after) => store.exports.forgottenRules(page(after)));
  return {
    counters: brain.counters,
    packets: packets.map(({ seq, ...packet }) => ({ ...packet, learned: seq <= learnedThrough })),
    lessons: lessons.map(({ seq: _, ...lesson }) => lesson),
    rules: rules.map(({ seq: _, ...rule }) => rule),
  };
}

function partOf({ counters, packets, lessons, rules }: Exported, changes: Partial<ImportPart> = {}): ImportPart {
  let line = 1;
  const atLine = <T>(each: T) => ({ ...each, line: ++line });
  const whole = { reach: { core: null, user: null }, createdAt: NOW, subBrainsMax: null };
  return {
    ...{ brain: THERE, ...whole, counters, lessons: lessons.map(atLine), rules: rules.map(atLine) },
    packets: packets.map((packet) => ({ ...atLine(packet), words: WORDS })),
    ...changes,
  };
}

export function portabilityHolds(withStore: WithStore): void {
  const withExport = (use: (store: Store, from: Exported, reopen: () => Promise<Store>) => Promise<void>) =>
    withStore(async (store, { reopen }) => {
      await fill(store);
      await store.accounts.create("acme", NOW);
      await use(store, await exported(store, BRAIN), reopen);
    });

  describe("an export", () => {
    test("has everything, in order, and only what was there when it began", () =>
      withExport(async (store, { packets, lessons, rules, counters }) => {
        expect(packets.map(({ id, learned, learnable }) => [id, learned, learnable])).toEqual([
          ["mem_a", true, true],
          ["mem_b", true, true],
          ["mem_c", false, true],
        ]);
        expect(packets[0]?.attributes).toEqual([{ attribute: "name", value: "Ada", confirmed: true }]);
        expect(packets[1]?.attributes).toEqual([{ attribute: "name", value: "Eve", confirmed: false }]);
        expect(packets[2]?.vector).toEqual(vectorOf(3));
        expect(lessons.map(({ id, sourceLink }) => [id, sourceLink])).toEqual([["les_1", ["mem_a", "mem_b"]]]);
        expect(rules).toHaveLength(1);
        expect(counters).toEqual({ turns: 3, coherenceSum: 0.5, coherenceCount: 1 });
        const [brain] = await store.exports.brains(EVERYTHING, null, 9);
        await recordIn(store, BRAIN, "late");
        const page = { brain: brain!.id, after: 0, before: brain!.nextSeq, limit: 99 };
        expect(await store.exports.packets(page)).toHaveLength(3);
      }));

    test("names brains by core and user, each once, within what was asked for", () =>
      withStore(async (store) => {
        await store.cores.create("default", { slug: "a-core", name: "A", context: "" }, NOW);
        const keys = [
          ["default", "bob"],
          ["default", null],
          ["a-core", "zoe"],
          ["default", "ada"],
        ] as const;
        for (const [core, user] of keys) await recordIn(store, { account: "default", core, user }, `${core} ${user}`);
        const places: string[] = [];
        let after: { core: string; user: string | null } | null = null;
        for (;;) {
          const [next]: ExportedBrain[] = await store.exports.brains(EVERYTHING, after, 1);
          if (next === undefined) break;
          places.push(`${next.core} ${next.user}`);
          after = { core: next.core, user: next.user };
        }
        expect(places).toEqual(["a-core zoe", "default null", "default ada", "default bob"]);
        const ofBob = await store.exports.brains({ ...EVERYTHING, user: "bob" }, null, 9);
        expect(ofBob.map(({ core, user }) => [core, user])).toEqual([["default", "bob"]]);
        expect(await store.exports.brains({ ...EVERYTHING, account: "acme" }, null, 9)).toEqual([]);
      }));
  });

  describe("an import", () => {
    test("brings in what was exported: exported again it is the same", () =>
      withExport(async (store, from, reopen) => {
        const { brain, packets, lessons, rules, toEmbed } = await store.imports.part(partOf(from));
        expect({ packets, lessons, rules, toEmbed }).toEqual({
          packets: { stored: 3, skipped: 0 },
          lessons: { stored: 1, skipped: 0 },
          rules: { stored: 1, skipped: 0 },
          toEmbed: 0,
        });
        const again = await reopen();
        expect(await exported(again, THERE)).toEqual(from);
        expect(await again.brains.counters(brain)).toMatchObject({ turns: 3, memorySize: 3 });
        expect((await again.brains.attributes(brain)).confirmed).toMatchObject([{ attribute: "name", value: "Ada" }]);
      }));

    test("adds nothing the second time, and the same id may stand in another account", () =>
      withExport(async (store, from) => {
        const part = partOf(from);
        await store.imports.part(part);
        expect(await store.imports.conflict(part)).toBeNull();
        const again = await store.imports.part(part);
        expect([again.packets.skipped, again.lessons.skipped, again.rules.skipped]).toEqual([3, 1, 1]);
        expect(await exported(store, THERE)).toEqual(from);
        expect(await exported(store, BRAIN)).toEqual(from);
      }));

    test("is refused with its line where an id stands for something else, and nothing of it is stored", () =>
      withExport(async (store, from) => {
        await store.imports.part(partOf(from));
        const [first, ...rest] = from.packets;
        const changed = partOf({ ...from, packets: [...rest, { ...first!, answer: "other" }] });
        const { line } = changed.packets.at(-1)!;
        expect((await store.imports.conflict(changed))?.line).toBe(line);
        expect(await codeOf(store.imports.part(changed))).toBe("invalid_request");
        const inAnother = partOf(from, { brain: { ...THERE, user: "bob" } });
        expect((await store.imports.conflict(inAnother))?.line).toBe(2);
        expect(await codeOf(store.imports.part(inAnother))).toBe("invalid_request");
        expect(await store.brains.find(inAnother.brain)).toBeNull();
        expect(await exported(store, THERE)).toEqual(from);
      }));

    test("learns nothing of a brain that its key does not reach", () =>
      withExport(async (store, from) => {
        await store.imports.part(partOf(from));
        const reach = { core: "default", user: "bob" };
        const bobs = partOf(from, { brain: { ...THERE, user: "bob" }, reach });
        expect(await store.imports.conflict(bobs)).toBeNull();
        expect((await store.imports.part(bobs)).packets.stored).toBe(3);
      }));

    test("needs its core, and a place among the users", () =>
      withExport(async (store, from) => {
        const inNone = partOf(from, { brain: { ...THERE, core: "none" } });
        expect(await codeOf(store.imports.part(inNone))).toBe("core_not_found");
        expect(await codeOf(store.imports.part(partOf(from, { subBrainsMax: 0 })))).toBe("plan_upgrade_required");
        expect(await brainOf(store, THERE)).toBe(0);
      }));

    test("says how much is to be embedded still, and that is found as such", () =>
      withExport(async (store, from) => {
        const bare = from.packets.map((packet) => ({ ...packet, vector: null, inputVector: null }));
        const { brain, toEmbed } = await store.imports.part(partOf({ ...from, packets: bare, lessons: [] }));
        expect([toEmbed, await store.stale.isStale(brain)]).toEqual([3, true]);
        expect(await store.stale.count()).toMatchObject({ total: 6, done: 3 });
        expect((await store.vectorSource.scan("packets", brain, -1, 9)).count).toBe(0);
      }));

    test("of a profile adds what is not there, and leaves what is", () =>
      withStore(async (store) => {
        await store.accounts.changeSettings("default", { sourcesMax: 3 });
        const constitution = { name: "strict", text: "x", gates: [], prohibitions: [], updatedAt: NOW };
        const cores = [{ slug: "work", name: "Work", context: "", createdAt: NOW }];
        const settings = { sourcesMax: 9, memoryTokens: 500 };
        const profile = { account: "default", settings, constitutions: [constitution], cores };
        expect(await store.imports.profile(profile)).toEqual({ settings: 1, constitutions: 1, cores: 1 });
        expect(await store.imports.profile(profile)).toEqual({ settings: 0, constitutions: 0, cores: 0 });
        expect(await store.accounts.settings("default")).toMatchObject({ sourcesMax: 3, memoryTokens: 500 });
        expect((await store.exports.cores("default")).map(({ slug }) => slug)).toEqual(["work"]);
        expect(await store.exports.constitutions("default")).toEqual([constitution]);
        expect(await codeOf(store.imports.profile({ ...profile, account: "none" }))).toBe("unauthorized");
      }));
  });
}
