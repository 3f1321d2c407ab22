// What stands against a file, found before anything of it is stored.
import { describe, expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import { type CheckedImport, checkImport } from "../../src/portability/check-import.ts";
import type { ImportInput } from "../../src/portability/import-input.ts";
import type { ProfileEntry } from "../../src/portability/import-parts.ts";
import type { Entry } from "../../src/portability/read-entry.ts";
import { LineFault } from "../../src/portability/read-fields.ts";
import { AccountsInMemory, CoresInMemory } from "../support/account-ports.ts";
import {
  constitutionOf,
  coreOf,
  fileOf,
  ImportsInMemory,
  lessonOf,
  MODEL,
  packetOf,
  streamOf,
} from "../support/portable-samples.ts";

const header: Entry = { type: "header", model: MODEL };
const settings: ProfileEntry = { type: "settings", settings: { nightly: false } };
const constitution: ProfileEntry = { type: "constitution", constitution: constitutionOf() };
const core = (slug: string): ProfileEntry => ({ type: "core", core: coreOf(slug) });
const packet: Entry = { type: "packet", packet: packetOf() };
const lesson: Entry = { type: "lesson", lesson: lessonOf() };
const brain = (of: string, user: string | null): Entry => {
  return { type: "brain", brain: { core: of, user, createdAt: 1, counters: null } };
};

interface Asked extends Partial<Pick<ImportInput, "core" | "user" | "subBrainsMax">> {
  readonly bound?: Partial<ImportInput["identity"]>;
}

function depsOf() {
  const accounts = new AccountsInMemory("acme").hasUsers("acme", "old1", "old2");
  const model = { current: async () => MODEL };
  return { limits: DEFAULT_LIMITS, imports: new ImportsInMemory(), accounts, cores: new CoresInMemory("blue"), model };
}

/** Line 1 is the header's. */
function check(
  entries: readonly Entry[],
  asked: Asked = {},
  deps = depsOf(),
  place = { line: 0 },
): Promise<CheckedImport> {
  const { bound = {}, ...where } = asked;
  const identity = { account: "acme", core: null, user: null, ...bound };
  const input = { identity, core: null, user: null, format: null, subBrainsMax: null, file: fileOf(""), ...where };
  const numbered = [header, ...entries].map((entry, at) => ({ line: at + 1, entry }));
  return checkImport(deps, input, streamOf(numbered), place);
}

/** The line of the fault, and its reason. */
async function faultOf(entries: readonly Entry[], asked: Asked = {}, deps = depsOf()): Promise<[number, string]> {
  const place = { line: 0 };
  const fault = await check(entries, asked, deps, place).catch((error: unknown) => error);
  if (!(fault instanceof LineFault)) throw fault;
  return [place.line, fault.reason];
}

test("a sound file is answered with what belongs to its account and the number of its brains; nothing is written", async () => {
  const deps = depsOf();
  const entries = [settings, constitution, core("red"), brain("red", "ada"), packet, brain("default", null)];
  expect(await check(entries, {}, deps)).toEqual({
    profile: [settings, constitution, core("red")],
    brains: 2,
    model: MODEL,
  });
  expect([deps.imports.profiles, deps.imports.parts]).toEqual([[], []]);
});

describe("a bound key", () => {
  const notItsPart = (line: number) => ({
    code: "key_scope",
    message: `line ${line}: this key is bound to another part of the account`,
    details: { line },
  });
  const toCore = { bound: { core: "blue" } };
  const toUser = { bound: { user: "ada" } };

  test("brings in brains within its part, and is told the line of one that is not", async () => {
    await check([core("blue"), brain("blue", "ada"), brain("blue", null)], toCore);
    await check([brain("blue", "ada"), brain("default", "ada")], toUser);
    await check([brain("blue", "ada")], { bound: { core: "blue", user: "ada" } });
    const beyond = check([brain("blue", "ada"), brain("default", "ada")], toCore);
    await expect(beyond).rejects.toMatchObject(notItsPart(3));
    for (const user of ["bob", null]) {
      await expect(check([brain("blue", user)], toUser)).rejects.toMatchObject(notItsPart(2));
    }
  });

  test("brings in no settings and no constitution; a core only where it is bound to that one alone", async () => {
    for (const bound of [toCore, toUser]) {
      for (const entry of [settings, constitution]) {
        await expect(check([entry], bound)).rejects.toMatchObject(notItsPart(2));
      }
    }
    await expect(check([core("red")], toCore)).rejects.toMatchObject(notItsPart(2));
    await expect(check([core("blue")], toUser)).rejects.toMatchObject(notItsPart(2));
    await expect(check([core("blue")], { bound: { core: "blue", user: "ada" } })).rejects.toMatchObject(notItsPart(2));
  });
});

describe("one brain that is given another place", () => {
  test("takes nothing of its account along, also for a bound key", async () => {
    for (const asked of [{ core: "blue" }, { user: "eve" }, { user: "eve", bound: { user: "eve" } }]) {
      const { profile } = await check([settings, constitution, core("red"), brain("default", "ada")], asked);
      expect(profile).toEqual([]);
    }
  });

  test("is the only one of the file, or told with the second one's line", async () => {
    const reason = "the file holds more than one brain, so none can be given another place";
    const two = [brain("default", "ada"), packet, brain("default", "bob")];
    expect(await faultOf(two, { core: "blue" })).toEqual([4, reason]);
    expect(await faultOf(two, { user: "eve" })).toEqual([4, reason]);
  });

  test("is checked where it goes, not where it was", async () => {
    await check([brain("nowhere", "ada")], { core: "blue" });
    await check([brain("default", "ada")], { user: "eve", bound: { user: "eve" } });
    const deps = depsOf();
    await check([brain("default", "ada"), packet], { core: "blue", user: "eve" }, deps);
    expect(deps.imports.questions[0]?.brain).toEqual({ account: "acme", core: "blue", user: "eve" });
  });
});

describe("a core", () => {
  test("is there already, `default`, or made by the file before its brain; else it is told", async () => {
    await check([brain("blue", null), brain("default", null), core("red"), brain("red", null)]);
    const reason = "there is no core of this slug here: make it first";
    expect(await faultOf([brain("blue", null), brain("red", null)])).toEqual([3, reason]);
    expect(await faultOf([brain("red", null), core("red")])).toEqual([2, reason]);
  });
});

describe("users", () => {
  const brains = (...users: (string | null)[]) => users.map((user) => brain("blue", user));

  test("fit as many as the plan has, those that are there counted, each new one once", async () => {
    await check([...brains("ada", "old1", "ada", null), brain("default", "ada")], { subBrainsMax: 3 });
    await check(brains("ada", "bob", "eve"), { subBrainsMax: null });
    await check(brains("old1", "old2", null), { subBrainsMax: 0 });
  });

  test("beyond the plan are refused", async () => {
    const refused = { code: "plan_upgrade_required", details: { sub_brains: 3 } };
    await expect(check(brains("ada", "bob"), { subBrainsMax: 3 })).rejects.toMatchObject(refused);
    await expect(check(brains("ada"), { subBrainsMax: 2 })).rejects.toMatchObject({ code: "plan_upgrade_required" });
  });
});

describe("entries", () => {
  test("that cannot be stored are told with their own line, in the store's words", async () => {
    const deps = depsOf();
    deps.imports.conflicts.set("les_1", "the id belongs to another brain");
    const entries = [brain("blue", "ada"), packet, lesson];
    expect(await faultOf(entries, {}, deps)).toEqual([4, "the id belongs to another brain"]);
  });

  test("are asked about by brain and part, with what the key reaches", async () => {
    const deps = depsOf();
    const many: Entry[] = Array(150).fill(packet);
    await check([brain("blue", "ada"), ...many, lesson], { bound: { user: "ada" } }, deps);
    const asked = deps.imports.questions.map(({ packets, lessons }) => [packets.length, lessons.length]);
    expect(asked).toEqual([
      [100, 0],
      [50, 1],
    ]);
    const of = { brain: { account: "acme", core: "blue", user: "ada" }, reach: { core: null, user: "ada" } };
    for (const question of deps.imports.questions) expect(question).toMatchObject(of);
  });
});

test("of cores and constitutions ten thousand are taken", async () => {
  const cores: Entry[] = Array(10_000).fill(core("red"));
  expect((await check(cores)).profile).toHaveLength(10_000);
  const reason = "there are more than 10000 cores and constitutions";
  expect(await faultOf([...cores, core("red")])).toEqual([10_002, reason]);
});
