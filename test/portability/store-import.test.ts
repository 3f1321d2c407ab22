// A file that was looked through is stored, part by part, and what was stored is told.
import { describe, expect, test } from "bun:test";
import { MemoryError } from "../../src/domain/errors.ts";
import type { ImportedPart } from "../../src/domain/ports/import-store.ts";
import { type ImportInput, shownReport } from "../../src/portability/import-input.ts";
import type { Entry } from "../../src/portability/read-entry.ts";
import { type StoreDeps, storeImport } from "../../src/portability/store-import.ts";
import { fixedClock, NOW } from "../support/account-ports.ts";
import {
  constitutionOf,
  coreOf,
  fileOf,
  ImportsInMemory,
  lessonOf,
  MODEL,
  NO_TERMS,
  packetOf,
  ruleOf,
  streamOf,
} from "../support/portable-samples.ts";

const header: Entry = { type: "header", model: MODEL };
const packet = (id: string): Entry => ({ type: "packet", packet: packetOf({ id }) });
const lesson = (id: string, expiresAt: number): Entry => ({ type: "lesson", lesson: lessonOf({ id, expiresAt }) });
const rule: Entry = { type: "forgotten_rule", rule: ruleOf() };
const counters = { turns: 9, coherenceSum: 2, coherenceCount: 3 };
const brain = (user: string | null, createdAt: number | null = 1): Entry => {
  return { type: "brain", brain: { core: "blue", user, createdAt, counters } };
};

const PROFILE: Extract<Entry, { type: "settings" | "constitution" | "core" }>[] = [
  { type: "settings", settings: { nightly: false, sourcesMax: 3 } },
  { type: "constitution", constitution: constitutionOf() },
  { type: "core", core: coreOf() },
  { type: "settings", settings: { sourcesMax: 4 } },
];

function depsOf() {
  const imports = new ImportsInMemory();
  const heard: ImportedPart[] = [];
  const asked: string[][] = [];
  const termsOf: StoreDeps["words"]["termsOf"] = async (...of) => {
    asked.push(of);
    return NO_TERMS;
  };
  const onStored = (part: ImportedPart) => void heard.push(part);
  return { imports, heard, asked, clock: fixedClock(), words: { version: 3, termsOf }, onStored };
}

const BY = { actor: "shell", at: NOW };

function store(entries: readonly Entry[], deps = depsOf(), changes: Partial<ImportInput> = {}) {
  const identity = { account: "acme", core: null, user: "ada" };
  const input = { identity, core: null, user: null, format: null, subBrainsMax: 7, file: fileOf(""), ...changes };
  const numbered = [header, ...entries].map((entry, at) => ({ line: at + 1, entry }));
  const told = { format: "memoryd", core: input.core, user: input.user, by: BY };
  return storeImport(deps, input, { profile: PROFILE, brains: 2, model: MODEL }, streamOf(numbered), told);
}

test("what belongs to the account comes first, with what the audit tells; a later setting goes before an earlier one", async () => {
  const deps = depsOf();
  await store([brain("ada"), packet("a")], deps, { core: "red" });
  expect(deps.imports.profiles).toEqual([
    {
      account: "acme",
      settings: { nightly: false, sourcesMax: 4 },
      constitutions: [constitutionOf()],
      cores: [coreOf()],
      ...{ format: "memoryd", core: "red", user: null, by: BY, brains: 2 },
    },
  ]);
});

test("a part goes to its brain with its packets' words, what the key reaches and what the plan allows", async () => {
  const deps = depsOf();
  await store([brain("ada"), packet("a"), rule], deps);
  const { line: _, ...rest } = deps.imports.parts[0]?.packets[0] ?? { line: 0 };
  expect(rest).toEqual({ ...packetOf({ id: "a" }), words: { version: 3, terms: NO_TERMS } });
  expect(deps.asked).toEqual([["acme", packetOf().input, packetOf().answer]]);
  expect(deps.imports.parts[0]).toMatchObject({
    brain: { account: "acme", core: "blue", user: "ada" },
    reach: { core: null, user: "ada" },
    createdAt: 1,
    subBrainsMax: 7,
    counters,
    rules: [{ line: 4 }],
  });
});

