// mem0's memories, in each of the shapes that they come in.
import { describe, expect, test } from "bun:test";
import { mem0List, readMem0 } from "../../src/portability/read-mem0.ts";

const ignore = () => {};

test.each<[string, boolean, unknown]>([
  ["a list", true, [{ memory: "a" }]],
  ["what get_all answers", true, { results: [{ memory: "a" }], relations: [] }],
  ["OpenMemory's backup", true, { user: {}, memories: [{ content: "a" }] }],
  ["the text of a point", true, [{ data: "a" }, { text: "b" }]],
  ["nothing", false, { results: [] }],
  ["a list in which one says nothing", false, [{ memory: "a" }, { memory: " " }]],
  ["chat messages", false, [{ role: "user", content: "a" }]],
  ["notes", false, [{ title: "a", content: "b" }]],
  ["a text", false, "a"],
])("%s holds mem0's memories: %p", (_, is, document) => {
  expect(mem0List(document) !== null).toBe(is);
  if (!is) expect(() => readMem0(document, ignore)).toThrow("a list of memories");
});

describe("a memory", () => {
  const base = { id: "m1", memory: " Likes tea\n", user_id: "ada", run_id: "run 1", created_at: 1, updated_at: 2 };
  const read = (changes: object) => readMem0([{ ...base, ...changes }], ignore)[0];

  test("is a fact of its user that nobody answered and nobody said word for word", () => {
    expect(readMem0([base], ignore)).toEqual([
      {
        entry: 1,
        sourceId: "m1",
        user: "ada",
        input: "Likes tea",
        answer: "",
        session: "run 1",
        occurredAt: 1_000,
        metadata: {},
        isSaid: false,
      },
    ]);
  });

  test("has the first of the fields that may hold its text, its run and its time", () => {
    expect(read({ content: "x", data: "y", text: "z" })?.input).toBe("Likes tea");
    expect(read({ memory: null, content: "x", data: "y" })?.input).toBe("x");
    expect(read({ memory: null, data: "y", text: "z" })?.input).toBe("y");
    expect(read({ run_id: null, session_id: "s" })?.session).toBe("s");
    expect(read({ created_at: null })?.occurredAt).toBe(2_000);
    expect(read({ user_id: null, run_id: null, created_at: null, updated_at: null })).toMatchObject({
      user: null,
      session: null,
      occurredAt: null,
      metadata: {},
    });
  });

  test("that was deleted stays away; another state does not matter", () => {
    expect(read({ state: "deleted" })).toBeUndefined();
    for (const state of ["active", "paused", null, { toString: 1 }]) expect(read({ state })).toBeDefined();
  });

  test("keeps its number where others before it stay away, and a fault is told with it", () => {
    const heard: number[] = [];
    const all = [{ ...base, state: "deleted" }, base, { ...base, user_id: "a b" }];
    expect(readMem0(all.slice(0, 2), ignore).map(({ entry }) => entry)).toEqual([2]);
    expect(() => readMem0(all, (entry) => heard.push(entry))).toThrow("no user id");
    expect(heard).toEqual([1, 2, 3]);
  });
});

test("OpenMemory names the user once, who goes before the number that each memory has for it", () => {
  const memories = [{ content: "a", user_id: "0b1e" }];
  expect(readMem0({ user: { user_id: "ada" }, memories }, ignore)[0]?.user).toBe("ada");
  expect(readMem0({ user: {}, memories }, ignore)[0]?.user).toBe("0b1e");
  expect(() => readMem0({ user: { user_id: "a b" }, memories }, ignore)).toThrow("no user id");
});
