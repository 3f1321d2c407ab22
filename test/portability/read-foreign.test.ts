// Turns of another program become the entries of an export: whose they are, in which order, under which ids.
import { describe, expect, test } from "bun:test";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import type { BrainAttributes } from "../../src/domain/ports/brain-store.ts";
import { EntryFault } from "../../src/portability/foreign-document.ts";
import type { ForeignTurn } from "../../src/portability/foreign-turn.ts";
import type { ImportInput } from "../../src/portability/import-input.ts";
import { type ForeignDeps, readForeign } from "../../src/portability/read-foreign.ts";
import { decideAttributes } from "../../src/turns/decide-attributes.ts";
import { fixedClock, NOW } from "../support/account-ports.ts";
import { MarkedReading } from "../support/marked-reading.ts";
import { fileOf, streamOf } from "../support/portable-samples.ts";

type Placed = Partial<
  Pick<ImportInput, "core" | "user"> & { bound: Partial<ImportInput["identity"]>; redacts: boolean }
>;

function turnOf(input: string, changes: Partial<ForeignTurn> = {}): ForeignTurn {
  const place = { entry: 1, sourceId: null, user: null, session: null, occurredAt: null, metadata: {}, isSaid: false };
  return { ...place, input, answer: "", ...changes };
}

function depsOf(known: BrainAttributes | null = null) {
  const reading = new MarkedReading();
  const brains: ForeignDeps["brains"] = {
    find: async (key) => (known === null ? null : { id: 1, key }),
    attributes: async () => known ?? { version: 0, confirmed: [], claims: [] },
  };
  const sameValue = (_: string, a: string, b: string) => a === b;
  return { clock: fixedClock(), limits: DEFAULT_LIMITS, brains, reading, sameValue, decideAttributes };
}

async function entriesOf(turns: readonly ForeignTurn[], placed: Placed = {}, deps = depsOf(), batch = 2) {
  const { core = null, user = null, bound = {}, redacts = false } = placed;
  const identity = { account: "acme", core: null, user: null, ...bound };
  const input: ImportInput = { identity, core, user, format: null, subBrainsMax: null, file: fileOf("") };
  const batches = Array.from({ length: Math.ceil(turns.length / batch) }, (_, at) =>
    turns.slice(at * batch, (at + 1) * batch),
  );
  const document = { format: "chat", batches: streamOf(batches), close() {} } as const;
  const redaction = { reading: deps.reading, account: "acme", limits: deps.limits };
  return readForeign(deps, input, document, { ...redaction, kinds: redacts ? ["cards"] : [] });
}

async function packetsOf(...asked: Parameters<typeof entriesOf>) {
  return (await entriesOf(...asked)).flatMap(({ entry }) => (entry.type === "packet" ? [entry.packet] : []));
}

/** `core/user` of each brain, with the texts below it. */
async function shapeOf(...asked: Parameters<typeof entriesOf>): Promise<string[]> {
  return (await entriesOf(...asked)).map(({ line, entry }) => {
    if (entry.type === "brain") return `${line} ${entry.brain.core}/${entry.brain.user}`;
    return entry.type === "packet" ? `${line} ${entry.packet.input}` : entry.type;
  });
}

const MIXED = [
  turnOf("a", { entry: 1, user: "ada" }),
  turnOf("b", { entry: 2 }),
  turnOf("c", { entry: 3, user: "bob" }),
  turnOf("d", { entry: 4, user: "ada" }),
];

describe("a turn belongs to", () => {
  test("the user that the file names, users in the order in which it names them", async () => {
    const shape = ["1 default/ada", "1 a", "4 d", "2 default/null", "2 b", "3 default/bob", "3 c"];
    for (const batch of [1, 2, 4]) expect(await shapeOf(MIXED, {}, depsOf(), batch)).toEqual(shape);
  });

  test("the user of the key where the file names none", async () => {
    const shape = await shapeOf(MIXED.slice(0, 2), { bound: { user: "eve", core: "blue" } });
    expect(shape).toEqual(["1 blue/ada", "1 a", "2 blue/eve", "2 b"]);
  });

  test("the user and core that were asked for, before all else", async () => {
    const shape = await shapeOf(MIXED, { core: "red", user: "zoe", bound: { core: "blue", user: "eve" } });
    expect(shape).toEqual(["1 red/zoe", "1 a", "2 b", "3 c", "4 d"]);
  });
});

test("turns that all have a time come in order of it, and in the order of the file where one has none", async () => {
  const at = (input: string, occurredAt: number | null, entry: number) => turnOf(input, { occurredAt, entry });
  const newestFirst = [at("c", 3, 1), at("b", 2, 2), at("b2", 2, 3), at("a", 1, 4)];
  expect(await shapeOf(newestFirst)).toEqual(["1 default/null", "4 a", "2 b", "3 b2", "1 c"]);
  const untimed = [...newestFirst, at("x", null, 5)];
  expect((await packetsOf(untimed)).map(({ input }) => input)).toEqual(["c", "b", "b2", "a", "x"]);
});

