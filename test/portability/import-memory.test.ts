// A whole import: which reader a file gets, how what is wrong with it is told, and that a wrong file stores nothing.
import { describe, expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import * as lines from "../../src/portability/export-lines.ts";
import { openInPlace } from "../../src/portability/foreign-document.ts";
import type { ImportInput } from "../../src/portability/import-input.ts";
import { type ImportDeps, importMemory } from "../../src/portability/import-memory.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { decideAttributes } from "../../src/turns/decide-attributes.ts";
import { AccountsInMemory, CoresInMemory, fixedClock } from "../support/account-ports.ts";
import { MarkedReading } from "../support/marked-reading.ts";
import {
  brainOf,
  constitutionOf,
  exportText,
  fileOf,
  HEADER,
  ImportsInMemory,
  lessonOf,
  MODEL,
  NO_TERMS,
  packetOf,
} from "../support/portable-samples.ts";

function depsOf() {
  const marked = new MarkedReading();
  const { readInput, redact, checkPatterns } = marked;
  const reading: TextReading = { ...readInPlace(), readInput, redact, checkPatterns };
  const opened = { count: 0, closed: 0 };
  const openDocument: ImportDeps["openDocument"] = async (bytes, format) => {
    const document = await openInPlace(bytes, format);
    opened.count += 1;
    const close = () => {
      opened.closed += 1;
    };
    return { ...document, close };
  };
  return {
    ...{ limits: DEFAULT_LIMITS, clock: fixedClock(), imports: new ImportsInMemory() },
    ...{ accounts: new AccountsInMemory("acme"), cores: new CoresInMemory("blue") },
    model: { current: async () => MODEL },
    brains: { find: async () => null, attributes: async () => ({ version: 0, confirmed: [], claims: [] }) },
    words: { version: 1, termsOf: async () => NO_TERMS },
    sameValue: (_: string, a: string, b: string) => a === b,
    ...{ decideAttributes, reading, openDocument, opened, onStored: () => {} },
  };
}

function take(text: string, changes: Partial<ImportInput> = {}, deps = depsOf()) {
  const identity = { account: "acme", core: null, user: null };
  const where = { core: null, user: null, format: null, subBrainsMax: null };
  return importMemory(deps, { identity, ...where, file: fileOf(text), ...changes });
}

const BRAIN = lines.brainLine(brainOf());
const packetLine = (changes: Parameters<typeof packetOf>[0] = {}) => lines.packetLine(packetOf(changes), true);
const WHOLE = exportText([BRAIN, packetLine(), lines.lessonLine(lessonOf(), true)]);
const CHAT = JSON.stringify([
  { role: "user", content: "no, name: Dana" },
  { role: "assistant", content: "ok" },
]);

test("an export is read as one, another program's file as that, and the report says which", async () => {
  const deps = depsOf();
  expect(await take(WHOLE, {}, deps)).toMatchObject({
    format: "memoryd",
    brains: 1,
    packets: { stored: 1, skipped: 0 },
  });
  expect(deps.opened.count).toBe(0);
  expect(await take(CHAT, {}, deps)).toMatchObject({ format: "chat", brains: 1, packets: { stored: 1 } });
  expect(deps.imports.profiles.map(({ format }) => format)).toEqual(["memoryd", "chat"]);
  expect(deps.opened).toEqual({ count: 1, closed: 1 });
});

test("a format that is named goes before what the content looks like", async () => {
  await expect(take(WHOLE, { format: "chat" })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("it must be a list of messages"),
  });
  await expect(take(CHAT, { format: "memoryd" })).rejects.toMatchObject({ details: { line: 1 } });
  expect(await take("just words", { format: "basic-memory" })).toMatchObject({ format: "basic-memory" });
});

describe("what is wrong is told", () => {
  test("with the line of an export", async () => {
    const wrong = exportText([BRAIN, packetLine(), packetLine({ confidence: 2 })]);
    await expect(take(wrong)).rejects.toMatchObject({
      code: "invalid_request",
      message: "line 4: `confidence` must be a number from 0 to 1",
      details: { line: 4 },
    });
  });

  test("with the line where something stands against it", async () => {
    const deps = depsOf();
    deps.imports.conflicts.set("mem_1", "an entry of this id has other content");
    const refused = { message: "line 3: an entry of this id has other content", details: { line: 3 } };
    await expect(take(WHOLE, {}, deps)).rejects.toMatchObject(refused);
  });

  test("with the entry of another program's file", async () => {
    const memories = JSON.stringify([{ memory: "a" }, { memory: "b", created_at: "soon" }]);
    const refused = {
      message: "entry 2: `created_at` must be a moment, such as 2026-01-31 or 2026-01-31T09:30:00Z",
      details: { entry: 2 },
    };
    await expect(take(memories)).rejects.toMatchObject(refused);
    const deps = depsOf();
    const long = JSON.stringify([{ memory: "a" }, { memory: "b" }, { memory: `b${"x".repeat(32_768)}` }]);
    await expect(take(long, {}, deps)).rejects.toMatchObject({ details: { entry: 3 } });
    expect(deps.opened).toEqual({ count: 1, closed: 1 });
  });

  test("with the entry that the store has something against", async () => {
    const deps = depsOf();
    const [packet] = await takenPackets("mem0", [{ memory: "a" }, { memory: "b" }]);
    deps.imports.conflicts.set(packet?.id ?? "", "not here");
    const file = JSON.stringify([{ memory: "z" }, { memory: "a" }]);
    await expect(take(file, {}, deps)).rejects.toMatchObject({ message: "entry 2: not here", details: { entry: 2 } });
  });

  test("as the first line where no program is known to have written it, and of none where the whole file is wrong", async () => {
    await expect(take("just words")).rejects.toMatchObject({ details: { line: 1 } });
    const list = { message: "the file cannot be read: it must hold a list of memories", details: undefined };
    await expect(take('{"a":1}\n{"a":2}\n', { format: "mem0" })).rejects.toMatchObject(list);
  });
});