test("a part goes where the brain was given another place; a brain of no known age is made now", async () => {
  const deps = depsOf();
  await store([brain("ada", null), packet("a")], deps, { core: "red", user: "eve" });
  const to = { brain: { account: "acme", core: "red", user: "eve" }, createdAt: NOW };
  expect(deps.imports.parts).toMatchObject([to]);
});

test("a lesson that has expired stays behind, to the millisecond, and is counted", async () => {
  const deps = depsOf();
  const lessons = [lesson("dead", NOW - 1), lesson("just", NOW), lesson("live", NOW + 1)];
  const report = await store([brain("ada"), ...lessons], deps);
  expect(deps.imports.parts[0]?.lessons.map(({ id }) => id)).toEqual(["live"]);
  expect(report.lessons).toEqual({ stored: 1, skipped: 0, expired: 2 });
});

test("the report sums up all parts, and whoever holds brains in memory hears of each that is stored", async () => {
  const deps = depsOf();
  deps.imports.known.add("known");
  const packets = Array.from({ length: 100 }, (_, at) => packet(`p${at}`));
  const bare: Entry = { type: "packet", packet: packetOf({ id: "y", vector: null }) };
  const ofAda = [brain("ada"), bare, lesson("dead", NOW), ...packets, packet("known")];
  const shared = [brain(null), packet("x"), lesson("known", NOW + 1), lesson("gone", NOW), rule, bare];
  const report = await store([...ofAda, ...shared], deps);
  expect(report).toEqual({
    brains: 2,
    packets: { stored: 103, skipped: 1 },
    lessons: { stored: 0, skipped: 1, expired: 2 },
    forgottenRules: { stored: 1, skipped: 0 },
    ...{ settings: 2, constitutions: 1, cores: 1, toEmbed: 2 },
  });
  expect(deps.heard.map(({ packets: { stored } }) => stored)).toEqual([99, 2, 2]);
});

describe("a store that refuses", () => {
  function refusing(after: number, error: Error) {
    const deps = depsOf();
    const { imports } = deps;
    let parts = 0;
    const part: ImportsInMemory["part"] = async (asked) => {
      parts += 1;
      if (parts > after) throw error;
      return imports.part(asked);
    };
    const stopped = { profile: imports.profile.bind(imports), conflict: imports.conflict.bind(imports), part };
    return { ...deps, imports: Object.assign(new ImportsInMemory(), stopped) };
  }

  const full = new MemoryError("storage_full", "the disk is full", { bytes: 1 });
  const entries = [brain("ada"), packet("a"), packet("b"), brain(null), packet("c")];

  test("half way says how many turns were stored before", async () => {
    const deps = refusing(1, full);
    await expect(store(entries, deps)).rejects.toMatchObject({
      code: "storage_full",
      message: "the disk is full; 2 turns of the file were stored before that",
      details: { bytes: 1, stored: 2 },
    });
    expect(deps.heard).toHaveLength(1);
  });

  test("before anything is stored, or for no reason of the service's own, is told as it is", async () => {
    const broken = new Error("broken");
    expect(await store(entries, refusing(0, full)).catch((error: unknown) => error)).toBe(full);
    expect(await store(entries, refusing(1, broken)).catch((error: unknown) => error)).toBe(broken);
  });
});

test("a report is shown under the names of the interface", () => {
  const report = {
    format: "chat",
    brains: 1,
    packets: { stored: 2, skipped: 3 },
    lessons: { stored: 4, skipped: 5, expired: 6 },
    forgottenRules: { stored: 7, skipped: 8 },
    ...{ cores: 9, constitutions: 10, settings: 11, toEmbed: 12 },
  } as const;
  const { forgottenRules, toEmbed, ...rest } = report;
  expect(shownReport(report)).toEqual({ ...rest, forgotten_rules: forgottenRules, to_embed: toEmbed });
});