test("a packet is new, to be embedded and learned from, and keeps when and where it was said", async () => {
  const [packet] = await packetsOf([turnOf("12345", { answer: "y", session: "s", occurredAt: 5 })]);
  expect(packet).toEqual({
    id: expect.stringMatching(/^mem_[0-9A-Za-z]{22}$/),
    ...{ kind: "raw", input: "12345", answer: "y", confidence: 0.5, unconfirmedOverwrite: false, cues: [] },
    ...{ session: "s", occurredAt: 5, createdAt: NOW, inputTokens: 2, metadata: {}, attributes: [] },
    ...{ learned: false, learnable: true, vector: null, inputVector: null },
  });
});

describe("an id", () => {
  const idOf = async (changes: Partial<ForeignTurn> = {}, placed: Placed = {}) =>
    (await packetsOf([turnOf("a", { answer: "b", session: "s", occurredAt: 1, sourceId: "m", ...changes })], placed))[0]
      ?.id;

  test("is the same for the same turn in the same brain, whenever it is imported", async () => {
    expect(await idOf()).toBe((await idOf({ entry: 9, isSaid: true })) ?? "");
  });

  test("is another for everything that makes a turn another, and in another brain", async () => {
    const others = [
      await idOf(),
      await idOf({ input: "A" }),
      await idOf({ answer: "B" }),
      await idOf({ session: null }),
      await idOf({ occurredAt: 2 }),
      await idOf({ sourceId: null }),
      await idOf({ user: "ada" }),
      await idOf({}, { core: "blue" }),
      await idOf({}, { bound: { account: "other" } }),
    ];
    expect(new Set(others).size).toBe(others.length);
  });

  test("tells the same words said twice apart", async () => {
    const twice = await packetsOf([turnOf("a"), turnOf("b"), turnOf("a")]);
    expect(new Set(twice.map(({ id }) => id)).size).toBe(3);
    expect((await packetsOf([turnOf("a")]))[0]?.id).toBe(twice[0]?.id ?? "");
  });

  test("is made of what is stored, not of what was redacted", async () => {
    const [first] = await packetsOf([turnOf("my secret")], { redacts: true });
    expect(first?.input).toBe("my [redacted: card number]");
    const [stored] = await packetsOf([turnOf("my [redacted: card number]")]);
    expect(first?.id).toBe(stored?.id ?? "");
  });
});

describe("what a turn teaches", () => {
  test("is read where the user said it word for word, and not from facts", async () => {
    const deps = depsOf();
    const [fact] = await packetsOf([turnOf("no, name: Dana")], {}, deps);
    expect([fact?.kind, fact?.attributes, deps.reading.inputs]).toEqual(["raw", [], []]);
    const [said] = await packetsOf([turnOf("no, name: Dana", { isSaid: true })], {}, deps);
    expect([said?.kind, said?.confidence, said?.cues]).toEqual(["correction", 0.7, ["no", "name:"]]);
    expect(said?.attributes).toEqual([{ attribute: "name", value: "Dana", confirmed: true }]);
  });

  test("is read in order of time, of each user apart", async () => {
    const says = (value: string, occurredAt: number, user = "ada") =>
      turnOf(`name: ${value}`, { isSaid: true, occurredAt, user });
    const packets = await packetsOf([says("Diana", 2), says("Dana", 1), says("Bob", 3, "bob")]);
    const worth = packets.map(({ input, confidence }) => [input, confidence]);
    expect(worth).toEqual([
      ["name: Dana", 0.5],
      ["name: Diana", 0.15],
      ["name: Bob", 0.5],
    ]);
  });

  test("is held against what the brain has confirmed", async () => {
    const known = { version: 1, confirmed: [{ attribute: "name", value: "Dana", seq: 1 }], claims: [] } as const;
    const [packet] = await packetsOf([turnOf("name: Diana", { isSaid: true })], {}, depsOf(known));
    expect(packet?.confidence).toBe(0.15);
  });

  test("is read of the clean text, in the account's name", async () => {
    const deps = depsOf();
    await packetsOf([turnOf("my secret", { isSaid: true })], { redacts: true }, deps);
    expect([deps.reading.inputs, [...deps.reading.accounts]]).toEqual([["my [redacted: card number]"], ["acme"]]);
  });
});

test.each([
  ["an empty input", { input: "" }],
  ["an input beyond its limit", { input: "x".repeat(32_769) }],
  ["an answer beyond its limit", { answer: "x".repeat(131_073) }],
  ["a NUL", { input: "a\u0000" }],
])("%s is told with its entry", async (_, changes) => {
  const turns = [turnOf("a", { entry: 3 }), turnOf("b", { entry: 7, ...changes })];
  const fault = await entriesOf(turns).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(EntryFault);
  expect(fault).toMatchObject({ entry: 7, reason: expect.stringContaining("its text must ") });
});

test("a file of nothing has no entries", async () => {
  expect(await entriesOf([])).toEqual([]);
});