async function takenPackets(format: ImportInput["format"], document: unknown) {
  const deps = depsOf();
  await take(JSON.stringify(document), { format }, deps);
  return deps.imports.parts.flatMap(({ packets }) => packets);
}

test("a file that is wrong in its last line stores nothing of the rest", async () => {
  const deps = depsOf();
  for (const text of [
    WHOLE.slice(0, -2),
    `${WHOLE}x`,
    HEADER + BRAIN + packetLine(),
    WHOLE.replace("Lisbon", "London"),
  ]) {
    await expect(take(text, {}, deps)).rejects.toMatchObject({ code: "invalid_request" });
  }
  expect([deps.imports.profiles, deps.imports.parts]).toEqual([[], []]);
});

test("a core that was asked for must be there, and is looked for before the file is read", async () => {
  const unread = {
    read: () => {
      throw new Error("it was read");
    },
  };
  await expect(take("", { core: "red", file: unread })).rejects.toMatchObject({ code: "core_not_found" });
  for (const core of ["blue", "default"]) expect(await take(CHAT, { core })).toMatchObject({ format: "chat" });
});

test("the one brain of an export goes to the place that was asked for, and so does all of another program's", async () => {
  const deps = depsOf();
  await take(WHOLE, { core: "blue", user: "eve" }, deps);
  const memories = JSON.stringify([
    { memory: "a", user_id: "ada" },
    { memory: "b", user_id: "bob" },
  ]);
  await take(memories, { core: "blue", user: "eve" }, deps);
  const brain = { account: "acme", core: "blue", user: "eve" };
  expect(deps.imports.parts.map((part) => part.brain)).toEqual([brain, brain]);
  expect(deps.imports.profiles).toMatchObject([
    { core: "blue", user: "eve" },
    { core: "blue", user: "eve" },
  ]);
});

test("another program's users go to the core that was asked for, each into a brain of their own", async () => {
  const deps = depsOf();
  await take(
    JSON.stringify([
      { memory: "a", user_id: "ada" },
      { memory: "b", user_id: "bob" },
    ]),
    { core: "blue" },
    deps,
  );
  const places = deps.imports.parts.map(({ brain: { core, user } }) => `${core}/${user}`);
  expect(places).toEqual(["blue/ada", "blue/bob"]);
});

test("without a place that was asked for, another program's users keep their own brains", async () => {
  const deps = depsOf();
  await take(
    JSON.stringify([
      { memory: "a", user_id: "ada" },
      { memory: "b", user_id: "bob" },
    ]),
    {},
    deps,
  );
  expect(deps.imports.parts.map(({ brain: { user } }) => user)).toEqual(["ada", "bob"]);
});

describe("an account that redacts", () => {
  const clean = "no, [redacted: card number]";

  async function stored(text: string) {
    const deps = depsOf();
    deps.accounts.chosen.set("acme", { redact: ["cards"] });
    await take(text, {}, deps);
    return deps.imports;
  }

  test("stores no export's and no other file's text with what it redacts, and checks what it stores", async () => {
    const own = await stored(exportText([BRAIN, packetLine({ input: "no, secret" })]));
    expect(own.parts[0]?.packets[0]).toMatchObject({ input: clean, vector: null });
    expect(own.questions[0]?.packets[0]).toMatchObject({ input: clean });
    const other = await stored(CHAT.replace("name: Dana", "secret"));
    expect(other.parts[0]?.packets[0]).toMatchObject({ input: clean });
  });

  test("is the one that imports, whatever the file's settings say", async () => {
    const settings = lines.settingsLine({ redact: ["cards"] }) ?? "";
    const deps = depsOf();
    await take(exportText([settings, BRAIN, packetLine({ input: "secret" })]), {}, deps);
    expect(deps.imports.parts[0]?.packets[0]?.input).toBe("secret");
  });
});

test("a constitution with a faulty pattern is told with its line", async () => {
  const gates = [{ pattern: "bad", reason: "no" }];
  const text = exportText([lines.constitutionLine({ ...constitutionOf(), gates })]);
  await expect(take(text)).rejects.toMatchObject({ message: "line 2: `gates[0].pattern` is no pattern" });
});
